import type { Tariff } from '../../../shared/model/tariff.ts';

/** True if no element has a price and the tariff has no minimum price. A free session requires no payment. */
export const isFree = (tariff: Tariff): boolean =>
  !tariff.minPriceMicro && tariff.elements.every(element => element.components.every(component => component.priceMicro === 0));
