import { nowMs, type Plug, type Station } from './station.ts';

const STEP_MS = 10_000;
/** State of charge in percent above which the power of DC charging decreases. */
const TAPERS_FROM_PERCENT = 60;
const MIN_SHARE = 0.2;

/** Returns the state of charge of the vehicle's battery in percent. */
export const percentOf = (station: Station, plug: Plug): number => {
  const { startsAtPercent, batteryWh } = station.at(plug).vehicle;
  return Math.min(100, startsAtPercent + (plug.meter.chargedWh / batteryWh) * 100);
};

/** Returns the current power in W. */
function powerOf(station: Station, plug: Plug): number {
  if (plug.flow?.state !== 'Charging') return 0;
  const maxW = Math.min(station.facts.powerW, station.at(plug).vehicle.drawsW ?? Number.POSITIVE_INFINITY);
  const percent = percentOf(station, plug);
  if (percent >= 100) return 0;
  if (!station.facts.isDc || percent < TAPERS_FROM_PERCENT) return maxW;
  const share = 1 - ((percent - TAPERS_FROM_PERCENT) / (100 - TAPERS_FROM_PERCENT)) * (1 - MIN_SHARE);
  return Math.round(maxW * share);
}

/** Adds the energy since the last call to the meter. Must be called before any change of the power. */
export function count(station: Station, plug: Plug): void {
  const { meter } = plug;
  const untilMs = nowMs(station);
  if (plug.flow?.state !== 'Charging') meter.asOfMs = untilMs;
  while (meter.asOfMs < untilMs) {
    const ms = Math.min(STEP_MS, untilMs - meter.asOfMs);
    meter.powerW = powerOf(station, plug);
    const wh = (meter.powerW * ms) / 3_600_000;
    meter.registerWh += wh;
    meter.chargedWh += wh;
    meter.asOfMs += ms;
  }
  meter.powerW = powerOf(station, plug);
}

/** Returns the meter reading in whole Wh, as the meter displays it. */
export const shownWh = ({ meter }: Plug): number => Math.floor(meter.registerWh);
