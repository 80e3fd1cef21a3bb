import type { Tariff, TariffElement, TariffRestrictions } from '../../../shared/model/tariff.ts';
import type { AddedPrice, NewPrice, PriceRow } from '../../../shared/price/priceRow.ts';
import { componentMicro, priceRows } from '../pricing/priceRows.ts';
import type { TariffRecord } from '../records/records.ts';
import { versionOf } from './tariffRecord.ts';

const DAY_END = '24:00';

/**
 * Returns a tariff with new prices. An added price comes before all others, so that it applies in its period. Limits and VAT
 * rates stay.
 * @returns null if a row does not exist
 */
export function changedTariff(
  tariff: Tariff,
  { prices, added }: { prices: readonly NewPrice[]; added: readonly AddedPrice[] },
): TariffRecord | null {
  const rows = priceRows(tariff);
  if (prices.some(({ row }) => !rows[row - 1])) return null;
  const wanted = new Map(prices.map(({ row, priceMicro }) => [row, priceMicro]));
  let row = 0;
  const elements = tariff.elements.map(({ components, ...element }) => ({
    ...element,
    components: components.map(component => {
      row += 1;
      const [known, priceMicro] = [rows[row - 1], wanted.get(row)];
      return known && priceMicro !== undefined ? { ...component, priceMicro: newMicro(known, priceMicro) } : component;
    }),
  }));
  const changed: Tariff = { ...tariff, elements: [...added.map(each => addedElement(tariff, each)), ...elements] };
  return { id: tariff.id, version: versionOf(changed), tariff: changed };
}

const newMicro = ({ unit }: PriceRow, priceMicro: number): number => componentMicro({ priceMicro, unit });

function addedElement(tariff: Tariff, { days, from, to, priceMicro }: AddedPrice): TariffElement {
  const energy = tariff.elements.flatMap(({ components }) => components).find(({ type }) => type === 'ENERGY');
  const { stepSize = 1, vatPercent } = energy ?? {};
  const restrictions: TariffRestrictions = {
    ...(from === '00:00' ? {} : { startTime: from }),
    ...(to === DAY_END ? {} : { endTime: to }),
    ...(days.length === 0 ? {} : { daysOfWeek: days }),
  };
  const component = { type: 'ENERGY' as const, priceMicro, stepSize, ...(vatPercent === undefined ? {} : { vatPercent }) };
  return { components: [component], ...(Object.keys(restrictions).length === 0 ? {} : { restrictions }) };
}
