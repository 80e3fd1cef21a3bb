import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../../test/support/clock.ts';
import { type ConnectionSize, createAllowance } from './allowance.ts';

/**
 * Sends `perSecond` requests for one minute.
 * @returns the number of refused requests
 */
async function refusedOf(perSecond: number, size: Partial<ConnectionSize> = {}): Promise<number> {
  const clock = createManualClock('2026-11-20T10:00:00.000Z');
  const allowance = createAllowance(clock, () => ({ running: 0, points: 0, ...size }));
  let refused = 0;
  for (let second = 0; second < 60; second++) {
    for (let n = 0; n < perSecond; n++) if (allowance.consume('hub') > 0) refused++;
    await clock.pass(1000);
  }
  return refused;
}

describe('What a peer may send', () => {
  it('grows with the sessions that are under way there: each may be changed every ten seconds', async () => {
    expect(await refusedOf(300, { running: 3000 })).toBe(0);
  });

  it('grows with the points that are sold there, whose states are told', async () => {
    expect(await refusedOf(60, { points: 50_000 })).toBe(0);
    expect(await refusedOf(60, { points: 100 })).toBeGreaterThan(1000);
  });

  it('is limited all the same', async () => {
    expect(await refusedOf(500, { running: 3000 })).toBeGreaterThan(1000);
  });

  it('is little where nobody charges', async () => {
    expect(await refusedOf(20)).toBe(0);
    expect(await refusedOf(100)).toBeGreaterThan(1000);
  });
});
