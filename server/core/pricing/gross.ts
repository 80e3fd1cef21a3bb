import type { Dimension, LineKind, PriceComponent, Tariff } from '../../../shared/model/tariff.ts';
import { type Exact, exact, exactDecimal, plus, roundHalfUp, times } from './exact.ts';

/** A priced line before rounding. See `BillLine` for the units of quantity and unit price. */
export interface PricedLine {
  kind: LineKind;
  quantity: number;
  /** Gross, rounded to a millionth if an hourly price is not divisible by 60. `amount` is exact in any case. */
  unitPriceMicro: number;
  /** Gross, in millionths of the currency unit, exact. */
  amount: Exact;
  vatPercent: number;
}

/** Ratio of the unit of a component's price to the displayed unit (kWh, minute, session). */
const SHOWN_PER: Readonly<Record<Dimension, number>> = { ENERGY: 1, TIME: 60, PARKING_TIME: 60, FLAT: 1 };

/** 1 + VAT, exact: 8.1 % gives 1081/1000. */
export const taxFactor = (vatPercent: number): Exact => plus(exact(1), times(exactDecimal(vatPercent), exact(1, 100)));

/** The factor from the tariff's prices to gross prices: 1, or 1 + VAT for a net tariff. */
export const grossFactor = (tariff: Tariff, vatPercent: number): Exact =>
  tariff.pricesIncludeVat ? exact(1) : taxFactor(vatPercent);

/** The price of a component per kWh, minute or session, gross, in millionths of the currency unit, rounded half up. */
export function unitPrice(tariff: Tariff, component: PriceComponent, vatPercent: number): number {
  const net = exact(component.priceMicro, SHOWN_PER[component.type]);
  return roundHalfUp(times(net, grossFactor(tariff, component.vatPercent ?? vatPercent)));
}
