import { grossMicro, microOf } from '../../../core/formats/decimals.ts';
import type { OcpiPrice } from '../messages/price.ts';

/** 'max': upper limit of a session's price. 'min': lower limit. */
type Bound = 'min' | 'max';

interface GrossLimitInput {
  limit: OcpiPrice;
  bound: Bound;
  /** All VAT rates that may apply to a session, in per cent. */
  rates: readonly number[];
}

/**
 * The gross limit that has the same effect as OCPI's net and gross limits together, in millionths of the currency unit.
 * `reason`: why no gross limit has the same effect.
 */
export type GrossLimit = { grossMicro: number } | { reason: string };

/**
 * Combines OCPI's net and gross limits, which both apply. With one VAT rate, the stricter limit counts. With several VAT rates,
 * a net limit equals no fixed gross limit, so the gross limit is used, and must be the stricter one at every rate.
 */
export function grossLimitOf({ limit, bound, rates }: GrossLimitInput): GrossLimit {
  const netMicro = microOf(Number(limit.net));
  const statedMicro = limit.gross === null ? null : microOf(Number(limit.gross));
  if (netMicro === null || (limit.gross !== null && statedMicro === null))
    return { reason: 'must be from zero to below a billion and have at most 6 decimals' };
  const bounds = rates.map(vatPercent => grossMicro({ netMicro, vatPercent }));
  const narrowest = bound === 'max' ? Math.min : Math.max;
  if (bounds.length === 1) return { grossMicro: narrowest(...bounds, ...(statedMicro === null ? [] : [statedMicro])) };
  const [lowest, highest] = [Math.min(...bounds), Math.max(...bounds)];
  const isFirst = statedMicro !== null && (bound === 'max' ? statedMicro <= lowest : statedMicro >= highest);
  if (isFirst) return { grossMicro: statedMicro };
  return { reason: `differs between the VAT rates ${rates.join(', ')}: use one price with all taxes` };
}
