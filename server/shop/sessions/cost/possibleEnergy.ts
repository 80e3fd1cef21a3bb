import type { MeterReading } from '../../../core/ports/stationPort.ts';
import type { RefusedReading } from '../../../core/records/billReview.ts';
import { later } from '../../../core/records/instants.ts';
import { START_LIMIT_MS } from '../../../runtime/context.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';

/** Connectors may deliver slightly more than their rated power. */
const POWER_MARGIN = 1.1;
/** Margin for a meter that counts watt-hours, and for rounding. */
const MARGIN_WH = 100;
/** Margin for a meter that counts whole kilowatt-hours: the difference of two values is wrong by less than this. */
const KILOWATT_HOUR_WH = 1000;
/** Assumed power in watts of a connector whose power is unknown: a fast charger. */
const UNKNOWN_POWER_W = 400_000;

interface Delivery {
  /** Rated power of the connector in watts; 0 if unknown. */
  powerW: number;
  durationMs: number;
  /** Margin for the resolution of the meter, in watt-hours. If missing, the meter counts watt-hours. */
  marginWh?: number;
}

/** Returns the maximum power in watts that a connector can deliver. `ratedW` is its rated power, 0 if unknown. */
export const maxPowerW = (ratedW: number): number => POWER_MARGIN * (ratedW > 0 ? ratedW : UNKNOWN_POWER_W);

/** Returns the maximum energy in watt-hours that a connector can deliver in a period; infinite if `powerW` is infinite. */
export const maxEnergyWh = ({ powerW, durationMs, marginWh = MARGIN_WH }: Delivery): number =>
  powerW === Number.POSITIVE_INFINITY ? powerW : (maxPowerW(powerW) * Math.max(durationMs, 0)) / 3_600_000 + marginWh;

/**
 * Returns the margin for meter readings in watt-hours. If all of them are multiples of 1 kWh, the meter counts whole
 * kilowatt-hours.
 */
export const marginWhOf = (...valuesWh: readonly number[]): number =>
  valuesWh.every(wh => wh % KILOWATT_HOUR_WH === 0) ? KILOWATT_HOUR_WH : MARGIN_WH;

/** Returns when the start was requested from the station; before that, when the session was ordered. */
export const requestedAt = ({ createdAt, startBy }: Pick<SessionRecord, 'createdAt' | 'startBy'>): Date =>
  startBy === null ? createdAt : later(startBy, -START_LIMIT_MS);

/**
 * Returns the milliseconds since the request of the session. Infinite if the server's clock has been set back since, so that
 * only the station's times limit the energy.
 */
export function elapsedMs(session: Pick<SessionRecord, 'createdAt' | 'startBy'>, now: Date): number {
  const ms = now.getTime() - requestedAt(session).getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}

export interface EnergyBounds {
  /** Rated power of the connector in watts; 0 if unknown. */
  powerW: number;
  /** The start of charging by the station's clock. */
  startedAt: Date;
  /** Milliseconds from the request of the session to the arrival of the report, by the server's clock. */
  elapsedMs: number;
  /** The last accepted reading; null if there is none. */
  last: Pick<MeterReading, 'at' | 'energyWh'> | null;
  /** The reading that was refused before and is not replaced yet; null if there is none. */
  refused: RefusedReading | null;
}

interface SplitReadings {
  possible: readonly MeterReading[];
  /** The refused reading that is not replaced yet; null if there is none. */
  refused: RefusedReading | null;
}

/**
 * Separates possible readings from those above the energy that the connector can have delivered. The energy is limited by the
 * time since the start, and its increase by the time since the previous reading; neither time may exceed the time since the
 * request of the session. A refused reading stays refused, even if its energy becomes possible as time passes, until a later
 * reading is possible and lower.
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
    // A reading that is not later than the last one may exceed it only by the margin.
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
