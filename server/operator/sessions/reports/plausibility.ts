import { MINUTE_MS } from '../../../../shared/time.ts';
import { isSameInstant, later } from '../../instants.ts';
import type { MeterReading, StationSession } from '../../stationPort.ts';
import type { SessionRecord } from '../../store/sessions.ts';

/** Why part of a station's report cannot be true; each raises an alert. */
export type Implausibility = 'clock of the station is wrong' | 'meter value is not usable';

/** Clocks of stations differ from ours by so much without harm: both ends of a session are told by the same one. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
/** Ten megawatt-hours: more than any battery on wheels takes. */
const MOST_WH = 10_000_000;
/** Ten megawatts: more than any plug gives, and what comes is a number that every database can hold. */
const MOST_W = 10_000_000;

/**
 * A station's report, corrected to what can be true. Clocks and meters of stations fail: nobody must pay for decades, and one
 * broken value must not keep the others from the bill. Charging begins after it was ordered and ends before it is reported;
 * where energy has flowed, it has begun. A last value that is broken counts as not arrived yet.
 */
export function checkPlausibility(
  told: StationSession,
  { session, now }: { session: Pick<SessionRecord, 'state' | 'createdAt' | 'startedAt' | 'endedAt'>; now: Date },
): { station: StationSession; implausibilities: readonly Implausibility[] } {
  const readings = told.readings.filter(isUsable).map(inWholeUnits);
  const first = later(session.createdAt, -CLOCK_TOLERANCE_MS);
  const heard = told.startedAt ?? (readings.some(({ energyWh }) => energyWh > 0) ? readings[0]?.at : null) ?? null;
  const begun = session.startedAt ?? heard;
  // A start that we gave up has an end here already, although the vehicle may begin to charge after it.
  const latest = session.state === 'stopping' && session.endedAt !== null ? session.endedAt : now;
  const startedAt = begun && within(begun, first, latest);
  const endedAt = told.endedAt && within(told.endedAt, startedAt ?? first, now);
  const isLastUsable = told.readings.slice(-1).every(isUsable);
  const implausibilities: readonly (readonly [isSo: boolean, doubt: Implausibility])[] = [
    [!isSameInstant(startedAt, begun) || !isSameInstant(endedAt, told.endedAt), 'clock of the station is wrong'],
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
  powerW: Math.abs(powerW) <= MOST_W ? Math.round(powerW) : 0,
});

/** The nearest instant between two; the earlier one for a time that is no time. */
function within(at: Date, from: Date, to: Date): Date {
  if (at > to) return to;
  return at >= from ? at : from;
}
