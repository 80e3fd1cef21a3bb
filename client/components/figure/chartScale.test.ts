import { highestOf, niceTicks, stepPath, tableRows, timeMarks } from './chartScale.ts';

const minute = (at: number) => at * 60_000;
const write = (ms: number) => new Date(ms).toISOString().slice(11, 16);

test.each([
  [0, [0, 1, 2, 3]],
  [3.7, [0, 2, 4, 6]],
  [11, [0, 4, 8, 12]],
  [22, [0, 8, 16, 24]],
  [50, [0, 20, 40, 60]],
  [112, [0, 40, 80, 120]],
  [150, [0, 60, 120, 180]],
  [350, [0, 200, 400, 600]],
])('a highest power of %p kW has its grid lines at %p', (highest, ticks) => {
  expect(niceTicks(highest)).toEqual(ticks);
});

const marksOf = (from: number, to: number) => timeMarks({ from, to }).map(({ at, percent }) => [write(at), percent]);

test('a chart of an hour names its quarters', () => {
  expect(marksOf(0, minute(60))).toEqual([
    ['00:00', 0],
    ['00:15', 25],
    ['00:30', 50],
    ['00:45', 75],
    ['01:00', 100],
  ]);
});

test('a chart that begins within a minute names whole minutes where they are', () => {
  expect(marksOf(minute(0.5), minute(4.5))).toEqual([
    ['00:01', 12.5],
    ['00:02', 37.5],
    ['00:03', 62.5],
    ['00:04', 87.5],
  ]);
});

test('a chart of less than a minute names when it began', () => {
  expect(marksOf(5000, 25_000)).toEqual([['00:00', 0]]);
});

test('a chart of days names few times', () => {
  expect(marksOf(0, minute(2 * 1440)).length).toBeLessThanOrEqual(5);
});

test('each value holds until the next is known', () => {
  const samples = [
    { at: 0, value: 0 },
    { at: 50, value: 10 },
    { at: 100, value: 5 },
  ];
  expect(stepPath(samples, { width: 100, height: 10, highest: 10 })).toBe('M0 10H50V0H100V5');
  expect(stepPath(samples.slice(0, 1), { width: 100, height: 10, highest: 10 })).toBe('');
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
