import type { SessionValues } from '../../../shared/charging/session.ts';

/** Leading digits that the top of the power axis may have. */
const NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;
/** Factor that leaves space above the highest point of the curve. */
const HEAD_ROOM = 1.05;

/** Returns the top of the axis for a highest power in kW: a round figure above the power, at least 1. 134 → 150. */
export function niceTop(highest: number): number {
  const needed = Math.max(highest * HEAD_ROOM, 1);
  const power = 10 ** Math.floor(Math.log10(needed));
  return (NICE.find(nice => nice * power >= needed) ?? 10) * power;
}

export interface Sample {
  /** Time of the sample in milliseconds since the epoch. */
  at: number;
  value: number;
}

/** The range of a chart. `from` and `to`: milliseconds since the epoch. `highest`: value at the upper edge. */
export interface ChartRange {
  from: number;
  to: number;
  highest: number;
}

/** Width and height of the box in which paths are drawn. A chart stretches the box to its own size. */
export const BOX = 1000;
/** Fewest samples for a smooth curve. Fewer samples are drawn as steps, because a curve would suggest values between them. */
const MIN_SMOOTH = 4;

/** Returns the horizontal position of a time in the box. */
export const xOf = (at: number, { from, to }: ChartRange): number =>
  to > from ? Math.round(((at - from) / (to - from)) * BOX) : 0;
/** Returns the vertical position of a value in the box, where 0 is the upper edge. */
export const yOf = (value: number, { highest }: ChartRange): number => Math.round(BOX - (value / highest) * BOX);

/**
 * Returns the SVG path of a curve through all samples, in a box of `BOX` by `BOX`. From four samples on, the curve is a monotone
 * cubic: no point of the curve lies above or below both neighbouring samples. With fewer samples, each value lasts until the
 * next sample. Returns an empty path for fewer than two samples.
 */
export function curvePath(samples: readonly Sample[], range: ChartRange): string {
  const points = samples
    .map(({ at, value }) => ({ x: xOf(at, range), y: yOf(value, range) }))
    .filter(({ x }, index, all) => x !== all[index + 1]?.x);
  const [first, ...others] = points;
  if (!first || others.length === 0) return '';
  const start = `M${first.x} ${first.y}`;
  if (points.length < MIN_SMOOTH) return others.reduce((path, { x, y }) => `${path}H${x}V${y}`, start);
  const slopes = slopesOf(points);
  return others.reduce((path, { x, y }, index) => {
    const before = points[index] ?? first;
    const third = (x - before.x) / 3;
    const out = `${Math.round(before.x + third)} ${Math.round(before.y + (slopes[index] ?? 0) * third)}`;
    const into = `${Math.round(x - third)} ${Math.round(y - (slopes[index + 1] ?? 0) * third)}`;
    return `${path}C${out} ${into} ${x} ${y}`;
  }, start);
}

interface Point {
  x: number;
  y: number;
}

/** Returns the slope of the curve at each point, by Steffen's method, which keeps the curve monotone between two points. */
function slopesOf(points: readonly Point[]): number[] {
  const pieces = points.slice(1).map(({ x, y }, index) => {
    const before = points[index] ?? { x: 0, y };
    return { width: x - before.x, slope: (y - before.y) / (x - before.x) };
  });
  const inner = pieces.slice(1).map((next, index) => {
    const before = pieces[index] ?? next;
    const mean = (before.slope * next.width + next.slope * before.width) / (before.width + next.width);
    const smallest = Math.min(Math.abs(before.slope), Math.abs(next.slope), Math.abs(mean) / 2);
    return (Math.sign(before.slope) + Math.sign(next.slope)) * smallest;
  });
  const endSlope = (slope: number, neighbour: number) => (3 * slope - neighbour) / 2;
  return [endSlope(pieces[0]?.slope ?? 0, inner[0] ?? 0), ...inner, endSlope(pieces.at(-1)?.slope ?? 0, inner.at(-1) ?? 0)];
}

/** A meter reading: `value` is the power in W at the time `at`. */
export interface Reading extends Sample {
  energyWh: number;
}

/** Returns the points of the curve, with the current power as the last point. */
export function readingsOf({ curve, powerW, energyWh }: SessionValues, until: string): Reading[] {
  const readings = curve.map(point => ({ at: Date.parse(point.at), value: point.powerW, energyWh: point.energyWh }));
  const last = readings.at(-1);
  const now = Date.parse(until);
  return last && now > last.at ? [...readings, { at: now, value: powerW, energyWh }] : readings;
}

/** Returns since when no power flows, in milliseconds since the epoch. Null: power flows, or there is no reading. */
export function idleSince(samples: readonly Sample[]): number | null {
  const lastWithPower = samples.findLastIndex(({ value }) => value > 0);
  return samples[lastWithPower + 1]?.at ?? null;
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
