import { stepMinor } from '../../../shared/money.ts';
import type { Bill, BillLine, LineKind, Tariff } from '../../../shared/tariff.ts';
import { lineKind } from '../pricing/lineKind.ts';

/** How many of a line's quantity (Wh, seconds, sessions) its unit price is for. */
const PRICED_PER: Readonly<Record<LineKind, number>> = {
  energy: 1000,
  time: 60,
  start: 1,
  blocking: 60,
  occupancy: 60,
  other: 1,
};
const MICRO_PER_MINOR = 10_000;

/** Does each line cost its quantity times its price, and do the lines make the total? */
export function addsUp(bill: Bill, tariff: Tariff): boolean {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return (
    bill.lines.every(line => isRight(line, bill, tariff)) &&
    sum(bill.lines.map(line => line.amountMinor)) === bill.totalMinor &&
    sum(bill.vat.map(group => group.grossMinor)) === bill.totalMinor
  );
}

function isRight({ kind, quantity, unitPriceMicro, amountMinor }: BillLine, bill: Bill, tariff: Tariff): boolean {
  const step = stepMinor(bill.currency);
  const units = quantity / PRICED_PER[kind];
  const off = amountMinor - (units * unitPriceMicro) / MICRO_PER_MINOR;
  // Rounded once; a price per minute is itself a rounded sixtieth of one per hour.
  const room = step / 2 + (units * 0.5) / MICRO_PER_MINOR + 1e-6;
  // The line that reaches a least or highest price also makes up for the rounding of all others.
  if (kind === 'other') return Math.abs(off) <= step * bill.lines.length;
  return off <= room && (off >= -room || isCapped(kind, tariff));
}

const isCapped = (kind: LineKind, tariff: Tariff): boolean =>
  tariff.elements.some(({ components, restrictions = {} }) =>
    components.some(
      component => component.maxPerSessionMinor !== undefined && lineKind(tariff, { component, restrictions }) === kind,
    ),
  );

/**
 * The energy a bill is about: what its lines charge for, where the tariff charges for every Wh as it is measured; else
 * (free energy, rounding to larger steps) what the session took.
 */
export function billedEnergyWh({ bill, tariff, energyWh }: { bill: Bill; tariff: Tariff; energyWh: number }): number {
  const prices = tariff.elements.flatMap(({ components }) => components.filter(({ type }) => type === 'ENERGY'));
  const isPlain = prices.length > 0 && prices.every(({ priceMicro, stepSize }) => priceMicro > 0 && stepSize <= 1);
  const charged = bill.lines.filter(({ kind }) => kind === 'energy').map(({ quantity }) => quantity);
  return isPlain && charged.length > 0 ? charged.reduce((sum, quantity) => sum + quantity, 0) : energyWh;
}
