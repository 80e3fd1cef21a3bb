import type { Money } from '../../../shared/model/money.ts';
import { useFormat } from '../../hooks/useFormat.ts';

/** Returns a function that writes one sum per currency: "41,84 €", "41,84 € + 2.990 Ft". */
export function useSums(): (sums: readonly Money[]) => string {
  const { money } = useFormat();
  return sums => sums.map(({ amountMinor, currency }) => money(amountMinor, currency)).join(' + ');
}
