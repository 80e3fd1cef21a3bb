import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryLimiter } from './memoryLimiter.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const wallClock = Date.now;
const at = (seconds: number) => {
  Date.now = () => START + seconds * 1000;
};
beforeEach(() => at(0));
afterEach(() => {
  Date.now = wallClock;
});

const MAX_KEYS = 50_000;
const create = () => createMemoryLimiter({ keyPrefix: 'test', points: 5, duration: 60 });

describe('Tries counted in memory', () => {
  it('add up under one key, from the first one on for so many seconds', async () => {
    const limiter = create();
    expect(await limiter.get('a')).toBeNull();
    expect(await limiter.penalty('a', 3)).toEqual({ consumedPoints: 3, msBeforeNext: 60_000 });
    at(20);
    expect(await limiter.penalty('a', 1)).toEqual({ consumedPoints: 4, msBeforeNext: 40_000 });
    expect(await limiter.get('a')).toEqual({ consumedPoints: 4, msBeforeNext: 40_000 });
    expect(await limiter.get('b')).toBeNull();
    at(59.999);
    expect(await limiter.get('a')).toEqual({ consumedPoints: 4, msBeforeNext: 1 });
    at(60);
    expect(await limiter.get('a')).toBeNull();
    expect(await limiter.penalty('a', 1)).toEqual({ consumedPoints: 1, msBeforeNext: 60_000 });
  });

  it('are taken back, and then nothing is left of them', async () => {
    const limiter = create();
    await limiter.penalty('a', 3);
    at(10);
    await limiter.reward('a', 1);
    expect(await limiter.get('a')).toEqual({ consumedPoints: 2, msBeforeNext: 50_000 });
    await limiter.reward('a', 2);
    expect(await limiter.get('a')).toBeNull();
    await limiter.reward('a', 1);
    expect(await limiter.penalty('a', 1)).toEqual({ consumedPoints: 1, msBeforeNext: 60_000 });
  });

  it('are not taken back from those that began later', async () => {
    const limiter = create();
    await limiter.penalty('a', 3);
    at(61);
    await limiter.reward('a', 3);
    await limiter.penalty('a', 2);
    expect(await limiter.get('a')).toMatchObject({ consumedPoints: 2 });
  });

  it('keep nobody out for hours where the clock of the machine has been put back', async () => {
    const limiter = create();
    await limiter.penalty('a', 6);
    at(-3 * 3600);
    expect(await limiter.get('a')).toBeNull();
    expect(await limiter.penalty('a', 1)).toEqual({ consumedPoints: 1, msBeforeNext: 60_000 });
    at(-3 * 3600 + 30);
    expect(await limiter.get('a')).toEqual({ consumedPoints: 1, msBeforeNext: 30_000 });
  });

  it('are let go, the oldest first, when there are more keys than anybody has', async () => {
    const limiter = create();
    for (let n = 0; n < MAX_KEYS; n++) await limiter.penalty(String(n), 1);
    expect(await limiter.get('0')).not.toBeNull();
    await limiter.penalty('one more', 1);
    expect(await limiter.get('0')).toBeNull();
    expect(await limiter.get('1')).not.toBeNull();
    // One that begins anew is the newest.
    at(60);
    for (let n = 1; n < MAX_KEYS - 1; n++) await limiter.penalty(String(n), 1);
    await limiter.penalty('another', 1);
    expect(await limiter.get('1')).toMatchObject({ consumedPoints: 1 });
    expect(await limiter.get('one more')).toBeNull();
  });
});
