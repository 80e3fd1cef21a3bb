import { type Currency, stepMinor } from '../../../shared/model/money.ts';
import type { Bill, BillLine, VatGroup } from '../../../shared/model/tariff.ts';
import { dividedBy, type Exact, exact, roundDown, roundHalfUp, sumOf, times } from './exact.ts';
import type { PricedLine } from './gross.ts';
import { taxFactor } from './gross.ts';

const MICRO_PER_MINOR = 10_000;

/**
 * Creates a bill from priced lines. Each line is rounded once, half up, to the currency's step, and the total is the sum of the
 * rounded lines. The line of a minimum or maximum price also absorbs the rounding of the lines before it, so that a bill never
 * exceeds a maximum price by a cent. Amounts are gross, in minor units. VAT per rate, ascending: net = round(gross ÷ (1 +
 * rate)), VAT = gross − net.
 */
export function bill(lines: readonly PricedLine[], { currency }: { currency: Currency }): Bill {
  const step = stepMinor(currency);
  const minor = (amount: Exact) => roundHalfUp(times(amount, exact(1, MICRO_PER_MINOR)), step);
  const rounded: BillLine[] = lines.map(({ amount, ...line }) => ({ ...line, amountMinor: minor(amount) }));
  reachLimit(rounded, { totalMinor: minor(sumOf(lines.map(line => line.amount))), step });
  return { currency, lines: rounded, totalMinor: sumMinor(rounded), vat: vatGroups(rounded, step) };
}

/**
 * Adjusts the lines of the minimum or maximum price until all lines add up to the total. Each step of the currency goes to the
 * VAT rate with the highest sum, so that the sum of no rate becomes negative.
 */
function reachLimit(lines: readonly BillLine[], { totalMinor, step }: { totalMinor: number; step: number }): void {
  const limits = lines.filter(line => line.kind === 'other');
  const ofRate = ({ vatPercent }: BillLine) => sumMinor(lines.filter(line => line.vatPercent === vatPercent));
  for (const limit of limits) limit.amountMinor -= Math.min(0, ofRate(limit));
  const missing = (totalMinor - sumMinor(lines)) / step;
  for (let n = 0; n < Math.abs(missing); n++) {
    const [dearest] = limits.toSorted((a, b) => ofRate(b) - ofRate(a));
    if (!dearest) return;
    dearest.amountMinor += Math.sign(missing) * step;
  }
}

/**
 * Lowers a bill to a given amount, by one negative line per VAT rate in proportion to the cost at each rate.
 * @param maxMinor amount in minor units; a bill that is not higher stays unchanged
 */
export function loweredTo(bill: Bill, maxMinor: number): Bill {
  const { currency, lines, totalMinor, vat } = bill;
  if (Math.max(0, maxMinor) >= totalMinor) return bill;
  const step = stepMinor(currency);
  const target = roundDown(exact(Math.max(0, maxMinor)), step);
  const shares = vat.map(({ percent, grossMinor }) => {
    return { percent, grossMinor, remainingMinor: roundDown(exact(target * grossMinor, totalMinor), step) };
  });
  let missing = target - shares.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0);
  const cuts = shares.map(({ percent, grossMinor, remainingMinor }) => {
    const more = Math.min(missing, grossMinor - remainingMinor);
    missing -= more;
    return { vatPercent: percent, amountMinor: remainingMinor + more - grossMinor };
  });
  const lowered = [
    ...lines,
    ...cuts
      .filter(({ amountMinor }) => amountMinor < 0)
      .map(cut => ({ kind: 'other' as const, quantity: 1, unitPriceMicro: cut.amountMinor * MICRO_PER_MINOR, ...cut })),
  ];
  return { currency, lines: lowered, totalMinor: target, vat: vatGroups(lowered, step) };
}

function vatGroups(lines: readonly BillLine[], step: number): VatGroup[] {
  const percents = [...new Set(lines.map(line => line.vatPercent))].sort((a, b) => a - b);
  return percents.map(percent => {
    const grossMinor = sumMinor(lines.filter(line => line.vatPercent === percent));
    const netMinor = roundHalfUp(dividedBy(exact(grossMinor), taxFactor(percent)), step);
    return { percent, netMinor, vatMinor: grossMinor - netMinor, grossMinor };
  });
}

const sumMinor = (lines: readonly BillLine[]): number => lines.reduce((sum, line) => sum + line.amountMinor, 0);
