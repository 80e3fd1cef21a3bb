import type { MeterReading } from '../ports.ts';

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

/** Seconds of the epoch; fractions of a second are cut off everywhere, so that durations add up. */
export const secondsAt = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * The meter from `startedAt` to `endedAt` without a gap. A reading's power holds until the next reading. A vehicle stands
 * idle only between two readings that both say so: standing is paid for, so it must be proven. Energy never falls.
 */
export function meterCurve({ startedAt, endedAt, readings }: Usage): MeterStretch[] {
  const [startS, endS] = [secondsAt(startedAt), secondsAt(endedAt)];
  const first = readings[0];
  let before = { atS: startS, energyWh: 0, powerW: first?.powerW ?? 0, isCharging: first?.isCharging ?? true };
  let standingSinceS: number | null = null;
  const stretches: MeterStretch[] = [];
  const go = (next: typeof before) => {
    const isStanding = !before.isCharging && !next.isCharging;
    standingSinceS = isStanding ? (standingSinceS ?? before.atS) : null;
    const stretch = {
      fromS: before.atS,
      toS: next.atS,
      fromWh: before.energyWh,
      toWh: next.energyWh,
      powerW: before.powerW,
      standingSinceS,
    };
    if (before.atS <= endS) stretches.push(cutOff(stretch, endS));
    before = next;
  };
  for (const { at, energyWh, powerW, isCharging } of readings) {
    go({ atS: Math.max(secondsAt(at), before.atS), energyWh: Math.max(energyWh, before.energyWh), powerW, isCharging });
  }
  if (before.atS < endS) go({ ...before, atS: endS });
  return stretches;
}

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
