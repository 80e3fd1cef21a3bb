import { expect, it } from '@jest/globals';
import { unforeseen } from './random.ts';

it('Gives no bytes twice, however many are asked for', () => {
  const given = Array.from({ length: 5000 }, (_, n) => unforeseen([6, 16, 24][n % 3]!));
  expect(given.map(({ length }) => length).slice(0, 3)).toEqual([6, 16, 24]);
  expect(new Set(given.map(bytes => bytes.subarray(0, 6).toString('hex'))).size).toBe(given.length);
  // The returned bytes must not be overwritten later.
  expect(given.some(bytes => bytes.every(byte => byte === 0))).toBe(false);
});
