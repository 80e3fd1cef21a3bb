import type { VatGroup } from '../../../shared/tariff.ts';
import { dividedBy, exact, roundDown, roundHalfUp, roundUp } from '../pricing/exact.ts';
import { taxFactor } from '../pricing/gross.ts';

/**
 * Splits an amount over the rates of a document in proportion to what has not been credited yet, by largest remainder.
 * However a document is credited in parts, its gross, net and VAT are in the end credited exactly, rate by rate.
 * @param groups of the document. @param credited sums of its credit notes so far.
 * @param stepMinor gross, net and VAT are multiples of it, as those of the document are.
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
    .map(share => portion(share.group, share.grossMinor + (largest.has(share) ? stepMinor : 0), stepMinor))
    .filter(({ grossMinor }) => grossMinor > 0);
}

/** What is left of a rate; its VAT is what its net leaves of its gross. */
type Left = Omit<VatGroup, 'vatMinor'>;

function less({ percent, netMinor, grossMinor }: VatGroup, credited: readonly VatGroup[]): Left {
  return credited
    .filter(each => each.percent === percent)
    .reduce(
      (rest, each) => ({ percent, netMinor: rest.netMinor - each.netMinor, grossMinor: rest.grossMinor - each.grossMinor }),
      {
        percent,
        netMinor,
        grossMinor,
      },
    );
}

/**
 * Net of the part's own gross, like that of a bill, as long as what stays behind still has its own net to within a step; else
 * the part makes good what earlier roundings have put aside. So the last part takes exactly what is left.
 */
function portion(left: Left, grossMinor: number, step: number): VatGroup {
  const factor = taxFactor(left.percent);
  const behind = dividedBy(exact(left.grossMinor - grossMinor), factor);
  // Credit notes in forints once had fractions.
  const leftMinor = roundHalfUp(exact(left.netMinor), step);
  const ownMinor = roundHalfUp(dividedBy(exact(grossMinor), factor), step);
  const netMinor = Math.min(Math.max(ownMinor, leftMinor - roundUp(behind, step)), leftMinor - roundDown(behind, step));
  return { percent: left.percent, netMinor, vatMinor: grossMinor - netMinor, grossMinor };
}
