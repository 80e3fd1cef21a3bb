import { expect, test } from '@jest/globals';
import { limitFor } from './startingLimit.ts';

const limits = [2_000, 4_000, 8_000].map(amountMinor => ({ amountMinor, energyWh: null }));

test('the first hold is the smallest with half of the estimate to spare', () => {
  expect(limitFor(limits, { estimateMinor: 980 })).toBe(2_000);
  expect(limitFor(limits, { estimateMinor: 1_333 })).toBe(2_000);
  expect(limitFor(limits, { estimateMinor: 1_334 })).toBe(4_000);
  expect(limitFor(limits, { estimateMinor: 5_000 })).toBe(8_000);
});

test('where no hold is that large it is the largest, and where there is none it is none', () => {
  expect(limitFor(limits, { estimateMinor: 9_000 })).toBe(8_000);
  expect(limitFor([], { estimateMinor: 980 })).toBeNull();
});
