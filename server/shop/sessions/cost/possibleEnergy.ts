import type { MeterReading } from '../../../core/ports/stationPort.ts';
import type { RefusedReading } from '../../../core/records/billReview.ts';
import { later } from '../../../core/records/instants.ts';
import { START_LIMIT_MS } from '../../../runtime/context.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';

/** Connectors deliver slightly more than their rated power. */
const POWER_MARGIN = 1.1;
/** Margin for the last step of a meter, and for rounding. */
const MARGIN_WH = 100;
/** The difference of two values of a register that counts whole kilowatt-hours is wrong by less than this. */
const KILOWATT_HOUR_WH = 1000;
/** Assumed power of a connector whose power is unknown, in watts. */
const UNKNOWN_POWER_W = 400_000;

interface Delivery {
  /** Rated power of the connector in watts; 0: unknown. */
  powerW: number;
  durationMs: number;
  /**
   * Watt-hours by which a value may exceed the energy of the connector. Missing: the margin of a register that counts
   * watt-hours.
   */
  marginWh?: number;
}

/** The energy in watt-hours that a connector can deliver in a time; infinite for an infinite power. */
export const maxEnergyWh = ({ powerW, durationMs, marginWh = MARGIN_WH }: Delivery): number =>
  powerW === Number.POSITIVE_INFINITY
    ? powerW
    : (POWER_MARGIN * (powerW > 0 ? powerW : UNKNOWN_POWER_W) * Math.max(durationMs, 0)) / 3_600_000 + marginWh;

/**
 * The margin of register values in watt-hours. If all values are whole kilowatt-hours, the register counts whole kilowatt-hours.
 */
export const marginWhOf = (...valuesWh: readonly number[]): number =>
  valuesWh.every(wh => wh % KILOWATT_HOUR_WH === 0) ? KILOWATT_HOUR_WH : MARGIN_WH;

/** The time at which the start was sent to the station. Before that, the time at which the session was ordered. */
export const requestedAt = ({ createdAt, startBy }: Pick<SessionRecord, 'createdAt' | 'startBy'>): Date =>
  startBy === null ? createdAt : later(startBy, -START_LIMIT_MS);

/**
 * Milliseconds since the request. Infinite if the server's clock was set back since the request: then only the station's times
 * limit the energy.
 */
export function elapsedMs(session: Pick<SessionRecord, 'createdAt' | 'startBy'>, now: Date): number {
  const ms = now.getTime() - requestedAt(session).getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}

export interface EnergyBounds {
  /** Rated power of the connector in watts; 0: unknown. */
  powerW: number;
  /** Start of charging, by the clock of the station. */
  startedAt: Date;
  /** Milliseconds from the request of the session to the receipt of the report, by the server's clock. */
  elapsedMs: number;
  /** The last accepted reading; null: none. */
  last: Pick<MeterReading, 'at' | 'energyWh'> | null;
  /** The reading that was refused before and not replaced since; null: none. */
  refused: RefusedReading | null;
}

interface SplitReadings {
  possible: readonly MeterReading[];
  /** The refused reading that no later possible one has replaced; null: none. */
  refused: RefusedReading | null;
}

/**
 * Separates the readings that the connector can have delivered from those that the connector cannot have delivered. The total is
 * limited by the time since the start, each step by the time since the previous reading, and both by the time since the session
 * was requested. A refused reading stays refused, however much time passes, until a later reading is possible and below the
 * refused one.
 */
export function splitByPossible(
  readings: readonly MeterReading[],
  { powerW, startedAt, elapsedMs, last: lastBefore, refused: refusedBefore }: EnergyBounds,
): SplitReadings {
  const possible: MeterReading[] = [];
  let last = lastBefore ?? { at: startedAt, energyWh: 0 };
  let refused = refusedBefore;
  for (const reading of readings) {
    const { at, energyWh } = reading;
    const marginWh = marginWhOf(energyWh, last.energyWh);
    const boundWh = (from: Date) =>
      maxEnergyWh({ powerW, durationMs: Math.min(at.getTime() - from.getTime(), elapsedMs), marginWh });
    // A reading at or before the time of the last one may exceed the last one only by the margin.
    const maxWh = Math.floor(Math.min(boundWh(startedAt), last.energyWh + boundWh(last.at)));
    if (energyWh > maxWh || (refused && energyWh >= refused.energyWh)) {
      if (!refused || energyWh < refused.energyWh) refused = { at: at.toISOString(), energyWh, maxWh };
      continue;
    }
    possible.push(reading);
    if (refused && at > new Date(refused.at)) refused = null;
    if (at > last.at) last = { at, energyWh: Math.max(energyWh, last.energyWh) };
  }
  return { possible, refused };
}
