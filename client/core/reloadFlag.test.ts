import { jest } from '@jest/globals';
import { reloadOnce } from './reloadFlag.ts';

function notes() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

test('reloads by itself once within ten seconds', () => {
  const storage = notes();
  const reload = jest.fn();
  expect(reloadOnce({ storage, reload, now: 100_000 })).toBe(true);
  expect(reloadOnce({ storage, reload, now: 109_999 })).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce({ storage, reload, now: 110_000 })).toBe(true);
});

test('a clock that was set back does not stop it for ever', () => {
  const storage = notes();
  const reload = jest.fn();
  reloadOnce({ storage, reload, now: 900_000 });
  expect(reloadOnce({ storage, reload, now: 100_000 })).toBe(true);
});

test('never reloads where no note can be kept', () => {
  const reload = jest.fn();
  const refuse = () => {
    throw new Error('SecurityError');
  };
  expect(reloadOnce({ storage: { getItem: refuse, setItem: refuse }, reload })).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
