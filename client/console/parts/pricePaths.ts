export const PRICES_PATH = '/operator/prices';

export const pricePath = (tariff: string): string => `${PRICES_PATH}/${encodeURIComponent(tariff)}`;
export const changePricePath = (tariff: string): string => `${pricePath(tariff)}/change`;
