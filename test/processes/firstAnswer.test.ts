import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { firstAnswer, inSeconds } from '../../scripts/bench/scale/firstAnswer.ts';

describe('What is waited for after a loss', () => {
  it('is timed from the loss until it is so', async () => {
    let attempts = 0;
    const lostAt = performance.now();
    const ms = await firstAnswer(lostAt, async () => ++attempts > 2);
    expect(attempts).toBe(3);
    expect(ms).toBeGreaterThanOrEqual(100);
    expect(inSeconds(ms)).toMatch(/^\d+\.\d$/);
  });

  it.each([
    ['refused', async () => Promise.reject(new Error('refused'))],
    ['never answered', () => new Promise<boolean>(() => undefined)],
  ])('is given up where it is %s', async (_, isSo) => {
    let attempts = 0;
    const counted = () => {
      attempts++;
      return isSo();
    };
    const given = await Promise.race([
      firstAnswer(performance.now(), counted, 300),
      pause(5000, 'still waiting', { ref: false }),
    ]);
    expect(given).toBeNull();
    expect(inSeconds(null)).toBe('not within 120 s');
    const [before] = [attempts];
    await pause(150);
    expect(attempts).toBeLessThanOrEqual(before + 1);
  });
});
