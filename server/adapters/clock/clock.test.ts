import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { createClock } from './clock.ts';

const anchor = { realMs: Date.now(), shownMs: Date.now() };

it('A nap leaves nothing behind at the signal that could have ended it: it may be that of the whole app', async () => {
  const clock = createClock({ speed: 1, anchor });
  const { signal } = new AbortController();
  for (let n = 0; n < 20; n++) await clock.sleepUntil(clock.now(), signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('A nap ends with its signal', async () => {
  const clock = createClock({ speed: 1, anchor });
  const over = new AbortController();
  const napping = clock.sleepUntil(new Date(clock.now().getTime() + 3_600_000), over.signal);
  over.abort();
  await napping;
});
