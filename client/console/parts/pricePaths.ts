export const PRICES_PATH = '/operator/prices';

export const pricePath = (tariff: string): string => `${PRICES_PATH}/${encodeURIComponent(tariff)}`;
export const changePricePath = (tariff: string): string => `${pricePath(tariff)}/change`;
export const decidePricePath = ({ id, revision }: { id: string; revision: string }, decision: 'confirm' | 'decline'): string =>
  `${pricePath(id)}/${decision}?${new URLSearchParams({ revision })}`;
export const withdrawPricePath = (tariff: string, from: string): string =>
  `${pricePath(tariff)}/withdraw?${new URLSearchParams({ from })}`;
