import type { Tariff } from '../../../shared/model/tariff.ts';

/** Returns true if the tariff has neither a price nor a minimum price. A session at such a tariff needs no payment. */
export const isFree = (tariff: Tariff): boolean =>
  !tariff.minPriceMicro && tariff.elements.every(element => element.components.every(component => component.priceMicro === 0));
