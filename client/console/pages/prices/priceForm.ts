import type { PriceAct } from '../../../../shared/console/acts.ts';
import type { Text } from '../../../../shared/console/operating.ts';
import { WEEKDAYS, type Weekday } from '../../../../shared/model/tariff.ts';
import { type AddedPrice, type PriceRow, readUnitPrice } from '../../../../shared/price/priceRow.ts';
import type { TextKey } from '../../core/translations.ts';

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

/** What is wrong with each field, by the id of the field. */
type FieldFaults = Readonly<Record<string, TextKey>>;

/** Refusals of an action that are faults of the start of the new prices. */
const START_REFUSALS: readonly string[] = ['prices.refusal.noTime', 'prices.refusal.past', 'prices.refusal.tooFar'];

export const isStartRefusal = ({ key }: Pick<Text, 'key'>): boolean => START_REFUSALS.includes(key);

const readTyped = (typed = ''): number => readUnitPrice(typed) ?? UNREADABLE;

/** Finds all fields of a price change that are missing or cannot be read. */
export function findFaults(values: Values, rows: readonly PriceRow[]): FieldFaults {
  const { date = '', time = '', reason = '' } = values;
  const prices = rows.map(({ row }) => `price${row}`).filter(name => values[name]?.trim() && readTyped(values[name]) < 0);
  const added = addedIndexes(values).filter(index => readAdded(values, index) !== null);
  const empty = (name: string) => (values[name] ?? '') === '';
  const faults: [string, TextKey | false][] = [
    ...prices.map((name): [string, TextKey] => [name, 'prices.fault.price']),
    ...added.flatMap((index): [string, TextKey | false][] => {
      const { from, to, price } = addedFields(index);
      const isSame = !empty(from) && values[from] === values[to];
      return [
        [from, empty(from) && 'prices.fault.time'],
        [to, empty(to) ? 'prices.fault.time' : isSame && 'prices.fault.sameTime'],
        [price, readTyped(values[price]) < 0 && 'prices.fault.price'],
      ];
    }),
    ['date', date === '' && 'prices.fault.date'],
    ['time', time === '' && 'prices.fault.time'],
    ['reason', reason.trim() === '' && 'acts.fault.reason'],
  ];
  return Object.fromEntries(faults.filter((each): each is [string, TextKey] => each[1] !== false));
}

type PriceChange = Extract<PriceAct, { does: 'change-price' }>;

/** Leaves out what cannot be read, so that the rest of a change can be checked. */
export const readablePart = (act: PriceChange): PriceChange => ({
  ...act,
  prices: act.prices.filter(({ priceMicro }) => priceMicro >= 0),
  added: act.added.filter(({ from, to, priceMicro }) => from !== '' && to !== '' && from !== to && priceMicro >= 0),
  reason: act.reason || '…',
});

export const addedCount = ({ added = '0' }: Values): number => (/^[0-6]$/.test(added) ? Number(added) : 0);

export const addedIndexes = (values: Values): number[] => Array.from({ length: addedCount(values) }, (_, index) => index);

/** Names of the fields of an added price. */
export const addedFields = (index: number) => ({
  days: `days${index}`,
  from: `from${index}`,
  to: `to${index}`,
  price: `added${index}`,
});

/** Reads the form of a price change. Prices that are equal to the current ones are left out. */
export function readPriceChange(tariff: string, values: Values, rows: readonly PriceRow[]): PriceChange {
  const { date = '', time = '', base = '', revision = '', reason = '', second = '' } = values;
  const prices = rows.flatMap(({ row, priceMicro }) => {
    const typed = values[`price${row}`];
    if (typed === undefined || typed.trim() === '') return [];
    const micro = readTyped(typed);
    return micro === priceMicro ? [] : [{ row, priceMicro: micro }];
  });
  const added = addedIndexes(values)
    .map(index => readAdded(values, index))
    .filter(each => each !== null);
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
    priceMicro: readTyped(price),
  };
}
