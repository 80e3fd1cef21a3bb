import { Temporal } from 'temporal-polyfill';
import type { Span } from '../../store/staff/ledgerRows.ts';

/** A day or a month of the ledger. `before` and `after` name the neighbouring periods. */
export interface Period extends Span {
  /** 'YYYY-MM' for a month, 'YYYY-MM-DD' for a day. */
  name: string;
  isMonth: boolean;
  before: string;
  after: string;
  /** First and last day of the period, 'YYYY-MM-DD'. */
  firstDay: string;
  lastDay: string;
  /** The days of the period with their time spans. If the period is a day, only that day. */
  days: readonly (Span & { day: string })[];
}

/**
 * Parses the name of a day or month.
 * @returns null if there is no such day or month
 */
export function readPeriod(name: string, timeZone: string): Period | null {
  if (!/^20\d{2}-\d{2}(-\d{2})?$/.test(name)) return null;
  const isMonth = name.length === 7;
  try {
    const first = Temporal.PlainDate.from(isMonth ? `${name}-01` : name, { overflow: 'reject' });
    const step = isMonth ? { months: 1 } : { days: 1 };
    const [before, after] = [first.subtract(step), first.add(step)];
    const at = (day: Temporal.PlainDate): Date => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
    const days = Array.from({ length: isMonth ? first.daysInMonth : 1 }, (_, n) => first.add({ days: n }));
    const named = (day: Temporal.PlainDate): string => day.toString().slice(0, name.length);
    return {
      name,
      isMonth,
      from: at(first),
      to: at(after),
      before: named(before),
      after: named(after),
      firstDay: first.toString(),
      lastDay: after.subtract({ days: 1 }).toString(),
      days: days.map(day => ({ day: day.toString(), from: at(day), to: at(day.add({ days: 1 })) })),
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the month of an instant in the given time zone, for example '2026-11'. */
export const monthOf = (at: Date, timeZone: string): string => dayOf(at, timeZone).slice(0, 7);

/** Returns the date of an instant in the given time zone, for example '2026-11-21'. */
export const dayOf = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
