import { describe, expect, it } from '@jest/globals';
import { availabilityOf, countKnownDays, stretchesOf, withOff } from './uptime.ts';

const day = { from: '2026-11-24T00:00:00.000Z', to: '2026-11-25T00:00:00.000Z' };
const change = (at: string, state: 'available' | 'charging' | 'unavailable' | 'unknown') => ({ at, state, fault: null });

describe('The states of a plug over a day', () => {
  it('begin with the last state before the day and end now', () => {
    const changes = [change('2026-11-20T08:00:00.000Z', 'available'), change('2026-11-24T06:00:00.000Z', 'unavailable')];
    expect(stretchesOf(day, changes, '2026-11-24T12:00:00.000Z')).toEqual([
      { group: 'ready', x: 0, width: 25 },
      { group: 'out', x: 25, width: 25 },
    ]);
  });

  it('end when staff switch the point off, from when no driver can use the plug', () => {
    const changes = withOff([change('2026-11-20T08:00:00.000Z', 'available')], '2026-11-24T18:00:00.000Z');
    expect(stretchesOf(day, changes, '2026-11-25T09:00:00.000Z')).toEqual([
      { group: 'ready', x: 0, width: 75 },
      { group: 'off', x: 75, width: 25 },
    ]);
    expect(availabilityOf([day], changes, '2026-11-25T09:00:00.000Z')).toBe(75);
  });

  it('are not known before the first change, nor in the future', () => {
    expect(stretchesOf(day, [change('2026-11-24T18:00:00.000Z', 'charging')], '2026-11-25T09:00:00.000Z')).toEqual([
      { group: 'busy', x: 75, width: 25 },
    ]);
    expect(stretchesOf(day, [], '2026-11-24T12:00:00.000Z')).toEqual([]);
    expect(stretchesOf(day, [change('2026-11-20T08:00:00.000Z', 'available')], '2026-11-23T12:00:00.000Z')).toEqual([]);
  });

  it('have no stretch in an unknown state, which counts neither as usable nor as out of order', () => {
    const changes = [change('2026-11-24T00:00:00.000Z', 'available'), change('2026-11-24T12:00:00.000Z', 'unknown')];
    expect(stretchesOf(day, changes, '2026-11-25T00:00:00.000Z')).toEqual([{ group: 'ready', x: 0, width: 50 }]);
    expect(availabilityOf([day], changes, '2026-11-25T00:00:00.000Z')).toBe(100);
  });

  it('are known on the days with a stretch of any plug', () => {
    const days = [{ from: '2026-11-23T00:00:00.000Z', to: day.from }, day];
    const evening = [change('2026-11-24T18:00:00.000Z', 'available')];
    expect(countKnownDays(days, [evening], '2026-11-24T20:00:00.000Z')).toBe(1);
    expect(countKnownDays(days, [evening, [change('2026-11-20T00:00:00.000Z', 'charging')]], '2026-11-24T20:00:00.000Z')).toBe(2);
    expect(countKnownDays(days, [[]], '2026-11-24T20:00:00.000Z')).toBe(0);
  });

  it('give the share of the known time in which a driver could charge', () => {
    const changes = [change('2026-11-24T00:00:00.000Z', 'charging'), change('2026-11-24T18:00:00.000Z', 'unavailable')];
    expect(availabilityOf([day], changes, '2026-11-25T00:00:00.000Z')).toBe(75);
    expect(availabilityOf([day], [], '2026-11-25T00:00:00.000Z')).toBeNull();
  });
});
