import type { Dimension, LineKind, PriceComponent, Tariff } from '../../../shared/model/tariff.ts';
import { type Exact, exact, exactDecimal, plus, roundHalfUp, times } from './exact.ts';

/** A line of a price before it is rounded: see BillLine for the units of quantity and unit price. */
export interface PricedLine {
  kind: LineKind;
  quantity: number;
  /** Gross; rounded to a millionth where an hourly price does not divide by 60. The amount is exact all the same. */
  unitPriceMicro: number;
  /** Gross, in millionths of the currency unit, exact. */
  amount: Exact;
  vatPercent: number;
}

/** How many times the unit a price is shown for (kWh, minute, session) fits into the one a component's price is for. */
const SHOWN_PER: Readonly<Record<Dimension, number>> = { ENERGY: 1, TIME: 60, PARKING_TIME: 60, FLAT: 1 };

/** 1 + VAT, exact: 8.1 % is 1081/1000. */
export const taxFactor = (vatPercent: number): Exact => plus(exact(1), times(exactDecimal(vatPercent), exact(1, 100)));

/** What makes a tariff's prices gross: 1, or 1 + VAT for a net tariff. */
export const grossFactor = (tariff: Tariff, vatPercent: number): Exact =>
  tariff.pricesIncludeVat ? exact(1) : taxFactor(vatPercent);

/** A component's price per kWh, minute or session, gross, in millionths of the currency unit, rounded half up. */
export function unitPrice(tariff: Tariff, component: PriceComponent, vatPercent: number): number {
  const net = exact(component.priceMicro, SHOWN_PER[component.type]);
  return roundHalfUp(times(net, grossFactor(tariff, component.vatPercent ?? vatPercent)));
}
