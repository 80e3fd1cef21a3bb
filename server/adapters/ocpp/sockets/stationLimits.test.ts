import { describe, expect, it } from '@jest/globals';
import { createStationLimits, pointsOf } from './stationLimits.ts';

function limitsAt() {
  const clock = { ms: 1_000_000 };
  return { clock, limits: createStationLimits({ nowMs: () => clock.ms }) };
}
const spendUntilLocked = (limits: ReturnType<typeof limitsAt>['limits']): number => {
  for (let n = 1; n < 10_000; n++) if (!limits.spend('CP1', 1)) return n;
  return Number.POSITIVE_INFINITY;
};

describe('The limits of a station', () => {
  it('allow 200 unfit frames at once, and ten more each second', () => {
    const { clock, limits } = limitsAt();
    expect(spendUntilLocked(limits)).toBe(201);
    clock.ms += 3000;
    expect(spendUntilLocked(limits)).toBe(31);
  });

  it('lock a station out for one second, then twice as long each time, for five minutes at the most', () => {
    const { clock, limits } = limitsAt();
    const locks = Array.from({ length: 11 }, () => {
      spendUntilLocked(limits);
      const ms = limits.lockedForMs('CP1');
      clock.ms += ms;
      return ms / 1000;
    });
    expect(locks).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(limits.lockedForMs('CP1')).toBe(0);
    expect(limits.lockedForMs('CP2')).toBe(0);
  });

  it('slow calls down to fifty a second, and lock nobody out for them', () => {
    const { clock, limits } = limitsAt();
    const began = clock.ms;
    for (let n = 0; n < 5000; n++) clock.ms += limits.paceMs('CP1', 1);
    expect((clock.ms - began) / 1000).toBeCloseTo(99, 0);
    expect(limits.lockedForMs('CP1')).toBe(0);
  });

  it('count a frame by its size', () => {
    expect([0, 45, 20_000, 20_001, 1_000_000].map(pointsOf)).toEqual([1, 1, 1, 2, 50]);
  });
});
