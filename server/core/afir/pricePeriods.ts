import { Temporal } from 'temporal-polyfill';
import { WEEKDAYS, type Weekday } from '../../../shared/model/tariff.ts';
import type { DayTimes, Range } from './priceCells.ts';

/** A Period of DATEX II: all criteria must be fulfilled. Times of day are local, although they end in 'Z'. */
export interface Period {
  startOfPeriod?: string;
  endOfPeriod?: string;
  recurringTimePeriodOfDay?: { startTimeOfPeriod: string; endTimeOfPeriod: string }[];
  recurringDayWeekMonthPeriod?: { comDayWeekMonth: { applicableDay: { value: Weekday }[] } }[];
  recurringSpecialDay?: { comSpecialDay: { intersectWithApplicableDays: boolean; specialDayType: { value: 'publicHoliday' } } }[];
}

/**
 * An OverallPeriod of DATEX II: within the overall times, in a valid period and in no exception period. The overall times are
 * those of the tariff: a session has the prices that are valid at its start. All other criteria apply at each moment.
 */
export interface OverallPeriod {
  overallStartTime: string;
  overallEndTime?: string;
  validPeriod?: Period[];
  exceptionPeriod?: Period[];
}

interface PeriodsInput {
  /** Validity of the tariff in epoch milliseconds. */
  from: number | null;
  until: number | null;
  /** Local dates. */
  dates: Range<string>;
  days: readonly DayTimes[] | null;
  timeZone: string;
  /** Start that is stated if no beginning is known. */
  since: Temporal.Instant;
}

/**
 * Returns when a price applies: undefined for always, or one period for ordinary days and one for public holidays, because an
 * exception applies to a whole OverallPeriod. Empty: never.
 */
export function overallPeriods({ from, until, dates, days, timeZone, since }: PeriodsInput): (OverallPeriod | undefined)[] {
  const midnight = (date: string | null) =>
    date === null ? null : existingDay(date).toZonedDateTime({ timeZone }).epochMilliseconds;
  const [firstDay, endDay] = [midnight(dates.from), midnight(dates.to)];
  if (from !== null && endDay !== null && endDay <= from) return [];
  const within = {
    ...(firstDay === null ? {} : { startOfPeriod: written(firstDay, timeZone) }),
    ...(endDay === null ? {} : { endOfPeriod: written(endDay, timeZone) }),
  };
  const hasDates = firstDay !== null || endDay !== null;
  if (from === null && until === null && days === null && !hasDates) return [undefined];
  const overall = {
    overallStartTime: written(from ?? since.epochMilliseconds, timeZone),
    ...(until === null ? {} : { overallEndTime: written(until, timeZone) }),
  };
  if (days === null) return [hasDates ? { ...overall, validPeriod: [within] } : overall];
  const groups = Map.groupBy(days, ({ isHoliday }) => isHoliday);
  return [...groups].map(([isHoliday, group]) => {
    const validPeriod = group.map(day => ({ ...within, ...periodOf(day) })).filter(period => Object.keys(period).length > 0);
    return {
      ...overall,
      ...(validPeriod.length > 0 ? { validPeriod } : {}),
      ...(isHoliday === false ? { exceptionPeriod: [{ recurringSpecialDay: [HOLIDAY] }] } : {}),
    };
  });
}

/**
 * Returns the first existing day from this date on. A tariff may name the 31st of any month, and bills compare dates as texts, so
 * '2027-09-31' begins on 1 October.
 */
function existingDay(date: string): Temporal.PlainDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return day > first.daysInMonth ? first.add({ months: 1 }) : first.with({ day });
}

const HOLIDAY = {
  comSpecialDay: { intersectWithApplicableDays: true, specialDayType: { value: 'publicHoliday' as const } },
};

function periodOf({ weekdays, isHoliday, times }: DayTimes): Period {
  const isWholeDay = times.length === 1 && times[0]?.from === 0 && times[0].to === 24 * 60;
  return {
    ...(isWholeDay
      ? {}
      : {
          recurringTimePeriodOfDay: times.map(({ from, to }) => ({ startTimeOfPeriod: clock(from), endTimeOfPeriod: clock(to) })),
        }),
    ...(weekdays.length === WEEKDAYS.length
      ? {}
      : { recurringDayWeekMonthPeriod: [{ comDayWeekMonth: { applicableDay: weekdays.map(value => ({ value })) } }] }),
    ...(isHoliday ? { recurringSpecialDay: [HOLIDAY] } : {}),
  };
}

/** Returns the time of day as the profile writes it. 24:00 is '00:00:00Z'. */
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00Z`;

/** Returns an instant with the offset of the place, without fractions of a second. */
const written = (epochMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', fractionalSecondDigits: 0 });
