import type { Tariff } from '../../../shared/tariff.ts';

/** Where no energy flowed, there is nothing to have begun: neither start fee nor least price is owed, only time that was taken. */
export const withoutStart = ({ minPriceMicro: _least, ...tariff }: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(element => ({
    ...element,
    components: element.components.filter(({ type }) => type !== 'FLAT'),
  })),
});
