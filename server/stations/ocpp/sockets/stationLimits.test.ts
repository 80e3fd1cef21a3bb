import { describe, expect, it } from '@jest/globals';
import type { LockOut } from '../chargePoints/registry.ts';
import { createStationLimits, pointsOf } from './stationLimits.ts';

/**
 * Creates limits and records their lock-outs.
 * @param offsetMs milliseconds by which their clock is ahead of the other processes' clocks
 */
function limitsAt({ clock = { ms: 1_000_000 }, offsetMs = 0 } = {}) {
  const stored: LockOut[] = [];
  const limits = createStationLimits({
    nowMs: () => clock.ms,
    now: () => new Date(clock.ms + offsetMs),
    lockedOut: (_id, lockOut) => stored.push(lockOut),
  });
  return { clock, limits, stored };
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

  it('lock a station out for twice as long when it was locked out at another process before, once for each lock-out', () => {
    const { clock, limits, stored } = limitsAt();
    const other = limitsAt({ clock });
    for (const durationMs of [1000, 4000]) {
      spendUntilLocked(limits);
      other.limits.adopt('CP1', stored.at(-1)!);
      expect([other.limits.lockedForMs('CP1'), other.limits.lockedForMs('CP2')]).toEqual([durationMs, 0]);
      clock.ms += durationMs;
      expect(other.limits.lockedForMs('CP1')).toBe(0);
      spendUntilLocked(other.limits);
      limits.adopt('CP1', other.stored.at(-1)!);
      expect(limits.lockedForMs('CP1')).toBe(2 * durationMs);
      clock.ms += 2 * durationMs;
    }
    expect([stored.length, other.stored.length]).toEqual([2, 2]);
  });

  it.each([-600_000, 600_000])('lock a station out for no longer than was set when the other clock is %s ms ahead', offsetMs => {
    const { clock, limits, stored } = limitsAt({ offsetMs });
    spendUntilLocked(limits);
    const other = limitsAt({ clock });
    other.limits.adopt('CP1', stored[0]!);
    expect(other.limits.lockedForMs('CP1')).toBe(offsetMs > 0 ? 1000 : 0);
    limits.adopt('CP1', stored[0]!);
    expect(limits.lockedForMs('CP1')).toBe(1000);
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
