import type { PriceAct } from '../../../../shared/console/acts.ts';
import { WEEKDAYS, type Weekday } from '../../../../shared/model/tariff.ts';
import { type AddedPrice, type PriceRow, readUnitPrice } from '../../../../shared/price/priceRow.ts';

export type Values = Readonly<Record<string, string>>;

/** Groups of days that an added price can have, by the value of the field. */
export const DAY_CHOICES: Readonly<Record<string, readonly Weekday[]>> = {
  all: [],
  'monday-friday': WEEKDAYS.slice(0, 5),
  'saturday-sunday': WEEKDAYS.slice(5),
  ...Object.fromEntries(WEEKDAYS.map(day => [day, [day]])),
};

/** Maximum number of prices that one change adds. */
export const MAX_ADDED = 6;

/** Value of a price that cannot be read. The action refuses the value. */
const UNREADABLE = -1;

export const addedCount = ({ added = '0' }: Values): number => (/^[0-6]$/.test(added) ? Number(added) : 0);

/** Names of the fields of an added price. */
export const addedFields = (index: number) => ({
  days: `days${index}`,
  from: `from${index}`,
  to: `to${index}`,
  price: `added${index}`,
});

/** Reads the form of a price change. Prices that are equal to the current ones are left out. */
export function readPriceChange(
  tariff: string,
  values: Values,
  rows: readonly PriceRow[],
): Extract<PriceAct, { does: 'change-price' }> {
  const { date = '', time = '', base = '', revision = '', reason = '', second = '' } = values;
  const prices = rows.flatMap(({ row, priceMicro }) => {
    const typed = values[`price${row}`];
    if (typed === undefined || typed.trim() === '') return [];
    const micro = readUnitPrice(typed) ?? UNREADABLE;
    return micro === priceMicro ? [] : [{ row, priceMicro: micro }];
  });
  const added = Array.from({ length: addedCount(values) }, (_, index) => readAdded(values, index)).filter(each => each !== null);
  return {
    ...{ does: 'change-price', tariff, from: `${date}T${time}`, prices, added, reason: reason.trim() },
    ...(base && { base }),
    ...(revision && { revision }),
    needsSecond: second === 'on',
  };
}

/** Reads an added price. Null: all of its fields are empty. */
function readAdded(values: Values, index: number): AddedPrice | null {
  const names = addedFields(index);
  const [from = '', to = '', price = ''] = [values[names.from], values[names.to], values[names.price]];
  if (from === '' && to === '' && price.trim() === '') return null;
  return {
    days: DAY_CHOICES[values[names.days] ?? ''] ?? [],
    from,
    // A field for times of day has no 24:00, so 00:00 is the end of the day.
    to: to === '00:00' ? '24:00' : to,
    priceMicro: readUnitPrice(price) ?? UNREADABLE,
  };
}
