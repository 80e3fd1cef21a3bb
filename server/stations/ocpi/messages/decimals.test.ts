import { describe, expect, test } from '@jest/globals';
import { decimalOf, sumOfDecimals, wholeOf } from './decimals.ts';

describe('decimals of peers', () => {
  test.each([
    [0.1, '0.1'],
    [15.342, '15.342'],
    [0.1 + 0.2, '0.30000000000000004'],
    [-4.4, '-4.4'],
    [5e-7, '0.00000050000000000000'],
    [1e22, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('%p is the text %p', (value, decimal) => {
    expect(decimalOf(value)).toBe(decimal);
  });

  test('add up without the error of floats', () => {
    expect(sumOfDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumOfDecimals(['4', '0.40'])).toBe('4.4');
    expect(sumOfDecimals(['-4', '3.95'])).toBe('-0.05');
    expect(sumOfDecimals([])).toBe('0');
  });

  test('become whole numbers of a smaller unit, a half away from zero', () => {
    expect(wholeOf('15.342', 3)).toBe(15_342);
    expect(wholeOf('1.0005', 3)).toBe(1001);
    expect(wholeOf('1.00049999', 3)).toBe(1000);
    expect(wholeOf('-1.0005', 3)).toBe(-1001);
    expect(wholeOf('8.50', 2)).toBe(850);
    expect(() => wholeOf('x', 0)).toThrow(RangeError);
  });
});
