import { MINUTE_MS } from '../../../shared/model/time.ts';

/** Leading digits that the distance between grid lines may have. */
const NICE = [1, 2, 3, 4, 5, 6, 8, 10] as const;
const SPACES = 3;
/** Factor that leaves space above the highest point of the curve. */
const HEAD_ROOM = 1.05;

/** Returns the values of four grid lines, from zero to above the highest value, at round distances: 112 → 0, 40, 80, 120. */
export function niceTicks(highest: number): number[] {
  const minStep = Math.max((highest * HEAD_ROOM) / SPACES, 1);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = (NICE.find(nice => nice * power >= minStep) ?? 10) * power;
  return Array.from({ length: SPACES + 1 }, (_, place) => place * step);
}

const STEP_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480] as const;

/** Returns at most five labels for the time axis, at whole minutes. `percent` is the position of a label on the axis. */
export function timeMarks({ from, to }: { from: number; to: number }): { at: number; percent: number }[] {
  const step = (STEP_MINUTES.find(minutes => to - from <= minutes * MINUTE_MS * 4) ?? 1440) * MINUTE_MS;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  if (count === 0) return [{ at: from, percent: 0 }];
  return Array.from({ length: count }, (_, place) => {
    const at = first + place * step;
    return { at, percent: to > from ? round(((at - from) / (to - from)) * 100) : 0 };
  });
}

interface Sample {
  /** Time of the sample in milliseconds since the epoch. */
  at: number;
  value: number;
}

/** Returns the SVG path of a step line in a box of `width` by `height`. Each value lasts until the next sample. */
export function stepPath(samples: readonly Sample[], box: { width: number; height: number; highest: number }): string {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at) return '';
  const x = (at: number) => round(((at - first.at) / (last.at - first.at)) * box.width);
  const y = (value: number) => round(box.height - (value / box.highest) * box.height);
  return samples.slice(1).reduce((path, { at, value }) => `${path}H${x(at)}V${y(value)}`, `M0 ${y(first.value)}`);
}

/** Rounded to tenths of a pixel, which keeps the path short. */
const round = (value: number): number => Math.round(value * 10) / 10;

/** A meter reading: `value` is the power in W at the time `at`. */
export interface Reading extends Sample {
  energyWh: number;
}

/**
 * Returns the rows of the table. Of the meter readings with the same displayed time, only the first, the highest and the last
 * have a row; otherwise a meter with a reading every ten seconds would produce six similar rows per minute. A period of constant
 * power has one row at its start and one at its end.
 */
export function tableRows(readings: readonly Reading[], write: (ms: number) => string): Reading[] {
  const peak = highestOf(readings);
  const rows = readings.filter((reading, place) => {
    const next = readings[place + 1];
    return place === 0 || reading === peak || !next || write(next.at) !== write(reading.at);
  });
  return rows.filter((row, place) => !(isSame(row, rows[place - 1]) && isSame(row, rows[place + 1])));
}

const isSame = (reading: Reading, other: Reading | undefined): boolean =>
  reading.value === other?.value && reading.energyWh === other.energyWh;

/** Returns the first sample with the highest value. */
export function highestOf<S extends Sample>(samples: readonly S[]): S | undefined {
  return samples.reduce<S | undefined>((best, sample) => (best && best.value >= sample.value ? best : sample), undefined);
}
