import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { createLocalChangeFeed } from '../store/engine/changeFeed.ts';
import { createSessionNotifier } from './sessionNotifier.ts';

it('Whoever watches for hours is kept once, however often there is something new', async () => {
  const notifier = createSessionNotifier(createLocalChangeFeed());
  const watching = new AbortController();
  for (let n = 0; n < 20; n++) {
    const next = notifier.next('session-1', watching.signal);
    notifier.notify('session-1');
    await next;
  }
  expect(getEventListeners(watching.signal, 'abort')).toHaveLength(0);
  expect(notifier.awaited()).toEqual([]);
});

it('Whoever leaves is waited with no more, and those who stay are told', async () => {
  const notifier = createSessionNotifier(createLocalChangeFeed());
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const nexts = [leaving, staying].map(({ signal }) => notifier.next('session-1', signal));
  leaving.abort();
  await nexts[0];
  expect(notifier.awaited()).toEqual(['session-1']);
  notifier.notify('session-1');
  await nexts[1];
  const last = notifier.next('session-1', staying.signal);
  staying.abort();
  await last;
  expect(notifier.awaited()).toEqual([]);
});
