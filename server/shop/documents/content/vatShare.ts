import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundHalfUp, times, ZERO } from '../../../core/pricing/exact.ts';
import { taxFactor } from '../../../core/pricing/gross.ts';

/**
 * Splits an amount over the VAT rates of a document in proportion to the amounts that have not been credited yet, by largest
 * remainder. However a document is credited in parts, the parts add up exactly to its gross, net and VAT, rate by rate.
 * @param ask.groups VAT groups of the document
 * @param ask.credited VAT groups of its credit notes so far
 * @param ask.stepMinor the step of the currency; gross, net and VAT are multiples of the step
 * @throws RangeError if the amount is higher than the amount that is left
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

/** The part of a rate that has not been credited. The VAT is gross minus net. */
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
 * Chooses the net of a part so that both the part and the rest have the right tax: the VAT of each differs from net × rate by
 * less than a step (EN 16931 BR-S-09, BR-CO-17). Of the possible nets, the one that leaves the rest closest to its rate is
 * chosen, because the last part takes exactly the rest. If no net satisfies both, the smaller difference decides.
 */
function portion(left: Left, grossMinor: number, step: number): VatGroup {
  const factor = taxFactor(left.percent);
  // Earlier credit notes in forints may have fractions.
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

/** |VAT − net × rate|, exact. */
function taxError({ grossMinor, netMinor }: { grossMinor: number; netMinor: number }, factor: Exact): Exact {
  const error = minus(exact(grossMinor), times(exact(netMinor), factor));
  return isMore(ZERO, error) ? minus(ZERO, error) : error;
}

/** The larger of both errors if that error is a step or more; 0 if both are less. */
function worst({ part, rest }: { part: Exact; rest: Exact }, step: number): Exact {
  const larger = isMore(part, rest) ? part : rest;
  return isMore(exact(step), larger) ? ZERO : larger;
}

const compareExact = (a: Exact, b: Exact): number => Number(isMore(a, b)) - Number(isMore(b, a));
