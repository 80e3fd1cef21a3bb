import type { MeterReading } from '../ports/stationPort.ts';

/**
 * Usage of a session. Meter readings are in order of time and count the energy since the session began. At `startedAt` the
 * energy is 0 Wh. Between two readings, energy is interpolated linearly over time, also if `endedAt` lies between them.
 */
export interface Usage {
  startedAt: Date;
  endedAt: Date;
  readings: readonly MeterReading[];
}

/** The meter between two readings. Times are in seconds since the epoch, energy is in Wh since the session began. */
export interface MeterStretch {
  fromS: number;
  toS: number;
  fromWh: number;
  toWh: number;
  powerW: number;
  /** Time since which the vehicle has requested no power. Null while the vehicle charges. */
  standingSinceS: number | null;
}

/** State of the meter after a reading, which holds until the next reading. */
export interface MeterState {
  atS: number;
  energyWh: number;
  powerW: number;
  isCharging: boolean;
  standingSinceS: number | null;
}

/** Converts a time to seconds since the epoch. All durations are computed from whole seconds, so that they add up. */
export const secondsAt = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * Returns the course of the meter from `startedAt` to `endedAt` without gaps. The power of a reading applies until the next
 * reading. Energy never decreases. Parking time begins only after two consecutive readings without charging, because it costs
 * money and one reading could be an error.
 * @param from state of the meter after earlier readings; `readings` then contains only later ones
 */
export function meterCurve({ startedAt, endedAt, readings }: Usage, from: MeterState | null = null): MeterStretch[] {
  const endS = secondsAt(endedAt);
  let before = from ?? meterAtStart({ startedAt, first: readings[0] });
  const stretches: MeterStretch[] = [];
  const go = (next: MeterState) => {
    const { atS: toS, energyWh: toWh, standingSinceS } = next;
    const stretch = { fromS: before.atS, toS, fromWh: before.energyWh, toWh, powerW: before.powerW, standingSinceS };
    if (before.atS <= endS) stretches.push(cutOff(stretch, endS));
    before = next;
  };
  for (const reading of readings) go(meterAfter(before, reading));
  if (before.atS < endS) go({ ...before, atS: endS, standingSinceS: standingSince(before, before.isCharging) });
  return stretches;
}

const meterAtStart = ({ startedAt, first }: { startedAt: Date; first: MeterReading | undefined }): MeterState => ({
  atS: secondsAt(startedAt),
  energyWh: 0,
  powerW: first?.powerW ?? 0,
  isCharging: first?.isCharging ?? true,
  standingSinceS: null,
});

/** Returns the state of the meter after the given readings. Null: there is no reading yet. */
export function meterWith(
  { startedAt, readings }: Pick<Usage, 'startedAt' | 'readings'>,
  from: MeterState | null,
): MeterState | null {
  const [first] = readings;
  return first ? readings.reduce(meterAfter, from ?? meterAtStart({ startedAt, first })) : from;
}

function meterAfter(before: MeterState, { at, energyWh, powerW, isCharging }: MeterReading): MeterState {
  const standingSinceS = standingSince(before, isCharging);
  const [atS, highestWh] = [Math.max(secondsAt(at), before.atS), Math.max(energyWh, before.energyWh)];
  return { atS, energyWh: highestWh, powerW, isCharging, standingSinceS };
}

const standingSince = (before: MeterState, isChargingNext: boolean): number | null =>
  before.isCharging || isChargingNext ? null : (before.standingSinceS ?? before.atS);

/** Returns the interpolated energy at an instant of the stretch, in whole Wh. */
export function energyAt(stretch: MeterStretch, atS: number): number {
  const { fromS, toS, fromWh, toWh } = stretch;
  if (atS >= toS) return toWh;
  return fromWh + Math.floor(((toWh - fromWh) * (atS - fromS)) / (toS - fromS));
}

/** Returns the second in which the interpolated energy of the stretch reaches a value. */
export function secondOf(stretch: MeterStretch, energyWh: number): number {
  const { fromS, toS, fromWh, toWh } = stretch;
  return fromS + Math.floor(((toS - fromS) * (energyWh - fromWh)) / (toWh - fromWh));
}

function cutOff(stretch: MeterStretch, endS: number): MeterStretch {
  return stretch.toS <= endS ? stretch : { ...stretch, toS: endS, toWh: energyAt(stretch, endS) };
}
