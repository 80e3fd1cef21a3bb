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
  /** Rated power of the plug in watts; 0: unknown. */
  powerW: number;
  /** The instant of the latest stored reading; null: none. */
  lastMessageAt: Date | null;
}

export interface Believed {
  station: StationSession;
  implausibilities: readonly Implausibility[];
  /** The refused reading of the session from now on; null: none. */
  refused: RefusedReading | null;
}

/** Clocks of stations differ from ours by so much without harm: both ends of a session are told by the same one. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
/** Ten megawatt-hours: more than any battery on wheels takes. */
const MAX_ENERGY_WH = 10_000_000;
/** Ten megawatts: more than any plug gives, and what comes is a number that every database can hold. */
const MAX_POWER_W = 10_000_000;

/**
 * A station's report, corrected to what can be true. Clocks and meters of stations fail: nobody must pay for decades, and one
 * broken value must not keep the others from the bill. Charging begins after it was ordered and ends before it is reported;
 * where energy has flowed, it has begun. A last value that is broken, or above what the plug can have delivered since the request,
 * counts as not arrived yet.
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
  // A start that we gave up has an end here already, although the vehicle may begin to charge after it.
  const latest = session.state === 'stopping' && session.endedAt !== null ? session.endedAt : now;
  const startedAt = start && within(start, first, latest);
  const endedAt = reported.endedAt && within(reported.endedAt, startedAt ?? first, now);
  // An account is compared as a whole before its bill is taken.
  const { possible: readings, refused } = splitByPossible(usable, {
    powerW,
    startedAt: boundedFrom(reported.startedAt, { startedAt, requestedAt: first }),
    elapsedMs: elapsedMs(session, now),
    last: facts.lastMessageAt && { at: facts.lastMessageAt, energyWh: session.energyWh },
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

/** A clock that is behind dates the readings as it dates the start. A start that is not reported was at the request at the earliest. */
const boundedFrom = (reported: Date | null, known: { startedAt: Date | null; requestedAt: Date }): Date =>
  reported && Number.isFinite(reported.getTime()) ? earliest(reported, known.startedAt ?? known.requestedAt) : known.requestedAt;

const isUsable = ({ at, energyWh }: MeterReading): boolean =>
  Number.isFinite(at.getTime()) && energyWh >= 0 && energyWh <= MAX_ENERGY_WH;

/** A time long after the receipt is no time: the value was read at the receipt at the latest. */
const readBy = (now: Date, reading: MeterReading): MeterReading =>
  reading.at > later(now, CLOCK_TOLERANCE_MS) ? { ...reading, at: now } : reading;

const inWholeUnits = ({ energyWh, powerW, ...reading }: MeterReading): MeterReading => ({
  ...reading,
  energyWh: Math.round(energyWh),
  powerW: Math.abs(powerW) <= MAX_POWER_W ? Math.round(powerW) : 0,
});

/** A start is at the request at the earliest. A clock that is behind by less than the tolerance needs no alert. */
const isNearlySame = (startedAt: Date | null, reported: Date | null): boolean =>
  isSameInstant(startedAt, reported) ||
  (startedAt !== null && reported !== null && reported < startedAt && reported >= later(startedAt, -CLOCK_TOLERANCE_MS));

/** The nearest instant between two; the earlier one for a time that is no time. */
function within(at: Date, from: Date, to: Date): Date {
  if (at > to) return to;
  return at >= from ? at : from;
}
