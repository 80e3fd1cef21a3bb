import { expect, test } from '@jest/globals';
import { dividedBy, exact, exactDecimal, isMore, minus, plus, roundDown, roundHalfUp, roundUp, sumOf, times } from './exact.ts';

const half = (halves: number) => exact(halves, 2);

test('A number is in lowest terms, whatever its sign', () => {
  expect(exact(6, 4)).toEqual({ top: 3n, bottom: 2n });
  expect(exact(-6, 4)).toEqual({ top: -3n, bottom: 2n });
  expect(exact(0, 7)).toEqual({ top: 0n, bottom: 1n });
});

test('A decimal is what is written, not the float that is nearest', () => {
  expect([8.1, 0.000001, 19, 0].map(exactDecimal)).toEqual([exact(81, 10), exact(1, 1_000_000), exact(19), exact(0)]);
});

test('Numbers are added, subtracted, multiplied, divided and compared exactly', () => {
  expect(plus(exact(1, 3), exact(1, 6))).toEqual(half(1));
  expect(plus(exact(1, 4), exact(1, 4))).toEqual(half(1));
  expect(minus(exact(1, 3), exact(1, 2))).toEqual(exact(-1, 6));
  expect(times(exact(2, 3), exact(3, 4))).toEqual(half(1));
  expect(dividedBy(exact(1, 2), exact(2, 3))).toEqual(exact(3, 4));
  expect(sumOf([exact(1, 3), exact(1, 3), exact(1, 3)])).toEqual(exact(1));
  expect([isMore(exact(2, 3), exact(3, 5)), isMore(exact(3, 5), exact(2, 3)), isMore(half(2), exact(1))]).toEqual([
    true,
    false,
    false,
  ]);
});

// The halves of -6, -5, -4, …: -3, -2.5, -2, …
test.each([
  [-6, -3, -3, -3],
  [-5, -3, -2, -2],
  [-4, -2, -2, -2],
  [-1, -1, 0, 0],
  [0, 0, 0, 0],
  [1, 0, 1, 1],
  [4, 2, 2, 2],
  [5, 2, 3, 3],
])('%i halves are rounded down to %i, to the nearest as %i, and up to %i', (halves, down, nearest, up) => {
  expect([roundDown(half(halves)), roundHalfUp(half(halves)), roundUp(half(halves))]).toEqual([down, nearest, up]);
});

test('Steps larger than one are kept to, below nothing as well', () => {
  expect([149, 150, 151, -150, -151].map(amount => roundDown(exact(amount), 100))).toEqual([100, 100, 100, -200, -200]);
  expect([149, 150, 151, -150, -151].map(amount => roundHalfUp(exact(amount), 100))).toEqual([100, 200, 200, -100, -200]);
  expect([149, 200, 201, -150, -200].map(amount => roundUp(exact(amount), 100))).toEqual([200, 200, 300, -100, -200]);
});
