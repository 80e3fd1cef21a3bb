import { niceTop } from '../../components/figure/chartScale.ts';

/** Position of the highest grid line and of the base line, in per cent of the height of the chart. */
export const TOP = 10;
export const BASE = 86;
/** Part of the width of a column that its bar takes. */
const BAR_SHARE = 0.76;

/** One column of a bar chart: an hour or a day. */
export interface Bar {
  /** Name of the hour or day in the table: '18–19', 'Tue 24 Nov'. */
  name: string;
  /** Null: the hour or day is in the future, or nothing is known. */
  value: number | null;
  /** Value of the hour or day to compare with, drawn as an outline. Null: unknown. */
  before: number | null;
  /** True: the hour or day is not over. Its bar is hatched. */
  isRunning?: boolean;
  /** Page about the hour or day. */
  path?: string;
}

interface BarShape {
  x: string;
  y: string;
  width: string;
  height: string;
}

/**
 * Computes the rectangles of a bar chart in per cent of the drawing. They stretch with the chart, and texts in it keep their
 * size.
 * @returns one entry per bar. Null: the bar has no value
 */
export function barShapes(bars: readonly Bar[], highest: number): (BarShape | null)[] {
  const column = 100 / bars.length;
  return bars.map(({ value }, place) => {
    if (value === null) return null;
    const y = heightAt(value, highest);
    return {
      x: percent((place + (1 - BAR_SHARE) / 2) * column),
      y: percent(y),
      width: percent(column * BAR_SHARE),
      height: percent(BASE - y),
    };
  });
}

/**
 * Returns the path of the outline of the values to compare with, in a drawing of 100 by 100. Empty if one of these values is
 * unknown.
 */
export function outlinePath(bars: readonly Bar[], highest: number): string {
  const column = 100 / bars.length;
  if (bars.some(({ before }) => before === null)) return '';
  return bars
    .map(
      ({ before }, place) =>
        `${place === 0 ? 'M0 ' : 'V'}${round(heightAt(before ?? 0, highest))}H${round((place + 1) * column)}`,
    )
    .join('');
}

/** Returns the value of the highest grid line, a round number that is not below any value of the chart. */
export function highestLine(bars: readonly Bar[]): number {
  const highest = Math.max(0, ...bars.flatMap(({ value, before }) => [value ?? 0, before ?? 0]));
  return niceTop(highest);
}

/** Returns the position of a value in per cent of the height of the chart. */
export const heightAt = (value: number, highest: number): number => BASE - ((BASE - TOP) * value) / highest;

const round = (value: number): number => Math.round(value * 100) / 100;
export const percent = (value: number): string => `${round(value)}%`;

/** Alignment of a label, so that the first and the last label do not extend beyond the chart. */
export function anchorOf(at: number, count: number): 'start' | 'middle' | 'end' {
  if (at === 0) return 'start';
  return at === count ? 'end' : 'middle';
}
