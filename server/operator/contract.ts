import { formatClock, formatDateTime, formatMicro, formatMoney } from '../../shared/format.ts';
import { pathTo } from '../../shared/paths.ts';
import { groupDays } from '../../shared/priceDays.ts';
import { dayGroupWords, type PriceWords, priceWords, type Say } from '../../shared/priceWords.ts';
import type { PricePeriod } from '../../shared/tariff.ts';
import type { LetterPart } from './letter.ts';
import type { Letter } from './letters.ts';
import { priceTable } from './pricing/priceTable.ts';

/** What the order keeps of what was agreed; see newOrder. */
interface Agreed {
  terms: { hash: string } | null;
  at: string;
}

/**
 * The confirmation of the contract (directive 2011/83, art. 8(7)), with the prices as they were when it was concluded.
 * Keys: contract.*, tariff.*
 */
export function confirmationOfContract(letter: Letter): readonly LetterPart[] {
  const { desk, session, priced, region } = letter;
  const { order, client, point } = priced;
  const { supplier } = client;
  const { terms, at } = JSON.parse(order.consents) as Agreed;
  const say: Say = (key, values) => desk.words(region.locale, key, values);
  const address = `${point.street}, ${point.postalCode} ${point.city}`;
  const partner = `${supplier.name}, ${supplier.street}, ${supplier.postalCode} ${supplier.city}`;
  const hold = order.limit_minor === null ? null : formatMoney(order.limit_minor, priced.currency, region);
  const linkTo = (page: 'terms' | 'withdrawal') =>
    desk.linkOrigin + pathTo(page, { locale: region.locale, clientId: client.id, sessionId: session.id });
  return [
    { heading: say('contract.title') },
    say('contract.intro', { supplier: supplier.name }),
    {
      rows: [
        [say('contract.number'), String(session.number)],
        [say('contract.concluded'), formatDateTime(at, region)],
        [say('contract.supplier'), partner],
        [say('contract.service'), say('contract.service.text', { evse: point.evseId, address })],
        ...(hold ? [[say('contract.hold'), hold] as const] : []),
      ],
    },
    { heading: say('contract.prices') },
    ...agreedPrices(letter, { say, at: new Date(at) }),
    say('tariff.inclVat'),
    ...(terms
      ? [{ heading: say('contract.terms') }, linkTo('terms'), { rows: [[say('contract.terms.checksum'), terms.hash] as const] }]
      : []),
    ...(client.withdrawal
      ? [{ heading: say('contract.withdrawal') }, say('contract.withdrawal.text', { link: linkTo('withdrawal') })]
      : []),
    say('contract.keep'),
  ];
}

/** One list where the price is always the same, else one for each stretch of the week. */
function agreedPrices({ session, priced, region }: Letter, { say, at }: { say: Say; at: Date }): readonly LetterPart[] {
  const { tariff, place, vatPercent, point } = priced;
  const connector = point.connectors.find(({ id }) => id === session.connector);
  const { days, currency } = priceTable({ tariff, place, now: at, powerW: connector?.powerW ?? 0, vatPercent });
  const rowsOf = (period: PricePeriod) =>
    priceWords(period, {
      say,
      unitPrice: micro => formatMicro(micro, currency, region),
      money: minor => formatMoney(minor, currency, region),
    }).flatMap(rowOf);
  const stretches = groupDays(days).flatMap(group => group.periods.map(period => ({ group, period, rows: rowsOf(period) })));
  const kinds = new Map(stretches.map(stretch => [JSON.stringify(stretch.rows), stretch.rows]));
  const [only] = kinds.values();
  if (kinds.size === 1 && only) return [{ rows: only }];
  return stretches.flatMap(({ group, period, rows }) => {
    const { from, to } = period;
    const isAllDay = from === '00:00' && to === '24:00';
    const hours = isAllDay
      ? say('tariff.allDay')
      : say('tariff.period', { from: formatClock(from, region), to: formatClock(to, region) });
    return [`${dayGroupWords(group, say)}, ${hours}`, { rows }];
  });
}

/** What there is no price for is not listed. */
function rowOf({ label, price, unit, notes }: PriceWords): (readonly [string, string])[] {
  if (price === null) return [];
  return [[label, [unit === null ? price : `${price} ${unit}`, ...notes].join(', ')]];
}
