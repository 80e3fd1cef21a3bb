import type { Currency } from '../../../../shared/model/money.ts';
import { WEEKDAYS, type Weekday } from '../../../../shared/model/tariff.ts';
import type { PriceRow } from '../../../../shared/price/priceRow.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { useDayWords } from '../../parts/WeekPictures.tsx';
import type { TimedRow } from './rowTimes.ts';

interface RowLabel {
  /** 'Energy, per kWh'. */
  name: string;
  /** Days, times and conditions. Empty: always. */
  detail: string;
}

/** Returns a function that writes what a price is for, and when. */
export function useRowLabel(currency: Currency) {
  const { t } = useWords();
  const { when, days } = useRowWords(currency);
  return ({ row, when: times }: TimedRow): RowLabel => {
    const timesText = times?.map(each => [days(each.days), each.times].filter(Boolean).join(' ')).join('; ');
    return {
      name: [t(`prices.line.${row.kind}`), t(`prices.unit.${row.unit}`)].join(', '),
      detail: timesText ?? when(row),
    };
  };
}

/** Returns a function that writes when a price applies. Restrictions that the console cannot write are shown as in OCPI. */
function useRowWords(currency: Currency) {
  const { t, money, number } = useWords();
  const { day, dayRange } = useDayWords();
  const days = (names: readonly Weekday[]): string => {
    const [first, last] = [names[0], names.at(-1)];
    if (names.length === WEEKDAYS.length || !first || !last) return '';
    const isRange = names.length > 1 && WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === names.length - 1;
    return isRange ? dayRange(first, last) : names.map(day).join(', ');
  };
  return {
    days,
    when({ kind, dimension, restrictions, graceMinutes, maxMinor }: PriceRow): string {
      const { daysOfWeek = [], startTime, endTime, holiday, minDurationS, maxDurationS, ...rest } = restrictions;
      const minutes = (key: TextKey, seconds: number) => t(key, { minutes: number(seconds / 60) });
      return [
        kind === 'blocking' ? t(dimension === 'TIME' ? 'prices.row.charging' : 'prices.row.standing') : '',
        holiday ? t('prices.day.holiday') : '',
        days(daysOfWeek),
        startTime === undefined && endTime === undefined ? '' : `${startTime ?? '00:00'}–${endTime ?? '24:00'}`,
        minDurationS ? minutes('prices.row.after', minDurationS) : '',
        maxDurationS === undefined ? '' : minutes('prices.row.until', maxDurationS),
        graceMinutes === null ? '' : t('prices.row.grace', { minutes: graceMinutes }),
        maxMinor === null ? '' : t('prices.most', { amount: money(maxMinor, currency) }),
        ...Object.entries(rest).map(([name, value]) => `${name} ${value}`),
      ]
        .filter(Boolean)
        .join(', ');
    },
  };
}
