import { stepMinor } from '../../../shared/model/money.ts';
import type { Bill, BillLine, LineKind, Tariff } from '../../../shared/model/tariff.ts';
import { excessOf, isCutOff } from '../../../shared/price/lineArithmetic.ts';
import { lineKind } from '../pricing/lineKind.ts';

/** Returns true if the amount of each line is quantity times unit price and the lines add up to the total. */
export function addsUp(bill: Bill, tariff: Tariff): boolean {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return (
    bill.lines.every(line => isRight(line, bill, tariff)) &&
    sum(bill.lines.map(line => line.amountMinor)) === bill.totalMinor &&
    sum(bill.vat.map(group => group.grossMinor)) === bill.totalMinor
  );
}

function isRight(line: BillLine, { currency, lines }: Bill, tariff: Tariff): boolean {
  const { excessMinor, roundingMinor } = excessOf(line, currency);
  // The line of a minimum or maximum price (kind 'other') also absorbs the rounding of the other lines.
  if (line.kind === 'other') return Math.abs(excessMinor) <= stepMinor(currency) * lines.length;
  return excessMinor <= roundingMinor && (!isCutOff(line, currency) || isCapped(line.kind, tariff));
}

const isCapped = (kind: LineKind, tariff: Tariff): boolean =>
  tariff.elements.some(({ components, restrictions = {} }) =>
    components.some(
      component => component.maxPerSessionMinor !== undefined && lineKind(tariff, { component, restrictions }) === kind,
    ),
  );

/**
 * Returns the billed energy in Wh. If the tariff charges for every Wh, this is the energy of the energy lines. If energy is free
 * or rounded to larger steps, it is the energy of the session.
 */
export function billedEnergyWh({ bill, tariff, energyWh }: { bill: Bill; tariff: Tariff; energyWh: number }): number {
  const prices = tariff.elements.flatMap(({ components }) => components.filter(({ type }) => type === 'ENERGY'));
  const isPlain = prices.length > 0 && prices.every(({ priceMicro, stepSize }) => priceMicro > 0 && stepSize <= 1);
  const charged = bill.lines.filter(({ kind }) => kind === 'energy').map(({ quantity }) => quantity);
  return isPlain && charged.length > 0 ? charged.reduce((sum, quantity) => sum + quantity, 0) : energyWh;
}
