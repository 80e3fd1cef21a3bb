import { Temporal } from 'temporal-polyfill';
import type { Span } from '../../store/staff/ledgerRows.ts';

/** A day of a month, or a month of a year. */
export interface StepPeriod {
  /** 'YYYY-MM-DD' or 'YYYY-MM'. */
  name: string;
  from: Date;
  to: Date;
  /** The period to compare with: the day four weeks before, or the month of the year before. */
  compared: Span;
}

/** The month or year of a report. `before` and `after` name the neighbouring periods. */
export interface ReportPeriod {
  from: Date;
  to: Date;
  before: string;
  after: string;
  steps: readonly StepPeriod[];
}

const COMPARED_WEEKS = 4;

/**
 * Parses the name of a month or year.
 * @returns null if there is no such month or year
 */
export function readReportPeriod(name: string, timeZone: string): ReportPeriod | null {
  const [, year, month] = /^(20\d{2})(?:-(0[1-9]|1[0-2]))?$/.exec(name) ?? [];
  if (year === undefined) return null;
  const isYear = month === undefined;
  const first = Temporal.PlainDate.from(`${year}-${month ?? '01'}-01`);
  const length = isYear ? { years: 1 } : { months: 1 };
  const step = isYear ? { months: 1 } : { days: 1 };
  const back = isYear ? { years: 1 } : { weeks: COMPARED_WEEKS };
  const at = (day: Temporal.PlainDate): Date => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  const spanAt = (day: Temporal.PlainDate): Span => ({ from: at(day), to: at(day.add(step)) });
  const after = first.add(length);
  const steps: StepPeriod[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, after) < 0; day = day.add(step))
    steps.push({ name: day.toString().slice(0, isYear ? 7 : 10), ...spanAt(day), compared: spanAt(day.subtract(back)) });
  return {
    from: at(first),
    to: at(after),
    before: first.subtract(length).toString().slice(0, name.length),
    after: after.toString().slice(0, name.length),
    steps,
  };
}
