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
  /** Rated power of the connector in watts; 0 if unknown. */
  powerW: number;
  /** The time of the latest stored reading; null if there is none. */
  lastReadingAt: Date | null;
}

export interface Believed {
  station: StationSession;
  implausibilities: readonly Implausibility[];
  /** The session's refused reading after this report; null if there is none. */
  refused: RefusedReading | null;
}

/**
 * Deviation of a station's clock that raises no alert. It does not falsify a session's duration, because the same clock reports
 * both its start and its end.
 */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
/** 10 MWh: more than the battery of any vehicle takes. */
const MAX_ENERGY_WH = 10_000_000;
/** 10 MW: more than any connector delivers, and small enough for the columns of both database engines. */
const MAX_POWER_W = 10_000_000;

/**
 * Corrects a station's report to plausible values, because clocks and meters of stations fail. Charging must begin after the
 * order and end before the report. Energy implies that charging has begun. If the last value is invalid, or above the energy
 * that the connector can have delivered since the request, the report is not final (`isFinal`).
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
  // A cancelled start has an `endedAt`, although the vehicle may begin to charge later. It therefore does not limit `startedAt`.
  const latest = session.state === 'stopping' && session.endedAt !== null ? session.endedAt : now;
  const startedAt = start && within(start, first, latest);
  const endedAt = reported.endedAt && within(reported.endedAt, startedAt ?? first, now);
  // Impossible readings of a CDR are refused too. Its report remains final, because the CDR is compared as a whole before its
  // bill is captured.
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
  const isFinal = reported.isFinal && isLastUsable && (reported.cdr !== undefined || readings.at(-1) === usable.at(-1));
  return {
    station: { ...reported, startedAt, endedAt, readings, isFinal },
    implausibilities: implausibilities.filter(([isSo]) => isSo).map(([, doubt]) => doubt),
    refused,
  };
}

/**
 * Returns the start from which the possible energy is counted. A reported start counts even if it lies before the request,
 * because a slow station clock dates its readings early too. Without a reported start, the time of the request counts.
 */
const boundedFrom = (reported: Date | null, known: { startedAt: Date | null; requestedAt: Date }): Date =>
  reported && Number.isFinite(reported.getTime()) ? earliest(reported, known.startedAt ?? known.requestedAt) : known.requestedAt;

const isUsable = ({ at, energyWh }: MeterReading): boolean =>
  Number.isFinite(at.getTime()) && energyWh >= 0 && energyWh <= MAX_ENERGY_WH;

/** A reading cannot be later than its report. If it is dated far in the future, the time of the report replaces its time. */
const readBy = (now: Date, reading: MeterReading): MeterReading =>
  reading.at > later(now, CLOCK_TOLERANCE_MS) ? { ...reading, at: now } : reading;

const inWholeUnits = ({ energyWh, powerW, ...reading }: MeterReading): MeterReading => ({
  ...reading,
  energyWh: Math.round(energyWh),
  powerW: Math.abs(powerW) <= MAX_POWER_W ? Math.round(powerW) : 0,
});

/** Returns whether two start times agree, apart from a clock that is slow by less than the tolerance. */
const isNearlySame = (startedAt: Date | null, reported: Date | null): boolean =>
  isSameInstant(startedAt, reported) ||
  (startedAt !== null && reported !== null && reported < startedAt && reported >= later(startedAt, -CLOCK_TOLERANCE_MS));

/** Limits an instant to a range. An invalid date becomes the start of the range. */
function within(at: Date, from: Date, to: Date): Date {
  if (at > to) return to;
  return at >= from ? at : from;
}
