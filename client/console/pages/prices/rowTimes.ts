import { WEEKDAYS, type Weekday } from '../../../../shared/model/tariff.ts';
import type { PriceRow } from '../../../../shared/price/priceRow.ts';
import { minuteOf, timeOfMinute } from '../../../components/figure/dayScale.ts';

const DAY_END = 24 * 60;

/** Days on which a price applies, and the times of these days. */
interface RowTime {
  days: readonly Weekday[];
  /** '22:00–06:00'. Empty: all day. */
  times: string;
}

export interface TimedRow {
  row: PriceRow;
  /** Times at which the price applies. Null: the price has conditions besides days and times. */
  when: readonly RowTime[] | null;
}

/** Returns true if a price is per kWh and has no conditions besides days and times. */
const isTimed = ({ dimension, restrictions }: PriceRow): boolean =>
  dimension === 'ENERGY' && Object.keys(restrictions).every(name => ['daysOfWeek', 'startTime', 'endTime'].includes(name));

function matches({ restrictions: { daysOfWeek, startTime, endTime } }: PriceRow, day: Weekday, minute: number): boolean {
  if (daysOfWeek && !daysOfWeek.includes(day)) return false;
  const [from, to] = [minuteOf(startTime ?? '00:00'), minuteOf(endTime ?? '24:00')];
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/**
 * Orders the prices of a tariff as the week does and finds when each price per kWh applies. Of the prices that match a time, the
 * first one of the tariff applies, so the conditions of a price alone do not say when the price applies.
 */
export function timedRows(rows: readonly PriceRow[]): TimedRow[] {
  const timed = rows.filter(isTimed);
  const bounds = timed
    .flatMap(({ restrictions: { startTime, endTime } }) => [startTime, endTime])
    .map(at => minuteOf(at ?? '00:00'));
  const starts = [...new Set([0, ...bounds])].filter(minute => minute < DAY_END).sort((a, b) => a - b);
  const applies = new Map<number, Map<Weekday, number[]>>();
  for (const day of WEEKDAYS)
    for (const minute of starts) {
      const first = timed.find(row => matches(row, day, minute));
      if (!first) continue;
      const days = applies.get(first.row) ?? new Map<Weekday, number[]>();
      applies.set(first.row, days.set(day, [...(days.get(day) ?? []), minute]));
    }
  const order = [...applies.keys()];
  const positionOf = (row: PriceRow) => (order.includes(row.row) ? order.indexOf(row.row) : order.length + row.row);
  return [...rows]
    .sort((a, b) => positionOf(a) - positionOf(b))
    .map(row => ({ row, when: applies.has(row.row) ? timesOf(applies.get(row.row) ?? new Map(), starts) : null }));
}

/** Joins days with the same times. `starts`: the minutes at which a part of the day starts. */
function timesOf(days: ReadonlyMap<Weekday, readonly number[]>, starts: readonly number[]): RowTime[] {
  const byTimes = Map.groupBy(days, ([, minutes]) => timesText(minutes, starts));
  return [...byTimes].map(([times, all]) => ({ times, days: all.map(([day]) => day) }));
}

function timesText(minutes: readonly number[], starts: readonly number[]): string {
  if (minutes.length === starts.length) return '';
  const parts: { from: number; to: number }[] = [];
  for (const from of minutes) {
    const to = starts[starts.indexOf(from) + 1] ?? DAY_END;
    const last = parts.at(-1);
    if (last?.to === from) last.to = to;
    else parts.push({ from, to });
  }
  const [first, last] = [parts[0], parts.at(-1)];
  const joined =
    first && last && parts.length > 1 && first.from === 0 && last.to === DAY_END
      ? [...parts.slice(1, -1), { from: last.from, to: first.to }]
      : parts;
  return joined.map(({ from, to }) => `${timeOfMinute(from)}–${timeOfMinute(to)}`).join(', ');
}
