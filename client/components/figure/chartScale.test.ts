import { curvePath, highestOf, idleSince, niceTop, tableRows } from './chartScale.ts';

const write = (ms: number) => new Date(ms).toISOString().slice(11, 16);

test.each([
  [0, 1],
  [3.7, 4],
  [10.9, 15],
  [22, 25],
  [50, 60],
  [134, 150],
  [350, 400],
])('a highest power of %p kW has an axis up to %p kW', (highest, top) => {
  expect(niceTop(highest)).toBe(top);
});

const range = { from: 0, to: 100, highest: 10 };
const samples = (...values: readonly [at: number, value: number][]) => values.map(([at, value]) => ({ at, value }));

test('fewer than four values are steps: each value lasts until the next value', () => {
  expect(curvePath(samples([0, 0], [50, 10], [100, 5]), range)).toBe('M0 1000H500V0H1000V500');
  expect(curvePath(samples([0, 0]), range)).toBe('');
});

test('from four values on, the curve passes through every value, and never beyond its neighbours', () => {
  const path = curvePath(samples([0, 0], [20, 8], [40, 8], [60, 2], [100, 3]), range);
  const pieces = path
    .slice(1)
    .split('C')
    .map(piece => piece.split(' ').map(Number));
  expect(pieces.map(piece => piece.slice(-2))).toEqual([
    [0, 1000],
    [200, 200],
    [400, 200],
    [600, 800],
    [1000, 700],
  ]);
  pieces.slice(1).forEach(([, firstY = 0, , secondY = 0, , y = 0], index) => {
    const before = pieces[index]?.at(-1) ?? 0;
    for (const control of [firstY, secondY]) {
      expect(control).toBeGreaterThanOrEqual(Math.min(before, y));
      expect(control).toBeLessThanOrEqual(Math.max(before, y));
    }
  });
});

test('of two values at one time the later is drawn', () => {
  expect(curvePath(samples([0, 1], [50, 2], [50, 4], [100, 4]), range)).toBe('M0 900H500V600H1000V600');
});

test('a curve that ends before the chart leaves space for the forecast', () => {
  expect(curvePath(samples([0, 1], [50, 2]), range)).toBe('M0 900H500V800');
});

test('the time since when no power flows is that of the first zero after the last power', () => {
  expect(idleSince(samples([0, 0], [10, 5], [20, 0], [30, 0]))).toBe(20);
  expect(idleSince(samples([0, 0], [10, 5]))).toBeNull();
  expect(idleSince(samples([0, 0], [10, 0]))).toBe(0);
  expect(idleSince([])).toBeNull();
});

const readings = (facts: readonly [seconds: number, value: number, energyWh: number][]) =>
  facts.map(([seconds, value, energyWh]) => ({ at: seconds * 1000, value, energyWh }));

test('the table has one row for each minute, and keeps the highest value', () => {
  const samples = readings([
    [0, 0, 0],
    [5, 11, 1],
    [30, 10, 2],
    [60, 9, 3],
    [70, 12, 4],
    [80, 8, 5],
  ]);
  expect(highestOf(samples)?.value).toBe(12);
  expect(tableRows(samples, write).map(({ value }) => value)).toEqual([0, 10, 12, 8]);
});

test('a long pause is two rows of the table: when it began and how it is now', () => {
  const samples = readings([
    [0, 11, 0],
    [60, 0, 9],
    [120, 0, 9],
    [180, 0, 9],
    [240, 0, 9],
  ]);
  expect(tableRows(samples, write).map(({ at }) => at / 1000)).toEqual([0, 60, 240]);
});
