import type { Tariff } from '../../../shared/model/tariff.ts';

/** The tariff for a session without energy: without start fee and minimum price. Only the time is owed. */
export const withoutStart = ({ minPriceMicro: _min, ...tariff }: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(element => ({
    ...element,
    components: element.components.filter(({ type }) => type !== 'FLAT'),
  })),
});
