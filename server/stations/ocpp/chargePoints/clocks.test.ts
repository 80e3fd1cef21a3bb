import { expect, it } from '@jest/globals';
import { watchClocks } from './clocks.ts';

const MINUTE_MS = 60_000;
const at = (minutes: number): Date => new Date(Date.parse('2026-11-20T10:00:00Z') + minutes * MINUTE_MS);

it('A delayed message does not change the offset of a clock that is ahead, unless the clock was set or an hour has passed', () => {
  const clocks = watchClocks();
  const receive = (clockMinutes: number, receivedMinutes: number): number => {
    clocks.bound('CP1', at(clockMinutes), at(receivedMinutes));
    return clocks.offsetMs('CP1') / MINUTE_MS;
  };
  expect(receive(60, 0)).toBe(-60);
  // The message was sent at 0 min and received at 20 min.
  expect(receive(60, 20)).toBe(-60);
  expect(receive(90, 21)).toBe(-69);
  expect(receive(22, 22)).toBe(0);
  expect(receive(90, 23)).toBe(-67);
  expect(receive(120, 90)).toBe(-30);
});
