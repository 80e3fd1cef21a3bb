import { stepMinor } from '../../../../shared/model/money.ts';
import type { BillLine, VatGroup } from '../../../../shared/model/tariff.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundDown, roundHalfUp } from '../../../core/pricing/exact.ts';
import { taxFactor } from '../../../core/pricing/gross.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';

/**
 * The amount of each line without VAT, in minor units, as whole steps of the currency. For each rate, the amounts add up exactly
 * to the net amount of its VAT group, as EN 16931 BR-CO-10 and BR-S-08 require. The largest remainders are rounded up.
 */
export function lineNets({ lines, vat, currency }: Pick<InvoiceDocument, 'lines' | 'vat' | 'currency'>): readonly number[] {
  const step = stepMinor(currency);
  const shares = lines.map(({ amountMinor, vatPercent }, place) => ({
    place,
    vatPercent,
    ...shareOf(dividedBy(exact(amountMinor), taxFactor(vatPercent)), step),
  }));
  const nets = new Map(
    vat.flatMap(group =>
      spread(
        group,
        shares.filter(({ vatPercent }) => vatPercent === group.percent),
        step,
      ),
    ),
  );
  return lines.map((_, place) => nets.get(place) ?? 0);
}

/**
 * The unit price without VAT, in millionths. A line for the whole session has no price in the tariff: its price is its net
 * amount.
 */
export function netPriceMicro({ kind, unitPriceMicro, vatPercent }: BillLine, netMinor: number): number {
  return kind === 'other'
    ? Math.abs(netMinor) * MICRO_PER_MINOR
    : roundHalfUp(dividedBy(exact(unitPriceMicro), taxFactor(vatPercent)));
}

const MICRO_PER_MINOR = 10_000;

interface Share {
  /** The index of the line. */
  place: number;
  floorMinor: number;
  remainder: Exact;
}

function spread({ netMinor }: VatGroup, shares: readonly Share[], step: number): readonly (readonly [number, number])[] {
  const missing = netMinor - shares.reduce((sum, { floorMinor }) => sum + floorMinor, 0);
  const raised = Math.max(0, Math.min(shares.length, Math.floor(missing / step)));
  // Zero, except in documents whose parts were rounded separately.
  const rest = missing - raised * step;
  return shares
    .toSorted((a, b) => Number(isMore(b.remainder, a.remainder)) - Number(isMore(a.remainder, b.remainder)))
    .map(({ place, floorMinor }, rank) => [place, floorMinor + (rank < raised ? step : 0) + (rank === 0 ? rest : 0)]);
}

function shareOf(net: Exact, step: number): Pick<Share, 'floorMinor' | 'remainder'> {
  const floorMinor = roundDown(net, step);
  return { floorMinor, remainder: minus(net, exact(floorMinor)) };
}
