import { MINUTE_MS } from '../../../../shared/model/time.ts';
import type { MeterReading, StationSession } from '../../../core/ports/stationPort.ts';
import type { RefusedReading } from '../../../core/records/billReview.ts';
import { earliest, isSameInstant, later } from '../../../core/records/instants.ts';
import type { Implausibility } from '../../../runtime/alerts.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { elapsedMs, requestedAt, splitByPossible } from '../cost/possibleEnergy.ts';

type ReportedSession = Pick<SessionRecord, 'state' | 'createdAt' | 'startBy' | 'startedAt' | 'endedAt' | 'energyWh' | 'refused'>;

interface PlausibilityFacts {
  session: ReportedSession;
  now: Date;
  /** Rated power of the connector in watts; 0: unknown. */
  powerW: number;
  /** The instant of the latest stored reading; null: none. */
  lastReadingAt: Date | null;
}

export interface Believed {
  station: StationSession;
  implausibilities: readonly Implausibility[];
  /** The refused reading of the session from now on; null: none. */
  refused: RefusedReading | null;
}

/**
 * Deviation of a station's clock that raises no alert. The same clock reports both ends of a session, so the duration is right.
 */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
/** Ten megawatt-hours: more than any battery on wheels takes. */
const MAX_ENERGY_WH = 10_000_000;
/** Ten megawatts: more than any connector delivers, and a number that every database can store. */
const MAX_POWER_W = 10_000_000;

/**
 * Corrects a station's report to plausible values. Clocks and meters of stations fail: no driver may pay for decades, and one
 * invalid value must not exclude the other values from the bill. Charging begins after the order and ends before the report. If
 * energy has flowed, charging has begun. A last value counts as not arrived if the value is invalid, or above the energy that
 * the connector can have delivered since the request.
 */
export function checkPlausibility(reported: StationSession, facts: PlausibilityFacts): Believed {
  const { session, now, powerW } = facts;
  const usable = reported.readings
    .filter(isUsable)
    .map(inWholeUnits)
    .map(reading => readBy(now, reading));
  const first = requestedAt(session);
  const reportedStart = reported.startedAt ?? (usable.some(({ energyWh }) => energyWh > 0) ? usable[0]?.at : null) ?? null;
  const start = session.startedAt ?? reportedStart;
  // A cancelled start has an end already, although the vehicle may begin to charge later.
  const latest = session.state === 'stopping' && session.endedAt !== null ? session.endedAt : now;
  const startedAt = start && within(start, first, latest);
  const endedAt = reported.endedAt && within(reported.endedAt, startedAt ?? first, now);
  // A CDR is compared as a whole before its bill is captured.
  const { possible: readings, refused } = splitByPossible(usable, {
    powerW,
    startedAt: boundedFrom(reported.startedAt, { startedAt, requestedAt: first }),
    elapsedMs: elapsedMs(session, now),
    last: facts.lastReadingAt && { at: facts.lastReadingAt, energyWh: session.energyWh },
    refused: session.refused,
  });
  const isLastUsable = reported.readings.slice(-1).every(isUsable);
  const implausibilities: readonly (readonly [isSo: boolean, doubt: Implausibility])[] = [
    [!isNearlySame(startedAt, start) || !isSameInstant(endedAt, reported.endedAt), 'clock of the station is wrong'],
    [usable.length < reported.readings.length, 'meter value is not usable'],
    [readings.length < usable.length, 'more energy reported than the plug can give'],
  ];
  const isFinal = reported.isFinal && isLastUsable && (reported.account !== undefined || readings.at(-1) === usable.at(-1));
  return {
    station: { ...reported, startedAt, endedAt, readings, isFinal },
    implausibilities: implausibilities.filter(([isSo]) => isSo).map(([, doubt]) => doubt),
    refused,
  };
}

/**
 * The start that limits the possible energy. A slow clock dates the readings as early as the start. A start that is not reported
 * was at the request at the earliest.
 */
const boundedFrom = (reported: Date | null, known: { startedAt: Date | null; requestedAt: Date }): Date =>
  reported && Number.isFinite(reported.getTime()) ? earliest(reported, known.startedAt ?? known.requestedAt) : known.requestedAt;

const isUsable = ({ at, energyWh }: MeterReading): boolean =>
  Number.isFinite(at.getTime()) && energyWh >= 0 && energyWh <= MAX_ENERGY_WH;

/** A time long after the receipt is invalid. The value was read at the receipt at the latest. */
const readBy = (now: Date, reading: MeterReading): MeterReading =>
  reading.at > later(now, CLOCK_TOLERANCE_MS) ? { ...reading, at: now } : reading;

const inWholeUnits = ({ energyWh, powerW, ...reading }: MeterReading): MeterReading => ({
  ...reading,
  energyWh: Math.round(energyWh),
  powerW: Math.abs(powerW) <= MAX_POWER_W ? Math.round(powerW) : 0,
});

/** A start is at the request at the earliest. A clock that is behind by less than the tolerance raises no alert. */
const isNearlySame = (startedAt: Date | null, reported: Date | null): boolean =>
  isSameInstant(startedAt, reported) ||
  (startedAt !== null && reported !== null && reported < startedAt && reported >= later(startedAt, -CLOCK_TOLERANCE_MS));

/** The nearest instant in a range. An invalid date becomes the start of the range. */
function within(at: Date, from: Date, to: Date): Date {
  if (at > to) return to;
  return at >= from ? at : from;
}
