import type { MeterReading } from '../../stationPort.ts';

/** Plugs give a little more than their rated power. */
const POWER_MARGIN = 1.1;
/** The last step of a meter, and rounding. */
const MARGIN_WH = 100;
/** The margin of a single step for a register that counts whole kilowatt-hours. */
const KILOWATT_HOUR_WH = 1000;
/** For a plug of unknown power, in watts. */
const UNKNOWN_POWER_W = 400_000;

/** The energy in watt-hours that a plug can deliver in a time. @param powerW rated power of the plug; 0: unknown */
export const maxEnergyWh = ({ powerW, durationMs }: { powerW: number; durationMs: number }): number =>
  (POWER_MARGIN * (powerW > 0 ? powerW : UNKNOWN_POWER_W) * Math.max(durationMs, 0)) / 3_600_000 + MARGIN_WH;

export interface EnergyBounds {
  /** Rated power of the plug in watts; 0: unknown. */
  powerW: number;
  /** Start of charging, by the clock of the station. */
  startedAt: Date;
  /** Time from the request of the session to the receipt of the report, by our clock. */
  elapsedMs: number;
  /** The last reading that was believed; null: none. */
  last: Pick<MeterReading, 'at' | 'energyWh'> | null;
}

/** A reading that exceeds what the plug can have delivered. */
export interface ImpossibleEnergy {
  energyWh: number;
  maxWh: number;
}

/**
 * Splits readings into those that the plug can have delivered and the first that it cannot. The total is bounded by the time since the
 * start, each step by the time since the reading before, and both by the time since the session was requested.
 */
export function splitByPossible(
  readings: readonly MeterReading[],
  { powerW, startedAt, elapsedMs, last: lastBefore }: EnergyBounds,
): { possible: readonly MeterReading[]; impossible: ImpossibleEnergy | null } {
  const boundWh = (from: Date, to: Date) =>
    maxEnergyWh({ powerW, durationMs: Math.min(to.getTime() - from.getTime(), elapsedMs) });
  const possible: MeterReading[] = [];
  let impossible: ImpossibleEnergy | null = null;
  let last = lastBefore ?? { at: startedAt, energyWh: 0 };
  for (const reading of readings) {
    const { at, energyWh } = reading;
    const isWhole = energyWh % KILOWATT_HOUR_WH === 0 && last.energyWh % KILOWATT_HOUR_WH === 0;
    const stepWh = Math.max(boundWh(last.at, at), isWhole ? KILOWATT_HOUR_WH : 0);
    // A reading that repeats or precedes the last one is no step.
    const maxWh = Math.floor(Math.min(boundWh(startedAt, at), Math.max(last.energyWh + stepWh, last.energyWh)));
    if (energyWh > maxWh) impossible ??= { energyWh, maxWh };
    else {
      possible.push(reading);
      if (at > last.at) last = { at, energyWh: Math.max(energyWh, last.energyWh) };
    }
  }
  return { possible, impossible };
}
