import { expect, it } from '@jest/globals';
import { within } from '../../shared/util/within.ts';
import { createWorkSignal } from './wake.ts';

it('What wakes a worker while it looks, after a sleep that ended by itself, is heard before it sleeps again', async () => {
  const signal = createWorkSignal();
  void signal.stirred();
  signal.consumeWake();
  signal.wake();
  await new Promise(setImmediate);
  await within(signal.stirred(), 1000);
  expect(signal.consumeWake()).toBe(true);
  expect(signal.consumeWake()).toBe(false);
});

it('A visitor waits until nothing is due, and no longer than asked', async () => {
  const signal = createWorkSignal();
  const [quick, slow] = [signal.idle(1), signal.idle(60_000)];
  await quick;
  signal.markIdle();
  await slow;
});
