import { grossMicro, microOf } from '../../../core/formats/decimals.ts';
import type { OcpiPrice } from '../messages/price.ts';

/** 'max': a session costs no more than this; 'min': no less. */
type Bound = 'min' | 'max';

interface GrossLimitInput {
  limit: OcpiPrice;
  bound: Bound;
  /** Per cent: every rate that a session may be taxed with. */
  rates: readonly number[];
}

/** The one gross limit that says the same as OCPI's two, in millionths; or why there is none. */
export type GrossLimit = { grossMicro: number } | { reason: string };

/**
 * Both bounds of OCPI hold: before and after taxes. With one rate the narrower of them is the limit. With several the net
 * bound depends on what was used, so the gross one must always be reached first.
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
