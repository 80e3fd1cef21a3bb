import { stepMinor } from '../../../../shared/model/money.ts';
import type { BillLine, VatGroup } from '../../../../shared/model/tariff.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundDown, roundHalfUp } from '../../../core/pricing/exact.ts';
import { taxFactor } from '../../../core/pricing/gross.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';

/**
 * Returns the net amount of each line in minor units, as a multiple of the currency's smallest step. For each VAT rate, the
 * amounts add up exactly to the net amount of its VAT group, as EN 16931 BR-CO-10 and BR-S-08 require. The lines with the
 * largest remainders are rounded up.
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
 * Returns the unit price without VAT, in millionths of the currency. A line of kind 'other' has no price in the tariff: its unit
 * price is its net amount.
 */
export function netPriceMicro({ kind, unitPriceMicro, vatPercent }: BillLine, netMinor: number): number {
  return kind === 'other'
    ? Math.abs(netMinor) * MICRO_PER_MINOR
    : roundHalfUp(dividedBy(exact(unitPriceMicro), taxFactor(vatPercent)));
}

const MICRO_PER_MINOR = 10_000;

interface Share {
  /** The index of the line in the document. */
  place: number;
  floorMinor: number;
  remainder: Exact;
}

function spread({ netMinor }: VatGroup, shares: readonly Share[], step: number): readonly (readonly [number, number])[] {
  const missing = netMinor - shares.reduce((sum, { floorMinor }) => sum + floorMinor, 0);
  const raised = Math.max(0, Math.min(shares.length, Math.floor(missing / step)));
  // Usually 0. In a partial credit note, whose net amount was rounded separately, the line with the largest remainder takes the
  // difference.
  const rest = missing - raised * step;
  return shares
    .toSorted((a, b) => Number(isMore(b.remainder, a.remainder)) - Number(isMore(a.remainder, b.remainder)))
    .map(({ place, floorMinor }, rank) => [place, floorMinor + (rank < raised ? step : 0) + (rank === 0 ? rest : 0)]);
}

function shareOf(net: Exact, step: number): Pick<Share, 'floorMinor' | 'remainder'> {
  const floorMinor = roundDown(net, step);
  return { floorMinor, remainder: minus(net, exact(floorMinor)) };
}
