import type { MeterReading } from '../ports/stationPort.ts';

/**
 * What a session used. Readings are in order of time, energy since the session began; the first, unspoken one is 0 Wh at
 * `startedAt`. Energy between two readings is shared linearly by time, also where `endedAt` lies between them.
 */
export interface Usage {
  startedAt: Date;
  endedAt: Date;
  readings: readonly MeterReading[];
}

/** The meter between two readings: times in seconds of the epoch, energy in Wh since the session began. */
export interface MeterStretch {
  fromS: number;
  toS: number;
  fromWh: number;
  toWh: number;
  powerW: number;
  /** Since when the vehicle has asked for no power; null while it charges. */
  standingSinceS: number | null;
}

/** Where a meter stands: what a reading said, holding until the next one. */
export interface MeterState {
  atS: number;
  energyWh: number;
  powerW: number;
  isCharging: boolean;
  standingSinceS: number | null;
}

/** Seconds of the epoch; fractions of a second are cut off everywhere, so that durations add up. */
export const secondsAt = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * The meter from `startedAt` to `endedAt` without a gap. A reading's power holds until the next reading. A vehicle stands
 * idle only between two readings that both say so: standing is paid for, so it must be proven. Energy never falls.
 * @param from where the meter stands already; the readings are then those that follow.
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

/** Where the meter stands after readings that follow; null before the first one. */
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

/** Whole Wh on the line at an instant inside the stretch. */
export function energyAt(stretch: MeterStretch, atS: number): number {
  const { fromS, toS, fromWh, toWh } = stretch;
  if (atS >= toS) return toWh;
  return fromWh + Math.floor(((toWh - fromWh) * (atS - fromS)) / (toS - fromS));
}

/** The second in which the line reaches an energy inside the stretch. */
export function secondOf(stretch: MeterStretch, energyWh: number): number {
  const { fromS, toS, fromWh, toWh } = stretch;
  return fromS + Math.floor(((toS - fromS) * (energyWh - fromWh)) / (toWh - fromWh));
}

function cutOff(stretch: MeterStretch, endS: number): MeterStretch {
  return stretch.toS <= endS ? stretch : { ...stretch, toS: endS, toWh: energyAt(stretch, endS) };
}
