import type { VatGroup } from '../../../shared/tariff.ts';

/**
 * Splits an amount over the rates of a document in proportion to what has not been credited yet, by largest remainder.
 * However a document is credited in parts, its gross, net and VAT are in the end credited exactly, rate by rate.
 * @param groups of the document. @param credited sums of its credit notes so far.
 * @param stepMinor amounts are multiples of it, as those of the document are.
 * @throws RangeError when more is to be credited than is left.
 */
export function vatShare(ask: {
  groups: readonly VatGroup[];
  credited: readonly VatGroup[];
  amountMinor: number;
  stepMinor: number;
}): readonly VatGroup[] {
  const { groups, credited, amountMinor, stepMinor } = ask;
  const left = groups.map(group => less(group, credited));
  const leftMinor = left.reduce((sum, { grossMinor }) => sum + grossMinor, 0);
  if (amountMinor > leftMinor) throw new RangeError('More than is left of the document');
  const shares = left.map(group => {
    const steps = (amountMinor * group.grossMinor) / (leftMinor * stepMinor);
    return { group, grossMinor: Math.floor(steps) * stepMinor, remainder: steps - Math.floor(steps) };
  });
  const missing = Math.round((amountMinor - shares.reduce((sum, { grossMinor }) => sum + grossMinor, 0)) / stepMinor);
  const largest = new Set(shares.toSorted((a, b) => b.remainder - a.remainder).slice(0, missing));
  return shares
    .map(share => portion(share.group, share.grossMinor + (largest.has(share) ? stepMinor : 0)))
    .filter(({ grossMinor }) => grossMinor > 0);
}

function less(group: VatGroup, credited: readonly VatGroup[]): VatGroup {
  return credited
    .filter(({ percent }) => percent === group.percent)
    .reduce(
      (rest, { netMinor, vatMinor, grossMinor }) => ({
        percent: rest.percent,
        netMinor: rest.netMinor - netMinor,
        vatMinor: rest.vatMinor - vatMinor,
        grossMinor: rest.grossMinor - grossMinor,
      }),
      group,
    );
}

/** The last part takes what is left of net and VAT, so that nothing of a rounding stays behind. */
function portion(left: VatGroup, grossMinor: number): VatGroup {
  if (grossMinor === left.grossMinor) return left;
  const netMinor = Math.min(Math.round(grossMinor / (1 + left.percent / 100)), left.netMinor);
  return { percent: left.percent, netMinor, vatMinor: grossMinor - netMinor, grossMinor };
}
