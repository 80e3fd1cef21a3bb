import {
  type PriceDay,
  type PriceDayName,
  type PricePeriod,
  type PriceTable,
  type Tariff,
  WEEKDAYS,
} from '../../../shared/model/tariff.ts';
import { type LocalMoment, localMoment, minutesOfChange, type PricingLocation } from './calendar.ts';
import { secondsAt } from './meterCurve.ts';
import { type PricePeriodInput, pricePeriod } from './pricePeriod.ts';

export interface PriceTableInput {
  tariff: Tariff;
  place: PricingLocation;
  now: Date;
  /** Power of the connector in watts. It decides between tariff elements with power restrictions. */
  powerW: number;
  vatPercent: number;
}

/**
 * Returns the gross prices of a week and of public holidays. Elements with date restrictions apply as of today. If a price
 * depends on the progress of a session, the table shows the highest price, so that a page never promises less than the bill. If
 * the tariff has no holiday prices and weekdays differ, there is no row for holidays, because a holiday then has the prices of
 * its weekday.
 */
export function priceTable({ tariff, place, now, powerW, vatPercent }: PriceTableInput): PriceTable {
  const here = localMoment(secondsAt(now), place);
  const rowOf = (day: PriceDayName): PriceDay => ({
    day,
    periods: periodsOf({ tariff, powerW, vatPercent, local: onDay(here, day) }),
  });
  const weekdays = WEEKDAYS.map(rowOf);
  const holiday = rowOf('holiday');
  const hasHoliday =
    tariff.elements.some(element => element.restrictions?.holiday) || weekdays.every(row => isSameRow(row, holiday));
  const days = hasHoliday ? [...weekdays, holiday] : weekdays;
  const today = hasHoliday && here.isHoliday ? 'holiday' : here.weekday;
  return {
    currency: tariff.currency,
    days,
    today,
    now: periodAt(
      days.find(row => row.day === today),
      here.minute,
    ),
  };
}

function onDay(here: LocalMoment, day: PriceDayName): LocalMoment {
  if (day !== 'holiday') return { ...here, weekday: day, isHoliday: false };
  return { ...here, weekday: here.isHoliday ? here.weekday : 'sunday', isHoliday: true };
}

function periodsOf(input: PricePeriodInput): PricePeriod[] {
  const minutes = minutesOfChange(input.tariff);
  const periods: PricePeriod[] = [];
  for (const [index, minute] of minutes.entries()) {
    const prices = pricePeriod({ ...input, local: { ...input.local, minute } });
    const last = periods.at(-1);
    const period = { from: clock(minute), to: clock(minutes[index + 1] ?? 24 * 60), ...prices };
    if (last && isSame({ ...last, from: '', to: '' }, { ...period, from: '', to: '' }))
      periods[periods.length - 1] = { ...last, to: period.to };
    else periods.push(period);
  }
  return periods;
}

function periodAt(row: PriceDay | undefined, minute: number): PricePeriod {
  const period = row?.periods.findLast(({ from }) => from <= clock(minute));
  if (!period) throw new RangeError('a day has a period for every minute');
  return period;
}

const isSameRow = (a: PriceDay, b: PriceDay): boolean => isSame(a.periods, b.periods);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
