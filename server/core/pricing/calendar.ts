import { Temporal } from 'temporal-polyfill';
import { type Tariff, type TariffRestrictions, WEEKDAYS, type Weekday } from '../../../shared/model/tariff.ts';

/** Properties of the location of a session that affect its price. */
export interface PricingLocation {
  /** IANA time zone. Tariffs restrict prices by local time. */
  timeZone: string;
  /** Region whose public holidays apply: ISO 3166-2 such as 'DE-BY', or the country code in upper case if no region is known. */
  region: string;
  /** Returns true if this local day ('YYYY-MM-DD') is a public holiday in the region. */
  isHoliday(day: string): boolean;
}

/** Local date and time of an instant. */
export interface LocalMoment {
  /** Local date, 'YYYY-MM-DD'. */
  date: string;
  /** Minutes since 00:00 on the local clock. */
  minute: number;
  weekday: Weekday;
  isHoliday: boolean;
}

/**
 * A period in which neither date nor time of day changes a price. It begins at `fromS` (seconds since the epoch) and ends where
 * the next period begins.
 */
export interface CalendarPiece {
  fromS: number;
  local: LocalMoment;
}

export interface CalendarInput {
  tariff: Tariff;
  place: PricingLocation;
  fromS: number;
  toS: number;
}

/**
 * Splits a period wherever date or time of day may change a price: at midnight, at the times of day in the tariff, and at clock
 * changes. If a clock change skips or repeats a local time of the tariff, the period is split at both possible instants.
 */
export function calendarPieces(input: CalendarInput): CalendarPiece[] {
  const cuts = cutsOfCalendar(input).filter(atS => atS > input.fromS);
  return [input.fromS, ...cuts].map(fromS => pieceFrom(fromS, input.place));
}

/** Returns the periods that begin at `fromS` or later and before `toS`. They continue periods that end at `fromS`. */
export const laterPieces = (input: CalendarInput): CalendarPiece[] =>
  cutsOfCalendar(input).map(fromS => pieceFrom(fromS, input.place));

const pieceFrom = (fromS: number, place: PricingLocation): CalendarPiece => ({ fromS, local: localMoment(fromS, place) });

/** Returns the instants at which a new period must begin, from `fromS` (inclusive) to `toS` (exclusive), ascending. */
function cutsOfCalendar(input: CalendarInput): number[] {
  if (!input.tariff.elements.some(element => element.restrictions && minds(element.restrictions))) return [];
  const cuts = [...wallClockCuts(input)].filter(atS => atS >= input.fromS && atS < input.toS);
  return [...new Set(cuts)].sort((a, b) => a - b);
}

/** Returns the local date and time of an instant. `atS` is in seconds since the epoch. */
export function localMoment(atS: number, place: PricingLocation): LocalMoment {
  const local = zoned(atS, place.timeZone);
  const date = local.toPlainDate().toString();
  return { date, minute: local.hour * 60 + local.minute, weekday: weekdayOf(local.dayOfWeek), isHoliday: place.isHoliday(date) };
}

/** Converts 'HH:MM' into minutes since 00:00. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * Returns all times of day at which a restriction of the tariff begins or ends, in minutes since 00:00, ascending. 0 is always
 * included.
 */
export function minutesOfChange(tariff: Tariff): number[] {
  const times = tariff.elements.flatMap(({ restrictions }) => [
    restrictions?.startTime ?? '00:00',
    restrictions?.endTime ?? '00:00',
  ]);
  return [...new Set([0, ...times.map(minuteOfDay)])].filter(minute => minute < 24 * 60).sort((a, b) => a - b);
}

function minds(restrictions: TariffRestrictions): boolean {
  const { startTime, endTime, startDate, endDate, daysOfWeek, holiday } = restrictions;
  return [startTime, endTime, startDate, endDate, daysOfWeek, holiday].some(restriction => restriction !== undefined);
}

function* wallClockCuts({ tariff, place, fromS, toS }: CalendarInput) {
  const minutes = minutesOfChange(tariff);
  const last = zoned(toS, place.timeZone).toPlainDate();
  let day = zoned(fromS, place.timeZone).toPlainDate();
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    for (const minute of minutes) {
      const wall = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
      yield secondsOf(wall.toZonedDateTime(place.timeZone, { disambiguation: 'earlier' }));
      yield secondsOf(wall.toZonedDateTime(place.timeZone, { disambiguation: 'later' }));
    }
  }
  let change = zoned(fromS, place.timeZone).getTimeZoneTransition('next');
  while (change && secondsOf(change) < toS) {
    yield secondsOf(change);
    change = change.getTimeZoneTransition('next');
  }
}

const zoned = (atS: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(atS * 1000).toZonedDateTimeISO(timeZone);
const secondsOf = (moment: Temporal.ZonedDateTime): number => Math.floor(moment.epochMilliseconds / 1000);

function weekdayOf(dayOfWeek: number): Weekday {
  const weekday = WEEKDAYS[dayOfWeek - 1];
  if (!weekday) throw new RangeError(`no weekday ${dayOfWeek}`);
  return weekday;
}
