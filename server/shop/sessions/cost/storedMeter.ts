import type { MeterReading } from '../../../core/ports/stationPort.ts';
import type { CalendarPiece } from '../../../core/pricing/calendar.ts';
import type { Tally } from '../../../core/pricing/charges.ts';
import type { Curve } from '../../../core/pricing/powerCurve.ts';
import type { Rate } from '../../../core/pricing/runningPrice.ts';
import type { CutSoFar } from '../../../core/pricing/segments.ts';
import type { MeterSoFar } from '../../../runtime/sessionCaches.ts';
import type { Db, Trx } from '../../../store/engine/database.ts';
import { findMeterSoFar, putMeterSoFar } from '../../../store/shop/readings.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';

/** So many readings later it is stored anew: whoever begins without a memory has hardly more to read. */
const STORED_EVERY = 60;

/**
 * Raised whenever prices are reckoned otherwise or what follows here is written otherwise: a process of another version begins
 * anew, from all readings.
 */
const VERSION = 1;

/** Instant in epoch milliseconds, energy, power, whether it charges. */
type ReadingRow = readonly [atMs: number, energyWh: number, powerW: number, isCharging: boolean];
type TallyRows = Pick<Tally, 'isStandingPriced'> & {
  charges: readonly (readonly [string, MapValue<Tally['charges']>])[];
  lasts: readonly (readonly [MapKey<Tally['lasts']>, MapValue<Tally['lasts']>])[];
};
type MapKey<M> = M extends ReadonlyMap<infer Key, unknown> ? Key : never;
type MapValue<M> = M extends ReadonlyMap<unknown, infer Value> ? Value : never;

/** Everything of a meter so far that does not follow from its session, tariff and place. */
interface Stored {
  pieces: readonly CalendarPiece[];
  knownToS: number;
  cut: CutSoFar | null;
  tally: TallyRows;
  idle: TallyRows | null;
  feeFromS: number | null;
  rates: readonly Rate[];
  curve: Pick<Curve, 'size' | 'count'> & { stretches: readonly (readonly ReadingRow[])[]; last: ReadingRow | null };
}

/** A meter so far as it was stored, on top of one that has just begun; null: none, or of readings that have changed since. */
export async function findStored(db: Db, session: SessionRecord, begun: MeterSoFar): Promise<MeterSoFar | null> {
  // Hardly anything has been told by then.
  if (session.energyWh === 0) return null;
  const row = await findMeterSoFar(db, session.id);
  if (!row || row.meterRevision !== session.meterRevision || row.basis !== storedBasis(begun)) return null;
  const stored = row.json as Stored;
  const { idle } = begun.price;
  const last = stored.curve.last && readingOf(stored.curve.last);
  return {
    basis: begun.basis,
    endsAt: null,
    price: {
      ...begun.price,
      endsS: Number.POSITIVE_INFINITY,
      pieces: stored.pieces,
      knownToS: stored.knownToS,
      cut: stored.cut,
      tally: tallyOf(stored.tally),
      idle: idle && stored.idle && { ...idle, tally: tallyOf(stored.idle) },
      feeFromS: stored.feeFromS,
      rates: stored.rates,
    },
    curve: { size: stored.curve.size, count: stored.curve.count, stretches: stored.curve.stretches.map(stretchOf), last },
    latest: last,
    storedCount: stored.curve.count,
  };
}

/** Stores how far a session has come, once in a while; answers what is known of it then. */
export async function storeMeter<M extends { soFar: MeterSoFar }>(
  trx: Trx,
  { session, meter }: { session: SessionRecord; meter: M | null },
  every = STORED_EVERY,
): Promise<M | null> {
  if (!meter || !isToStore(meter, every)) return meter;
  const { soFar } = meter;
  const { id: sessionId, meterRevision } = session;
  const reachedAt = soFar.latest.at;
  await putMeterSoFar(trx, { sessionId, meterRevision, reachedAt, basis: storedBasis(soFar), json: storedOf(soFar) });
  return { ...meter, soFar: { ...soFar, storedCount: soFar.curve.count } };
}

/** With an end in sight nobody goes on from it for long, and another end would not hold. */
export const isToStore = <M extends { soFar: MeterSoFar }>(
  meter: M | null,
  every = STORED_EVERY,
): meter is M & { soFar: { latest: MeterReading } } =>
  meter !== null &&
  meter.soFar.latest !== null &&
  meter.soFar.endsAt === null &&
  meter.soFar.curve.count >= meter.soFar.storedCount + every;

const storedBasis = ({ basis }: MeterSoFar): string => `${VERSION}\n${basis.slice(basis.indexOf('\n') + 1)}`;

function storedOf({ price, curve }: MeterSoFar): Stored {
  const { pieces, knownToS, cut, tally, idle, feeFromS, rates } = price;
  const { size, count, stretches, last } = curve;
  return {
    pieces,
    knownToS,
    cut,
    tally: tallyRows(tally),
    idle: idle && tallyRows(idle.tally),
    feeFromS,
    rates,
    curve: {
      size,
      count,
      // One that is both is told once: the curve knows it by being the same.
      stretches: stretches.map(({ lowest, highest }) => (lowest === highest ? [rowOf(lowest)] : [rowOf(lowest), rowOf(highest)])),
      last: last && rowOf(last),
    },
  };
}

const rowOf = ({ at, energyWh, powerW, isCharging }: MeterReading): ReadingRow => [at.getTime(), energyWh, powerW, isCharging];

const readingOf = ([atMs, energyWh, powerW, isCharging]: ReadingRow): MeterReading => ({
  at: new Date(atMs),
  energyWh,
  powerW,
  isCharging,
});

function stretchOf(rows: readonly ReadingRow[]): Curve['stretches'][number] {
  const [lowest, highest = lowest] = rows.map(readingOf);
  if (!lowest || !highest) throw new RangeError('a stretch has a reading');
  return { lowest, highest };
}

const tallyRows = ({ charges, lasts, isStandingPriced }: Tally): TallyRows => ({
  charges: [...charges],
  lasts: [...lasts],
  isStandingPriced,
});

const tallyOf = ({ charges, lasts, isStandingPriced }: TallyRows): Tally => ({
  charges: new Map(charges),
  lasts: new Map(lasts),
  isStandingPriced,
});
