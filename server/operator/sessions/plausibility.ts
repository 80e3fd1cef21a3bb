import { MINUTE_MS } from '../../../shared/time.ts';
import type { MeterReading, StationSession } from '../ports.ts';
import type { SessionRow } from '../store/sessions.ts';

/** What cannot be true of a station's words; a person looks at it. */
export type Implausibility = 'clock of the station is wrong' | 'meter value is not usable';

/** Clocks of stations differ from ours by so much without harm: both ends of a session are told by the same one. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
/** Ten megawatt-hours: more than any battery on wheels takes. */
const MOST_WH = 10_000_000;

/**
 * A station's words as far as they can be true. Stations have clocks and meters of their own, and both fail: nobody pays for
 * decades, and one broken value does not keep all others from the bill. Charging begins after it was ordered and ends before it
 * is told of; where energy has flowed it has begun. While the last value is broken, it has not come yet.
 */
export function checkPlausibility(
  told: StationSession,
  { session, now }: { session: Pick<SessionRow, 'state' | 'created_at' | 'started_at' | 'ended_at'>; now: Date },
): { station: StationSession; implausibilities: readonly Implausibility[] } {
  const readings = told.readings.filter(isUsable).map(inWholeUnits);
  const first = new Date(session.created_at - CLOCK_TOLERANCE_MS);
  const heard = told.startedAt ?? (readings.some(({ energyWh }) => energyWh > 0) ? readings[0]?.at : null) ?? null;
  const begun = session.started_at === null ? heard : new Date(session.started_at);
  // A start that was given up has ended for us, and may begin all the same.
  const latest = session.state === 'stopping' && session.ended_at !== null ? new Date(session.ended_at) : now;
  const startedAt = begun && within(begun, first, latest);
  const endedAt = told.endedAt && within(told.endedAt, startedAt ?? first, now);
  const isLastUsable = told.readings.length === 0 || told.readings.slice(-1).every(isUsable);
  const implausibilities: readonly (readonly [isSo: boolean, doubt: Implausibility])[] = [
    [!isSame(startedAt, begun) || !isSame(endedAt, told.endedAt), 'clock of the station is wrong'],
    [readings.length < told.readings.length, 'meter value is not usable'],
  ];
  return {
    station: { ...told, startedAt, endedAt, readings, isFinal: told.isFinal && isLastUsable },
    implausibilities: implausibilities.filter(([isSo]) => isSo).map(([, doubt]) => doubt),
  };
}

const isUsable = ({ at, energyWh }: MeterReading): boolean =>
  Number.isFinite(at.getTime()) && energyWh >= 0 && energyWh <= MOST_WH;

const inWholeUnits = ({ energyWh, powerW, ...reading }: MeterReading): MeterReading => ({
  ...reading,
  energyWh: Math.round(energyWh),
  powerW: Number.isFinite(powerW) ? Math.round(powerW) : 0,
});

/** The nearest instant between two; of no use at all, the earlier one. */
function within(at: Date, from: Date, to: Date): Date {
  if (at > to) return to;
  return at >= from ? at : from;
}

const isSame = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
