import type { MeterReading } from '../ports/stationPort.ts';

/**
 * The usage of a session. Readings are in order of time, with energy since the session began. An implicit first reading is 0 Wh
 * at `startedAt`. Energy between two readings is interpolated linearly over time, also if `endedAt` is between them.
 */
export interface Usage {
  startedAt: Date;
  endedAt: Date;
  readings: readonly MeterReading[];
}

/** The meter between two readings. Times in seconds since the epoch, energy in Wh since the session began. */
export interface MeterStretch {
  fromS: number;
  toS: number;
  fromWh: number;
  toWh: number;
  powerW: number;
  /** The time since which the vehicle has requested no power. Null while the vehicle charges. */
  standingSinceS: number | null;
}

/** State of the meter after a reading, valid until the next reading. */
export interface MeterState {
  atS: number;
  energyWh: number;
  powerW: number;
  isCharging: boolean;
  standingSinceS: number | null;
}

/** Seconds since the epoch. Fractions are dropped everywhere, so that durations add up. */
export const secondsAt = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * The meter from `startedAt` to `endedAt` without a gap. The power of a reading applies until the next reading. Parking time
 * counts only between two readings that both report no charging, because parking time costs money and needs proof. Energy never
 * decreases.
 * @param from the state of the meter after earlier readings; `readings` then contains only the following ones
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

/** State of the meter after the given readings. Null before the first reading. */
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

/** Interpolated energy in whole Wh at an instant of the stretch. */
export function energyAt(stretch: MeterStretch, atS: number): number {
  const { fromS, toS, fromWh, toWh } = stretch;
  if (atS >= toS) return toWh;
  return fromWh + Math.floor(((toWh - fromWh) * (atS - fromS)) / (toS - fromS));
}

/** The second in which the interpolated energy reaches a value within the stretch. */
export function secondOf(stretch: MeterStretch, energyWh: number): number {
  const { fromS, toS, fromWh, toWh } = stretch;
  return fromS + Math.floor(((toS - fromS) * (energyWh - fromWh)) / (toWh - fromWh));
}

function cutOff(stretch: MeterStretch, endS: number): MeterStretch {
  return stretch.toS <= endS ? stretch : { ...stretch, toS: endS, toWh: energyAt(stretch, endS) };
}
