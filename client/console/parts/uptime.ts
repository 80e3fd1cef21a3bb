import { groupOf, type PlugGroup } from '../../../shared/console/plugGroups.ts';
import type { StateChange } from '../../../shared/console/point.ts';

/** A change of the state that a station reports, or of the point's offer by staff ('off'). */
export type ShownChange = Omit<StateChange, 'state'> & { state: StateChange['state'] | 'off' };

/** Returns the changes with the time since which staff have switched the point off. Null: the point is on. */
export const withOff = (changes: readonly StateChange[], offAt: string | null): readonly ShownChange[] =>
  offAt === null
    ? changes
    : [...changes.filter(({ at }) => Date.parse(at) < Date.parse(offAt)), { at: offAt, state: 'off', fault: null }];

/** A stretch of time in which a plug was in one group of states. `x` and `width`: per cent of the day. */
export interface Stretch {
  group: PlugGroup;
  x: number;
  width: number;
}

interface Day {
  from: string;
  to: string;
}

/**
 * Returns the stretches of a day. Times before the first known change, in an unknown state, and after `now` have no stretch.
 * @param changes changes of the state, oldest first; the last one before the day tells its first state
 */
export function stretchesOf({ from, to }: Day, changes: readonly ShownChange[], now: string): Stretch[] {
  const [start, end] = [Date.parse(from), Math.min(Date.parse(to), Date.parse(now))];
  const length = Date.parse(to) - start;
  return changes.flatMap(({ at, state }, place) => {
    const begins = Math.max(start, Date.parse(at));
    const ends = Math.min(end, Date.parse(changes[place + 1]?.at ?? now));
    if (ends <= begins || state === 'unknown') return [];
    return [
      {
        group: groupOf(state),
        x: hundredth((100 * (begins - start)) / length),
        width: hundredth((100 * (ends - begins)) / length),
      },
    ];
  });
}

/**
 * Returns the share of the known time in which drivers could use the plug, in per cent.
 * @returns null if no state is known
 */
export function availabilityOf(days: readonly Day[], changes: readonly ShownChange[], now: string): number | null {
  const stretches = days.flatMap(day => stretchesOf(day, changes, now));
  const total = sumOf(stretches);
  return total === 0 ? null : (100 * sumOf(stretches.filter(({ group }) => !UNUSABLE.includes(group)))) / total;
}

/** Counts the days on which the state of a plug is known at any time. */
export const countKnownDays = (days: readonly Day[], histories: readonly (readonly ShownChange[])[], now: string): number =>
  days.filter(day => histories.some(changes => stretchesOf(day, changes, now).length > 0)).length;

/** Groups of states in which no driver can use a plug. */
const UNUSABLE: readonly PlugGroup[] = ['out', 'offline', 'off'];

const sumOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, { width }) => sum + width, 0);
const hundredth = (value: number): number => Math.round(value * 100) / 100;
