import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createMemoryRateLimiter } from './rateLimiter.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

const create = () => createMemoryRateLimiter('test', { limit: 5, withinS: 60 });

describe('createMemoryRateLimiter', () => {
  it('counts by key from the first point on, and begins anew when the time is over', async () => {
    const limiter = create();
    expect(await limiter.consume('a', 3)).toBeNull();
    jest.advanceTimersByTime(20_000);
    expect(await limiter.consume('a', 2)).toBeNull();
    expect(await limiter.check('a')).toBe(40);
    expect(await limiter.consume('a')).toBe(40);
    expect(await limiter.consume('b', 5)).toBeNull();
    jest.advanceTimersByTime(40_000);
    expect(await limiter.check('a', 5)).toBeNull();
    expect(await limiter.consume('a', 6)).toBe(60);
  });

  it('counts nothing when it checks, and allows again what was given back', async () => {
    const limiter = create();
    for (let n = 0; n < 9; n++) expect(await limiter.check('a', 5)).toBeNull();
    await limiter.consume('a', 5);
    await limiter.giveBack('a', 2);
    expect(await limiter.check('a', 3)).toBe(60);
    expect(await limiter.consume('a', 2)).toBeNull();
  });

  it('gives nothing back to a count that began later', async () => {
    const limiter = create();
    await limiter.consume('a', 3);
    jest.advanceTimersByTime(61_000);
    await limiter.giveBack('a', 3);
    expect(await limiter.consume('a', 5)).toBeNull();
    expect(await limiter.consume('a')).toBe(60);
  });

  it('locks no key for hours when the clock of the machine is put back', async () => {
    const limiter = create();
    await limiter.consume('a', 6);
    jest.setSystemTime(Date.now() - 3 * 3_600_000);
    expect(await limiter.check('a')).toBeNull();
    expect(await limiter.consume('a', 5)).toBeNull();
    expect(await limiter.consume('a')).toBe(60);
  });

  it('forgets the key counted least recently when there are more than 50,000', async () => {
    const limiter = create();
    for (let n = 0; n < 50_000; n++) await limiter.consume(String(n), 5);
    await limiter.consume('0');
    await limiter.consume('one more');
    expect(await limiter.check('0')).toBe(60);
    expect(await limiter.check('1')).toBeNull();
    expect(await limiter.check('2')).toBe(60);
  });
});
