import Joi from 'joi';
import type { Calculated, Prices, TariffShown, TariffVersion } from '../../../shared/console/prices.ts';
import type { Bill, PriceDay, PricePeriod } from '../../../shared/model/tariff.ts';
import type { PriceRow } from '../../../shared/price/priceRow.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import { whenOf } from '../../core/pricing/priceRows.ts';
import { calculate, getPrices } from '../../shop/catalogue/prices.ts';
import type { PricesContext } from '../../shop/catalogue/tariffUses.ts';
import { columns, decimal, minute } from '../acts/commandLines.ts';
import { ENERGY, field, parsed } from '../acts/fields.ts';
import { type CommandDependencies, query } from './commands.ts';

interface PricesOutput extends Prices {
  /** The calculated example price. Null if no calculation was requested. */
  calculated: Calculated | null;
}

interface PricesQuery {
  tariff?: string;
  after?: string;
  energyWh: number | null;
  from?: string;
  minutes?: number;
}

/**
 * Lists the tariffs, and calculates a price if requested.
 * @throws RangeError if the tariff does not exist or the options of the calculation are invalid
 */
async function prices(
  { store, now }: CommandDependencies,
  { tariff, after = '', ...charging }: PricesQuery,
): Promise<PricesOutput> {
  const context: PricesContext = { store, clock: { now: () => now }, holidays: createHolidays(), selling: null };
  const listed = await getPrices(context, { after, ...(tariff && { tariff }) });
  const [first] = listed.tariffs;
  // A calculation without a tariff is one with the first tariff.
  const isCalculated = charging.energyWh !== null || charging.from !== undefined || charging.minutes !== undefined;
  const chosen = !tariff && isCalculated && first ? await getPrices(context, { tariff: first.id }) : listed;
  const result = { ...listed, shown: chosen.shown, remarks: chosen.remarks };
  if (result.shown === null && tariff)
    throw new RangeError(`No charging point is offered with tariff ${tariff}. \`prices\` lists the tariffs.`);
  return { ...result, calculated: result.shown && (await calculated(context, result.shown, charging)) };
}

async function calculated(
  context: PricesContext,
  { id }: TariffShown,
  { energyWh, from, minutes }: Omit<PricesQuery, 'tariff' | 'after'>,
): Promise<Calculated | null> {
  if (energyWh === null && from === undefined && minutes === undefined) return null;
  const length = minutes === undefined ? {} : { minutes };
  const result = await calculate(context, { tariff: id, energyWh: energyWh ?? 0, from: from ?? '', ...length });
  if (!result)
    throw new RangeError('Invalid calculation. Use --energy 20 (kWh), --from 2026-11-22T22:00 and optionally --minutes 90.');
  return result;
}

/** Prints the same prices as the prices page of the console. */
export const PRICE_QUERIES = {
  prices: query<PricesQuery, PricesOutput>({
    does: 'List the tariffs on offer, show one as drivers see it, and calculate the cost of charging at a local time',
    fields: {
      tariff: field('[<tariff>]', Joi.string().empty('')),
      after: field('[--after <tariff>]', Joi.string().empty('')),
      energyWh: { ...ENERGY, typed: '[--energy 20 --from 2026-11-22T22:00 [--minutes 90]]' },
      from: { ...field('--from 2026-11-22T22:00', Joi.string().allow('')), typed: '' },
      minutes: { ...field('--minutes 90', parsed(Number)), typed: '' },
    },
    read: prices,
    lines: linesOf,
  }),
};

const micro = (amountMicro: number): string => (amountMicro / 1_000_000).toFixed(4).replace(/0{1,2}$/, '');

function linesOf({ tariffs, next, shown, calculated }: PricesOutput): readonly string[] {
  if (tariffs.length === 0) return ['No charging point is offered.'];
  const sold = tariffs.map(({ id, plugs, remarks }) => [id, String(plugs), remarks.join(', ')]);
  return [
    ...columns([['tariff', 'plugs', 'remarks'], ...sold]),
    ...(next === null ? [] : [`More: --after ${next}`]),
    ...(shown ? ['', ...linesOfTariff(shown)] : []),
    ...(calculated ? ['', ...linesOfBill(calculated.bill, calculated.minutes)] : []),
  ];
}

const dateOf = ({ from, version, changed }: TariffVersion): string =>
  [
    `from ${minute(new Date(from ?? 0))}, version ${short(version)}`,
    ...(changed ? [`${changed.who}: ${changed.reason}`] : []),
  ].join(', ');

const linesOfRows = (rows: readonly PriceRow[]): readonly string[] =>
  columns(
    rows.map(each => [
      String(each.row),
      each.kind,
      micro(each.priceMicro),
      `per ${each.unit === 'kwh' ? 'kWh' : each.unit}`,
      whenOf(each),
    ]),
  );

function linesOfTariff({
  id,
  version,
  at,
  table,
  rows,
  announced,
  waiting,
  revision,
  isEditable,
}: TariffShown): readonly string[] {
  return [
    `${id}, version ${short(version)}, at ${at.evseId} ${at.connector}, ${table.currency}`,
    ...linesOfDays(table.days),
    ...(isEditable ? ['', `prices for change-price, revision ${revision}:`, ...linesOfRows(rows)] : []),
    ...announced.flatMap(later => ['', dateOf(later), ...linesOfDays(later.table.days)]),
    ...(waiting ? ['', `awaits approval: ${dateOf(waiting)}`, ...linesOfDays(waiting.table.days)] : []),
  ];
}

/** Shortens the version id of a tariff. The first characters are enough to tell versions apart. */
const short = (version: string): string => version.slice(0, 12);

const HEADS = ['day', 'from', 'to', 'kWh', 'minute', 'start', 'blocking per minute', 'after charging per minute'];

const linesOfDays = (days: readonly PriceDay[]): readonly string[] =>
  columns([HEADS, ...days.flatMap(({ day, periods }) => periods.map(period => [String(day), ...cellsOf(period)]))]);

function cellsOf({ from, to, energyMicro, timeMicro, start, blocking, occupancy }: PricePeriod): string[] {
  const feeText = (fee: PricePeriod['blocking']) => (fee ? `${micro(fee.amountMicro)} after ${fee.afterMinutes} min` : '–');
  const fees = [timeMicro === null ? '–' : micro(timeMicro), start ? micro(start.amountMicro) : '–'];
  return [from, to, micro(energyMicro), ...fees, feeText(blocking), feeText(occupancy)];
}

function linesOfBill({ lines, totalMinor, currency }: Bill, minutes: number): readonly string[] {
  const rows = lines.map(({ kind, quantity, unitPriceMicro, amountMinor }) => [
    ...[kind, String(quantity), micro(unitPriceMicro), decimal(amountMinor)],
  ]);
  return [
    ...columns([['', 'Wh, s or count', 'each', currency], ...rows]),
    `${decimal(totalMinor)} ${currency} for ${minutes} minutes`,
  ];
}
