import { setInterval } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createPace } from './cpuThrottle.ts';

const MS_OF_WORK = 200;

function burnCpu(ms: number): void {
  const usedMs = () => process.threadCpuUsage().user / 1000;
  for (const until = usedMs() + ms; usedMs() < until; );
}

/** How long so much work takes in steps of two milliseconds. */
async function workedIn(workers: number): Promise<number> {
  const pace = createPace();
  const began = performance.now();
  let left = MS_OF_WORK / 2;
  const workInSteps = async () => {
    for (; left > 0; left--) {
      burnCpu(2);
      await pace.step();
    }
  };
  await Promise.all(Array.from({ length: workers }, workInSteps));
  return performance.now() - began;
}

async function asking<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const otherWork = (async () => {
    try {
      for await (const _ of setInterval(10, null, { signal: over.signal })) burnCpu(1);
    } catch {
      // It is over.
    }
  })();
  const result = await work;
  over.abort();
  await otherWork;
  return result;
}

describe('Long work beside drivers', () => {
  it.each([1, 3])('takes about a third of the thread while somebody asks for pages, whether %d at once', async workers => {
    const ms = await asking(workedIn(workers));
    expect(ms).toBeGreaterThan(2 * MS_OF_WORK);
  });
});
