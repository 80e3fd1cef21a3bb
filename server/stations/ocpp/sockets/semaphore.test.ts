import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createSemaphore } from './semaphore.ts';

test('So many work at once, in the order in which they came, whatever becomes of each', async () => {
  const runLimited = createSemaphore(3);
  const began: number[] = [];
  let [running, most] = [0, 0];
  const work = (n: number) => async () => {
    began.push(n);
    most = Math.max(most, ++running);
    await sleep(n % 4);
    running--;
    if (n % 5 === 0) throw new Error(`${n} failed`);
    return n;
  };
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const ends = await Promise.allSettled(numbers.map(n => runLimited(work(n))));
  expect(began).toEqual(numbers);
  expect(most).toBe(3);
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual(numbers.map(n => n % 5 !== 0));
  // All slots are free again.
  expect(await Promise.all([1, 2, 3].map(n => runLimited(work(n))))).toEqual([1, 2, 3]);
});
