import { addressOf } from '../core/addressOf.ts';

export const PRICES_PATH = '/operator/prices';

export const pricePath = (tariff: string): string => `${PRICES_PATH}/${encodeURIComponent(tariff)}`;
export const changePricePath = (tariff: string, from?: string | null): string =>
  addressOf(`${pricePath(tariff)}/change`, { from });
export const decidePricePath = ({ id, revision }: { id: string; revision: string }, decision: 'confirm' | 'decline'): string =>
  addressOf(`${pricePath(id)}/${decision}`, { revision });
export const withdrawPricePath = ({ id, revision }: { id: string; revision: string }, from: string | null): string =>
  addressOf(`${pricePath(id)}/withdraw`, { from, revision });
