import type { MeterReading, StationSession } from '../../../core/ports/stationPort.ts';
import type { Agreement } from '../connections/connections.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import { mapCdr } from './cdrMapping.ts';
import { type CdrStretch, stretchesOf } from './cdrPeriods.ts';
import { signedValuesOf } from './signedValues.ts';
import { averageW } from './stationSession.ts';

interface StationOfCdrInput {
  authorizationReference: string;
  connectionId: string;
  cdr: OcpiCdr;
  agreed: Agreement;
}

/** Returns the final report of a session: its energy, times and CDR, and the signed values if the CPO sent any. */
export function stationOfCdr({ authorizationReference, connectionId, cdr, agreed }: StationOfCdrInput): StationSession {
  return {
    authorizationReference,
    state: 'ended',
    startedAt: cdr.start_date_time,
    endedAt: cdr.end_date_time,
    readings: readingsOf(withoutEmptyPeriods(stretchesOf(cdr))),
    signedValues: cdr.signed_data ? signedValuesOf(cdr.signed_data) : [],
    isFinal: true,
    cdr: mapCdr({ connectionId, cdr, agreed }),
  };
}

/**
 * Removes intervals without duration, so that no two meter readings have the same time. If no interval has a duration, the last
 * one stays.
 */
function withoutEmptyPeriods(stretches: readonly CdrStretch[]): CdrStretch[] {
  const [last] = stretches.slice(-1);
  const long = stretches.filter(({ fromMs, toMs }) => toMs > fromMs);
  if (long.length === 0 && last) return [last];
  return long.map((stretch, at) => (at === long.length - 1 && last ? { ...stretch, untilWh: last.untilWh } : stretch));
}

/**
 * Converts intervals to meter readings. A vehicle counts as parked between two meter readings only if both say that it is not
 * charging. The readings at both ends of a parking interval therefore say so.
 */
function readingsOf(stretches: readonly CdrStretch[]): MeterReading[] {
  const [first] = stretches;
  if (first === undefined) return [];
  const start: MeterReading = {
    at: new Date(first.fromMs),
    energyWh: 0,
    powerW: powerOf(first, 0),
    isCharging: !first.isParking,
  };
  const following = stretches.flatMap((stretch, at) => {
    const [before, next] = [stretches[at - 1], stretches[at + 1]];
    const fromWh = before?.untilWh ?? 0;
    const end: MeterReading = {
      at: new Date(stretch.toMs),
      energyWh: stretch.untilWh,
      powerW: next ? powerOf(next, stretch.untilWh) : 0,
      isCharging: !(stretch.isParking || (next?.isParking ?? false)),
    };
    const isBetweenParking = !stretch.isParking && before?.isParking && next?.isParking;
    return isBetweenParking ? [chargingAgain(stretch, fromWh), end] : [end];
  });
  return first.toMs > first.fromMs ? [start, ...following] : following;
}

/**
 * Returns an additional meter reading at the beginning of an interval of charging that lies between two parking intervals.
 * Without this reading, it would count as parking.
 */
const chargingAgain = (stretch: CdrStretch, fromWh: number): MeterReading => ({
  at: new Date(Math.min(stretch.fromMs + 1000, stretch.toMs)),
  energyWh: fromWh,
  powerW: powerOf(stretch, fromWh),
  isCharging: true,
});

const powerOf = ({ fromMs, toMs, untilWh }: CdrStretch, fromWh: number): number =>
  averageW({ fromMs, toMs, wh: untilWh - fromWh });
