import type { Tariff } from '../../../shared/model/tariff.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundHalfUp, sumOf, times, ZERO } from './exact.ts';
import { grossFactor, type PricedLine } from './gross.ts';

/**
 * Amount of a line in millionths of the currency unit. `amount` is net or gross, as the tariff states its prices. `gross` is
 * always gross.
 */
export interface BasisLine {
  amount: Exact;
  gross: Exact;
  vatPercent: number;
}

/**
 * Returns the lines that raise the price of a session to the minimum price or lower it to the maximum price: one per VAT rate,
 * in proportion to the cost at each rate. `bill` also uses these lines to absorb the rounding of all lines.
 */
export function limitLines({
  tariff,
  lines,
  vatPercent,
}: {
  tariff: Tariff;
  lines: readonly BasisLine[];
  vatPercent: number;
}): PricedLine[] {
  const total = sumOf(lines.map(line => line.amount));
  const limit = limitOf(tariff, total);
  if (!limit) return [];
  const costing = lines.filter(line => isMore(line.amount, ZERO));
  const shares = costing.length > 0 ? costing : [{ amount: exact(1), gross: ZERO, vatPercent }];
  const scale = dividedBy(limit, sumOf(shares.map(share => share.amount)));
  return [...new Set(shares.map(share => share.vatPercent))].flatMap(percent => {
    const ofRate = shares.filter(share => share.vatPercent === percent);
    const wanted = times(sumOf(ofRate.map(share => share.amount)), times(scale, grossFactor(tariff, percent)));
    const amount = minus(wanted, sumOf(ofRate.map(share => share.gross)));
    if (amount.top === 0n) return [];
    return [{ kind: 'other' as const, quantity: 1, unitPriceMicro: roundHalfUp(amount), amount, vatPercent: percent }];
  });
}

function limitOf({ minPriceMicro, maxPriceMicro }: Tariff, total: Exact): Exact | null {
  if (maxPriceMicro !== undefined && isMore(total, exact(maxPriceMicro))) return exact(maxPriceMicro);
  if (minPriceMicro !== undefined && isMore(exact(minPriceMicro), total)) return exact(minPriceMicro);
  return null;
}
