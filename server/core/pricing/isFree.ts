import type { Tariff } from '../../../shared/model/tariff.ts';

/** No element costs anything and no least price is owed: such a session needs no payment. */
export const isFree = (tariff: Tariff): boolean =>
  !tariff.minPriceMicro && tariff.elements.every(element => element.components.every(component => component.priceMicro === 0));
