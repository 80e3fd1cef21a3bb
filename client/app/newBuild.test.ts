/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { watchBuild } from './newBuild.ts';

const serve = jest.fn<() => Promise<{ ok: boolean; json(): Promise<unknown> }>>();
const serving = (id: string) => serve.mockResolvedValue({ ok: true, json: async () => ({ id }) });
const comeBack = async () => {
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.fetch = serve as unknown as typeof fetch;
});
afterEach(() => {
  jest.useRealTimers();
  serve.mockReset();
});

test('a running page learns of another build within ten minutes', async () => {
  serving('one');
  const { isOld } = watchBuild('one');
  await jest.advanceTimersByTimeAsync(600_000);
  expect(isOld()).toBe(false);
  serving('two');
  await jest.advanceTimersByTimeAsync(600_000);
  expect(isOld()).toBe(true);
});

test('and at once when somebody comes back to it', async () => {
  serving('two');
  const { isOld } = watchBuild('one');
  await comeBack();
  expect(isOld()).toBe(true);
});

test('without reception it stays as it is', async () => {
  serve.mockRejectedValue(new TypeError('Failed to fetch'));
  const { isOld } = watchBuild('one');
  await comeBack();
  expect(isOld()).toBe(false);
});
