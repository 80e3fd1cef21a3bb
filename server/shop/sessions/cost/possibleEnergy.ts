import type { MeterReading } from '../../../core/ports/stationPort.ts';
import type { RefusedReading } from '../../../core/records/billReview.ts';
import { later } from '../../../core/records/instants.ts';
import { START_LIMIT_MS } from '../../../runtime/context.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';

/** Plugs give a little more than their rated power. */
const POWER_MARGIN = 1.1;
/** The last step of a meter, and rounding. */
const MARGIN_WH = 100;
/** The difference of two values of a register that counts whole kilowatt-hours is wrong by less than this. */
const KILOWATT_HOUR_WH = 1000;
/** For a plug of unknown power, in watts. */
const UNKNOWN_POWER_W = 400_000;

interface Delivery {
  /** Rated power of the plug in watts; 0: unknown. */
  powerW: number;
  durationMs: number;
  /** Watt-hours that a value may exceed the plug by; missing: those of a register that counts watt-hours. */
  marginWh?: number;
}

/** The energy in watt-hours that a plug can deliver in a time; no bound at infinite power. */
export const maxEnergyWh = ({ powerW, durationMs, marginWh = MARGIN_WH }: Delivery): number =>
  powerW === Number.POSITIVE_INFINITY
    ? powerW
    : (POWER_MARGIN * (powerW > 0 ? powerW : UNKNOWN_POWER_W) * Math.max(durationMs, 0)) / 3_600_000 + marginWh;

/** The margin of register values in watt-hours: whole kilowatt-hours alone come from a register that counts no less. */
export const marginWhOf = (...valuesWh: readonly number[]): number =>
  valuesWh.every(wh => wh % KILOWATT_HOUR_WH === 0) ? KILOWATT_HOUR_WH : MARGIN_WH;

/** When the start was sent to the station; where it was not sent yet, when the session was ordered. */
export const requestedAt = ({ createdAt, startBy }: Pick<SessionRecord, 'createdAt' | 'startBy'>): Date =>
  startBy === null ? createdAt : later(startBy, -START_LIMIT_MS);

/** Infinite where our own clock was put back since the request: then the station's times alone bound the energy. */
export function elapsedMs(session: Pick<SessionRecord, 'createdAt' | 'startBy'>, now: Date): number {
  const ms = now.getTime() - requestedAt(session).getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}

export interface EnergyBounds {
  /** Rated power of the plug in watts; 0: unknown. */
  powerW: number;
  /** Start of charging, by the clock of the station. */
  startedAt: Date;
  /** Time from the request of the session to the receipt of the report, by our clock. */
  elapsedMs: number;
  /** The last reading that was believed; null: none. */
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
 * Splits readings into those that the plug can have delivered and those that it cannot. The total is bounded by the time since the
 * start, each step by the time since the reading before, and both by the time since the session was requested. A register that was
 * refused stays refused, however much time passes, until a later reading is below the refused one and possible.
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
    // A reading that repeats or precedes the last one is no step.
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
