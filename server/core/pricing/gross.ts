import type { Dimension, LineKind, PriceComponent, Tariff } from '../../../shared/model/tariff.ts';
import { type Exact, exact, exactDecimal, plus, roundHalfUp, times } from './exact.ts';

/** A priced line before rounding. `BillLine` defines the units of quantity and unit price. */
export interface PricedLine {
  kind: LineKind;
  quantity: number;
  /**
   * Gross unit price in millionths of the currency unit. It is rounded if a price per hour is not divisible by 60. `amount` is
   * exact nevertheless.
   */
  unitPriceMicro: number;
  /** Exact gross amount in millionths of the currency unit. */
  amount: Exact;
  vatPercent: number;
}

/**
 * Divisor that converts the price of a component into the displayed price per kWh, minute or session. OCPI states prices of time
 * per hour.
 */
const SHOWN_PER: Readonly<Record<Dimension, number>> = { ENERGY: 1, TIME: 60, PARKING_TIME: 60, FLAT: 1 };

/** Returns 1 + VAT as an exact fraction: 8.1 % becomes 1081/1000. */
export const taxFactor = (vatPercent: number): Exact => plus(exact(1), times(exactDecimal(vatPercent), exact(1, 100)));

/** Returns the factor that converts a price of the tariff to gross: 1 + VAT for a net tariff, otherwise 1. */
export const grossFactor = (tariff: Tariff, vatPercent: number): Exact =>
  tariff.pricesIncludeVat ? exact(1) : taxFactor(vatPercent);

/** Returns the gross price of a component per kWh, minute or session, in millionths of the currency unit, rounded half up. */
export function unitPrice(tariff: Tariff, component: PriceComponent, vatPercent: number): number {
  const net = exact(component.priceMicro, SHOWN_PER[component.type]);
  return roundHalfUp(times(net, grossFactor(tariff, component.vatPercent ?? vatPercent)));
}
