import { jest } from '@jest/globals';
import type { Session } from '../../../../shared/charging/session.ts';
import { running } from '../Session.fixture.tsx';
import { pollSession, type WatchParts } from './pollSession.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function watch(parts: Partial<WatchParts> = {}) {
  const loadSession = jest.fn(async (): Promise<Session> => running());
  const onSession = jest.fn();
  const onFailure = jest.fn();
  const watched = pollSession({ first: running(), request: loadSession, onSession, onFailure, isHidden: () => false, ...parts });
  return { watched, request: loadSession, onSession, onFailure };
}

test('asks again at the pace the last answer gave', async () => {
  const { request, onSession } = watch();
  await jest.advanceTimersByTimeAsync(4_999);
  expect(request).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(request).toHaveBeenCalledTimes(2);
  expect(onSession).toHaveBeenCalledTimes(2);
});

test('asks every half minute while nobody looks', async () => {
  const { request } = watch({ isHidden: () => true });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(request).toHaveBeenCalledTimes(2);
});

test('waits longer after each failure: 2, 4, 8, 15 and 30 seconds', async () => {
  const at: number[] = [];
  const begin = Date.now();
  const onFailure = jest.fn();
  const loadSession = async () => {
    at.push((Date.now() - begin) / 1000);
    throw new TypeError('Failed to fetch');
  };
  watch({ request: loadSession, onFailure });
  await jest.advanceTimersByTimeAsync(95_000);
  expect(at).toEqual([5, 7, 11, 19, 34, 64, 94]);
  expect(onFailure.mock.calls).toEqual([[1], [2], [3], [4], [5], [6], [7]]);
});

test('takes an answer that never comes for a failure', async () => {
  const onFailure = jest.fn();
  watch({ request: () => new Promise(() => undefined), onFailure });
  await jest.advanceTimersByTimeAsync(19_999);
  expect(onFailure).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(onFailure).toHaveBeenCalledWith(1);
});

test('goes back to the usual pace once it is answered', async () => {
  let times = 0;
  const loadSession = jest.fn(async () => {
    times += 1;
    if (times === 1) throw new TypeError('Failed to fetch');
    return running();
  });
  const { onSession } = watch({ request: loadSession });
  await jest.advanceTimersByTimeAsync(12_000);
  expect(loadSession).toHaveBeenCalledTimes(3);
  expect(onSession).toHaveBeenCalledTimes(2);
});

test('stops when it is over, and when the page is left', async () => {
  const over = watch({ request: async () => running({ refreshAfterMs: 0 }) });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(over.onSession).toHaveBeenCalledTimes(1);
  over.watched.pollNow();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(over.onSession).toHaveBeenCalledTimes(1);

  const left = watch();
  left.watched.end();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(left.request).not.toHaveBeenCalled();
});
