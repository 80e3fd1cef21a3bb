import { MINUTE_MS } from '../../../shared/model/time.ts';

/** Steps people count in. */
const NICE = [1, 2, 3, 4, 5, 6, 8, 10] as const;
const SPACES = 3;
/** The curve does not run along the uppermost line. */
const HEAD_ROOM = 1.05;

/** Four grid lines from nought to above the highest value, at steps people count in: 112 → 0, 40, 80, 120. */
export function niceTicks(highest: number): number[] {
  const minStep = Math.max((highest * HEAD_ROOM) / SPACES, 1);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = (NICE.find(nice => nice * power >= minStep) ?? 10) * power;
  return Array.from({ length: SPACES + 1 }, (_, place) => place * step);
}

const STEP_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480] as const;

/** Moments that stand below a chart: whole minutes, at most five, each with its place in per cent of the width. */
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
  /** Milliseconds of the epoch. */
  at: number;
  value: number;
}

/** A line of steps in a box of `width` by `height`: each value holds until the next is known. */
export function stepPath(samples: readonly Sample[], box: { width: number; height: number; highest: number }): string {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at) return '';
  const x = (at: number) => round(((at - first.at) / (last.at - first.at)) * box.width);
  const y = (value: number) => round(box.height - (value / box.highest) * box.height);
  return samples.slice(1).reduce((path, { at, value }) => `${path}H${x(at)}V${y(value)}`, `M0 ${y(first.value)}`);
}

/** A tenth of a pixel is enough, and shorter. */
const round = (value: number): number => Math.round(value * 10) / 10;

/** What the meter said at a moment; the value is the power in W. */
export interface Reading extends Sample {
  energyWh: number;
}

/**
 * What a table says of the same readings: the first, the highest and the last of each written time, so that a meter read
 * every ten seconds does not make six rows that look alike. While nothing happens it says so once, and when that ends.
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

/** The first of the highest. */
export function highestOf<S extends Sample>(samples: readonly S[]): S | undefined {
  return samples.reduce<S | undefined>((best, sample) => (best && best.value >= sample.value ? best : sample), undefined);
}
