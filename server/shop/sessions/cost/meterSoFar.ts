import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { secondsAt } from '../../../core/pricing/meterCurve.ts';
import { addToCurve, type Curve, NO_CURVE } from '../../../core/pricing/powerCurve.ts';
import { continuePrice, startPrice } from '../../../core/pricing/runningPrice.ts';
import type { MeterSoFar } from '../../../runtime/sessionCaches.ts';
import type { Db } from '../../../store/engine/database.ts';
import { listReadings, listReadingsFrom } from '../../../store/shop/readings.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { endedBy, type PriceFacts } from './prices.ts';

/** The meter of a session at an instant: a cacheable state, and the readings after that state. */
export interface MeterNow {
  soFar: MeterSoFar;
  /**
   * The readings after `soFar`, in order of time. Readings after `endedAt` are dated to `endedAt`, so that their energy still
   * counts.
   */
  since: readonly MeterReading[];
  /** The end of the period that is priced. */
  endedAt: Date;
  curve: Curve;
  latest: MeterReading | null;
}

interface StartedSession {
  session: SessionRecord;
  startedAt: Date;
  facts: PriceFacts;
}

interface ReadMeterOptions extends StartedSession {
  stored: MeterSoFar | undefined;
  now: Date;
}

/**
 * Computes the meter of a session at `now`, continuing from the cached state `stored`. The caller caches `soFar` of the result.
 */
export async function readMeter(db: Db, options: ReadMeterOptions): Promise<MeterNow> {
  const { session, startedAt, now } = options;
  const knownEnd = Math.max(endedBy(session), startedAt.getTime());
  const endsAt = knownEnd <= now.getTime() ? knownEnd : null;
  const endedAt = new Date(Math.max(Math.min(knownEnd, now.getTime()), startedAt.getTime()));
  const { soFar, readings } = await known(db, options, endsAt);
  const isSettled = ({ at }: MeterReading): boolean => endsAt !== null || secondsAt(at) < secondsAt(endedAt);
  const firstOpen = readings.findIndex(reading => !isSettled(reading));
  const settled = firstOpen < 0 ? readings : readings.slice(0, firstOpen);
  const open = readings.slice(settled.length);
  const clipped = (reading: MeterReading): MeterReading => (reading.at > endedAt ? { ...reading, at: endedAt } : reading);
  const advanced: MeterSoFar = {
    ...soFar,
    price: continuePrice(soFar.price, settled.map(clipped)),
    curve: addToCurve(soFar.curve, settled),
    latest: settled.at(-1) ?? soFar.latest,
  };
  return {
    soFar: advanced,
    since: open.map(clipped),
    endedAt,
    curve: addToCurve(advanced.curve, open),
    latest: open.at(-1) ?? advanced.latest,
  };
}

/**
 * Returns the cached state with the readings after it. If the cached state is invalid, returns the initial state with all
 * readings.
 */
async function known(db: Db, request: StartedSession & { stored: MeterSoFar | undefined }, endsAt: number | null) {
  const usable = goesOn(request, endsAt);
  const since = usable && (await readingsSince(db, request.session, usable));
  return since ?? { soFar: begin(request, endsAt), readings: await listReadings(db, request.session.id) };
}

const basisOf = ({ session, startedAt, facts: { order, place } }: StartedSession): string =>
  [session.meterRevision, startedAt.getTime(), order.tariffId, order.tariffVersion, place.timeZone, place.region].join('\n');

const begin = (started: StartedSession, endsAt: number | null): MeterSoFar => ({
  basis: basisOf(started),
  endsAt,
  price: startPrice({
    tariff: started.facts.tariff,
    place: started.facts.place,
    startedAt: started.startedAt,
    endsS: secondOf(endsAt),
  }),
  curve: NO_CURVE,
  latest: null,
});

const secondOf = (endsAt: number | null): number => (endsAt === null ? Number.POSITIVE_INFINITY : secondsAt(new Date(endsAt)));

/**
 * Returns the cached state if it is still valid. If the end of the session has become known since, the state is valid only if it
 * contains no reading at or after that end.
 */
function goesOn(
  { stored, ...started }: StartedSession & { stored: MeterSoFar | undefined },
  endsAt: number | null,
): MeterSoFar | null {
  if (!stored || stored.basis !== basisOf(started)) return null;
  if (stored.endsAt === endsAt) return stored;
  const reachedS = stored.price.cut?.meter.atS ?? 0;
  if (stored.endsAt !== null || endsAt === null || reachedS >= secondOf(endsAt)) return null;
  return { ...stored, endsAt, price: { ...stored.price, endsS: secondOf(endsAt) } };
}

/**
 * Loads the readings after the cached state.
 * @returns null if the last cached reading is not in the database, for example because a backup was restored
 */
async function readingsSince(db: Db, { id }: SessionRecord, soFar: MeterSoFar) {
  const { latest } = soFar;
  if (!latest) return { soFar, readings: await listReadings(db, id) };
  const [same, ...readings] = await listReadingsFrom(db, id, latest.at);
  return same && isSame(same, latest) ? { soFar, readings } : null;
}

const isSame = (one: MeterReading, other: MeterReading): boolean =>
  one.at.getTime() === other.at.getTime() &&
  one.energyWh === other.energyWh &&
  one.powerW === other.powerW &&
  one.isCharging === other.isCharging;
