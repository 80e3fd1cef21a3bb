import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundHalfUp, times, ZERO } from '../../../core/pricing/exact.ts';
import { taxFactor } from '../../../core/pricing/gross.ts';

/**
 * Splits a credited amount over the VAT rates of a document, in proportion to the amounts that have not been credited yet, by
 * the largest remainder method. If a document is credited in several parts, the parts add up exactly to its gross, net and VAT
 * of each rate.
 * @param request.groups VAT groups of the document
 * @param request.credited VAT groups of its credit notes so far
 * @param request.stepMinor the smallest step of the currency; gross, net and VAT are multiples of the step
 * @throws RangeError if the amount exceeds the amount that is left
 */
export function vatShare(request: {
  groups: readonly VatGroup[];
  credited: readonly VatGroup[];
  amountMinor: number;
  stepMinor: number;
}): readonly VatGroup[] {
  const { groups, credited, amountMinor, stepMinor } = request;
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

/** The amounts of one VAT rate that have not been credited. The VAT is gross minus net. */
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
 * Chooses the net amount of a partial credit. Both the credit and the remaining amount should have the right tax: VAT and net ×
 * rate differ by less than one step (EN 16931 BR-S-09, BR-CO-17). If several net amounts fulfil this, the one with the smallest
 * tax error in the remaining amount is chosen, because the last credit must take exactly the remaining amount. If none does, the
 * one with the smallest error is chosen.
 */
function portion(left: Left, grossMinor: number, step: number): VatGroup {
  const factor = taxFactor(left.percent);
  // Earlier credit notes in forints may contain fractions of a forint.
  const leftMinor = roundHalfUp(exact(left.netMinor), step);
  const behindMinor = left.grossMinor - grossMinor;
  const [min, max] = [Math.max(0, leftMinor - behindMinor), Math.min(leftMinor, grossMinor)];
  const nearest = roundHalfUp(dividedBy(exact(grossMinor), factor), step);
  const nets = [nearest - step, nearest, nearest + step].map(net => Math.min(Math.max(net, min), max));
  const [best = nearest] = nets
    .map(netMinor => ({
      netMinor,
      part: taxError({ grossMinor, netMinor }, factor),
      rest: taxError({ grossMinor: behindMinor, netMinor: leftMinor - netMinor }, factor),
    }))
    .toSorted((a, b) => compareExact(worst(a, step), worst(b, step)) || compareExact(a.rest, b.rest))
    .map(({ netMinor }) => netMinor);
  return { percent: left.percent, netMinor: best, vatMinor: grossMinor - best, grossMinor };
}

/** Returns the exact value of |VAT − net × rate|. */
function taxError({ grossMinor, netMinor }: { grossMinor: number; netMinor: number }, factor: Exact): Exact {
  const error = minus(exact(grossMinor), times(exact(netMinor), factor));
  return isMore(ZERO, error) ? minus(ZERO, error) : error;
}

/** Returns the larger of the two tax errors if that error is at least one step, otherwise 0. */
function worst({ part, rest }: { part: Exact; rest: Exact }, step: number): Exact {
  const larger = isMore(part, rest) ? part : rest;
  return isMore(exact(step), larger) ? ZERO : larger;
}

const compareExact = (a: Exact, b: Exact): number => Number(isMore(a, b)) - Number(isMore(b, a));
