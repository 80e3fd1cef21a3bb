import type { Tariff } from '../../../shared/model/tariff.ts';

/** Returns the tariff for a session without energy, which has no start fee and no minimum price: only time is owed. */
export const withoutStart = ({ minPriceMicro: _min, ...tariff }: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(element => ({
    ...element,
    components: element.components.filter(({ type }) => type !== 'FLAT'),
  })),
});
