import { WEEKDAYS, type Weekday } from '../../../shared/model/tariff.ts';
import { type AddedPrice, type NewPrice, readUnitPrice } from '../../../shared/price/priceRow.ts';
import { WITHOUT_REASON } from './fields.ts';
import { type PriceActOf, refuse } from './priceChange.ts';

/** Reads new prices such as '1=0.59,2=0.49': the number of the price as `prices` lists it, and the new value. */
export function readPrices(typed: string): readonly NewPrice[] | null {
  const read = typed.split(',').map(each => {
    const [, row = '', price = ''] = /^\s*(\d{1,3})=(\S+)\s*$/.exec(each) ?? [];
    return { row: Number(row), priceMicro: readUnitPrice(price) };
  });
  return read.every((each): each is NewPrice => each.row > 0 && each.priceMicro !== null) ? read : null;
}

const dayOf = (short: string): Weekday | undefined => WEEKDAYS.find(day => day.startsWith(short.toLowerCase()));

/** Reads added prices such as 'Mon-Fri 16:00-20:00=0.59' or '16:00-20:00=0.59'. */
export function readAdded(typed: string): readonly AddedPrice[] | null {
  const added = typed.split(',').map(each => {
    const [, first, last = first, from = '', to = '', price = ''] =
      /^\s*(?:([A-Za-z]{3})(?:-([A-Za-z]{3}))?\s+)?(\d\d:\d\d)-(\d\d:\d\d)=(\S+)\s*$/.exec(each) ?? [];
    const [begin, end] = [first && dayOf(first), last && dayOf(last)];
    const days = begin && end ? WEEKDAYS.slice(WEEKDAYS.indexOf(begin), WEEKDAYS.indexOf(end) + 1) : [];
    const isRead = (first === undefined || days.length > 0) && isPeriod({ from, to });
    return { days, from, to, priceMicro: isRead ? readUnitPrice(price) : null };
  });
  return added.every((each): each is typeof each & { priceMicro: number } => each.priceMicro !== null) ? added : null;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const isPeriod = ({ from, to }: Pick<AddedPrice, 'from' | 'to'>): boolean =>
  TIME.test(from) && (TIME.test(to) || to === '24:00') && from !== to;

/** Largest unit price in millionths that `readUnitPrice` can read. */
const MAX_PRICE_MICRO = 1e12;
const isPrice = (micro: number): boolean => Number.isSafeInteger(micro) && micro >= 0 && micro < MAX_PRICE_MICRO;

/** @throws ActRefused if a price or period is invalid, or the reason is missing */
export function refuseUnreadable({ prices, added, reason }: PriceActOf<'change-price'>): void {
  if (reason === '') throw refuse(WITHOUT_REASON, 'noReason');
  if (![...prices, ...added].every(({ priceMicro }) => isPrice(priceMicro)))
    throw refuse('Invalid price. Use 0.59.', 'unreadable');
  if (!added.every(isPeriod)) throw refuse('Invalid period. Use 16:00-20:00.', 'noPeriod');
}
