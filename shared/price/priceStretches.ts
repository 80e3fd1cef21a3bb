import type { PriceDay, PricePeriod } from '../model/tariff.ts';
import { groupDays } from './priceDays.ts';
import { dayGroupWords, type PriceVoice, type PriceWords, priceWords, wholePrice } from './priceWords.ts';

/** A period of the week with constant prices, as text. */
export interface PriceStretch {
  /** Name of the period: "Montag bis Freitag, 08:00 bis 18:00". Null: the prices never change. */
  name: string | null;
  /** Pairs of label and price. Kinds without a price are left out. */
  rows: readonly (readonly [string, string])[];
}

interface StretchVoice extends PriceVoice {
  /** Formats a time of day: "18:00". */
  clock(hhmm: string): string;
}

/** Writes all prices of a week: one list if they never change, otherwise one list per period. */
export function priceStretches(days: readonly PriceDay[], voice: StretchVoice): readonly PriceStretch[] {
  const { translate, clock } = voice;
  const rowsOf = (period: PricePeriod) => priceWords(period, voice).flatMap(rowOf);
  const stretches = groupDays(days).flatMap(group => group.periods.map(period => ({ group, period, rows: rowsOf(period) })));
  const kinds = new Map(stretches.map(({ rows }) => [JSON.stringify(rows), rows]));
  const [only] = kinds.values();
  if (kinds.size === 1 && only) return [{ name: null, rows: only }];
  return stretches.map(({ group, period: { from, to }, rows }) => {
    const isAllDay = from === '00:00' && to === '24:00';
    const hours = isAllDay ? translate('tariff.allDay') : translate('tariff.period', { from: clock(from), to: clock(to) });
    return { name: `${dayGroupWords(group, translate)}, ${hours}`, rows };
  });
}

function rowOf(words: PriceWords): (readonly [string, string])[] {
  return words.price === null ? [] : [[words.label, wholePrice(words)]];
}
