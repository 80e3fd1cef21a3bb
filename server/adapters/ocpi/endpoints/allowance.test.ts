import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { createAllowance } from './allowance.ts';

/** A connection whose peer sends so many requests a second, and how many of a minute of them are refused. */
async function refusedOf(running: number, perSecond: number): Promise<number> {
  const clock = createManualClock('2026-11-20T10:00:00.000Z');
  const allowance = createAllowance(clock, () => running);
  let refused = 0;
  for (let second = 0; second < 60; second++) {
    for (let n = 0; n < perSecond; n++) if (allowance.take('hub') > 0) refused++;
    await clock.pass(1000);
  }
  return refused;
}

describe('What a peer may send', () => {
  it('grows with the sessions that are under way there: each may be changed every ten seconds', async () => {
    expect(await refusedOf(3000, 300)).toBe(0);
  });

  it('is limited all the same', async () => {
    expect(await refusedOf(3000, 500)).toBeGreaterThan(1000);
  });

  it('is little where nobody charges', async () => {
    expect(await refusedOf(0, 20)).toBe(0);
    expect(await refusedOf(0, 100)).toBeGreaterThan(1000);
  });
});
