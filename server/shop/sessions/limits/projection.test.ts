import { describe, expect, it } from '@jest/globals';
import { fc, runs } from '../../../../test/support/property.ts';
import { later } from '../../../core/records/instants.ts';
import { firstReached } from './projection.ts';

const FROM = new Date('2026-07-08T08:00:00Z');
const STEP_MS = 60_000;

/** Reference implementation: evaluates all steps in order. */
function byAsking(costs: readonly number[], threshold: number): Date | null {
  const step = costs.findIndex(cost => cost >= threshold);
  return step < 0 ? null : later(FROM, step * STEP_MS);
}

function bySearch(costs: readonly number[], threshold: number): { at: Date | null; reads: number } {
  let evaluations = 0;
  const valueAt = (at: Date) => {
    evaluations += 1;
    return costs[(at.getTime() - FROM.getTime()) / STEP_MS] ?? Number.NaN;
  };
  const withinMs = (costs.length - 1) * STEP_MS;
  return { at: firstReached(valueAt, { threshold, from: FROM, withinMs, stepMs: STEP_MS }), reads: evaluations };
}

describe('When a cost will be reached', () => {
  it('is the first step that comes to it, whatever way prices go up', () => {
    const rises = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 9 }), fc.nat({ max: 2000 })), {
      minLength: 2,
      maxLength: 200,
    });
    fc.assert(
      fc.property(rises, fc.nat({ max: 6000 }), (by, threshold) => {
        let sum = 0;
        const costs = by.map(rise => {
          sum += rise;
          return sum;
        });
        const { at, reads } = bySearch(costs, threshold);
        expect(at).toEqual(byAsking(costs, threshold));
        expect(reads).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(costs.length)));
      }),
      runs(300),
    );
  });

  it('takes few looks where a price is paid evenly for a day', () => {
    const costs = Array.from({ length: 1441 }, (_, minute) => 250 + Math.floor((minute * 97) / 10));
    for (const threshold of [900, 5000, 12_345]) expect(bySearch(costs, threshold).reads).toBeLessThanOrEqual(5);
  });
});
