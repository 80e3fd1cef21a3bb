/** Steps people count in. */
const NICE = [1, 2, 3, 4, 5, 8, 10] as const;
const SPACES = 3;

/** Four grid lines from nought to at least the highest value, at steps people count in: 112 → 0, 40, 80, 120. */
export function niceTicks(highest: number): number[] {
  const least = Math.max(highest / SPACES, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (NICE.find(nice => nice * power >= least) ?? 10) * power;
  return Array.from({ length: SPACES + 1 }, (_, place) => place * step);
}

/** What stands below a chart: four moments at equal distances, fewer where two would read the same. */
export function timeMarks({ from, to, write }: { from: number; to: number; write(ms: number): string }): string[] {
  for (const count of [4, 3, 2]) {
    const marks = Array.from({ length: count }, (_, place) => write(from + ((to - from) * place) / (count - 1)));
    if (new Set(marks).size === count) return marks;
  }
  return [write(from)];
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
