import { Temporal } from 'temporal-polyfill';
import { EXAMPLE_WH, type PriceChangePreview } from '../../../shared/console/prices.ts';
import { type PriceDayName, type Tariff, WEEKDAYS } from '../../../shared/model/tariff.ts';
import { groupDays } from '../../../shared/price/priceDays.ts';
import { estimateTotal } from '../../core/pricing/estimate.ts';
import { priceTable } from '../../core/pricing/priceTable.ts';
import { localInstant, type PricesContext, pricedAt, type Use } from './tariffUses.ts';

const MAX_EXAMPLES = 3;

interface Compared {
  use: Use;
  before: Tariff;
  after: Tariff;
  /** Start of the new prices. */
  start: Date;
}

/** Compares two versions of a tariff at one connector: all prices of a week, and the cost of example sessions. */
export function comparePrices(
  context: PricesContext,
  { use, before, after, start }: Compared,
): Pick<PriceChangePreview, 'before' | 'after' | 'examples'> {
  const at = pricedAt(context, use);
  const tables = [before, after].map(tariff => priceTable({ tariff, now: start, ...at }));
  const [old, fresh] = tables;
  if (!old || !fresh) throw new Error('Two tariffs have two tables');
  const times = tables.flatMap(({ days }) =>
    groupDays(days).flatMap(({ from: day, periods }) => periods.map(({ from }) => ({ day, time: from }))),
  );
  const unique = [...new Map(times.map(each => [`${each.day} ${each.time}`, each])).values()];
  const examples = unique.flatMap(({ day, time }) => {
    const startAt = nextAt(day, time, { start, timeZone: use.point.timeZone });
    if (!startAt) return [];
    const [beforeMinor, afterMinor] = [before, after].map(tariff => estimateTotal({ tariff, startAt, ...at }, EXAMPLE_WH));
    return [{ day, time, beforeMinor: beforeMinor ?? 0, afterMinor: afterMinor ?? 0 }];
  });
  const bySize = examples.sort((a, b) => difference(b) - difference(a));
  const different = bySize.filter(example => difference(example) > 0);
  return { before: old, after: fresh, examples: (different.length > 0 ? different : bySize.slice(0, 1)).slice(0, MAX_EXAMPLES) };
}

const difference = ({ beforeMinor, afterMinor }: { beforeMinor: number; afterMinor: number }): number =>
  Math.abs(afterMinor - beforeMinor);

/** Returns the first instant with this weekday and time of day, at or after the start. Null for public holidays. */
function nextAt(day: PriceDayName, time: string, { start, timeZone }: { start: Date; timeZone: string }): Date | null {
  if (day === 'holiday') return null;
  const from = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timeZone);
  const days = (WEEKDAYS.indexOf(day) + 1 - from.dayOfWeek + 7) % 7;
  const date = from.toPlainDate().add({ days });
  const at = localInstant(`${date.toString()}T${time}`, timeZone);
  return at && at < start ? localInstant(`${date.add({ days: 7 }).toString()}T${time}`, timeZone) : at;
}
