import type { Tariff } from '../../../shared/model/tariff.ts';

/** Where no energy flowed, neither start fee nor least price is owed, only the time that was used. */
export const withoutStart = ({ minPriceMicro: _min, ...tariff }: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(element => ({
    ...element,
    components: element.components.filter(({ type }) => type !== 'FLAT'),
  })),
});
