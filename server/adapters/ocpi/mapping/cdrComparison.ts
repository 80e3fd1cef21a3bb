import { type Currency, stepMinor } from '../../../../shared/money.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundHalfUp, sumOf, times } from '../../../operator/pricing/exact.ts';
import type { PricedLine } from '../../../operator/pricing/gross.ts';
import { taxFactor } from '../../../operator/pricing/gross.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import { wholeOf } from '../messages/decimals.ts';
import { isSameId } from '../messages/message.ts';

interface ComparisonAsk {
  cdr: OcpiCdr;
  /** The id that the CPO gave to the tariff our driver agreed to. */
  soldTariffId: string;
  /** The CPO prices what we pay it, not what our driver pays. */
  isWholesale: boolean;
  currency: Currency;
  /** Our price before anything is rounded: `price()` by our tariff for the CDR's energy and times. */
  lines: readonly PricedLine[];
}

export type CdrComparison =
  | { kind: 'not-compared'; reason: 'other currency' | 'other tariff' | 'wholesale' | 'no price' }
  | { kind: 'same'; basis: 'gross' | 'net' }
  | {
      kind: 'different';
      basis: 'gross' | 'net';
      oursMinor: number;
      theirsMinor: number;
      /** Theirs by ours, in thousandths; null: ours is nothing. A hint: 1190 is VAT, 1000000 is Wh for kWh. */
      quotientPerMille: number | null;
    };

const MICRO_PER_MINOR = 10_000;

/** Holds a CPO's total against ours: net against net or gross against gross, and only by the tariff that was sold. */
export function compareCdr({ cdr, soldTariffId, isWholesale, currency, lines }: ComparisonAsk): CdrComparison {
  if (cdr.currency !== currency) return { kind: 'not-compared', reason: 'other currency' };
  if (isWholesale) return { kind: 'not-compared', reason: 'wholesale' };
  if (cdr.tariffs.length > 0 && !cdr.tariffs.some(({ id }) => isSameId(id, soldTariffId)))
    return { kind: 'not-compared', reason: 'other tariff' };
  const { net, gross } = cdr.total_cost;
  const basis = gross === null ? 'net' : 'gross';
  const theirs = exact(wholeOf(gross ?? net, 6));
  const ours = sumOf(
    lines.map(({ amount, vatPercent }) => (basis === 'gross' ? amount : dividedBy(amount, taxFactor(vatPercent)))),
  );
  // Priced elsewhere, at the hub, or not at all: it says nothing of our price.
  if (theirs.top === 0n && ours.top > 0n && Number(cdr.total_energy) > 0) return { kind: 'not-compared', reason: 'no price' };
  const tolerance = exact(stepMinor(currency) * MICRO_PER_MINOR);
  if (!isMore(distance(theirs, ours), tolerance)) return { kind: 'same', basis };
  return {
    kind: 'different',
    basis,
    oursMinor: minorOf(ours),
    theirsMinor: minorOf(theirs),
    quotientPerMille: ours.top > 0n ? roundHalfUp(dividedBy(times(theirs, exact(1000)), ours)) : null,
  };
}

const distance = (a: Exact, b: Exact): Exact => (isMore(a, b) ? minus(a, b) : minus(b, a));
const minorOf = (micro: Exact): number => roundHalfUp(times(micro, exact(1, MICRO_PER_MINOR)));

/** A credit takes a whole CDR back; there are no partial ones. A minor unit of difference is forgiven. */
export function isFullReversal({
  credit,
  original,
  currency,
}: {
  credit: OcpiCdr;
  original: OcpiCdr;
  currency: Currency;
}): boolean {
  const tolerance = stepMinor(currency) * MICRO_PER_MINOR;
  const isReversed = (a: string, b: string) => Math.abs(Math.abs(wholeOf(a, 6)) - Math.abs(wholeOf(b, 6))) <= tolerance;
  const [taken, told] = [credit.total_cost, original.total_cost];
  const isNamed = credit.credit_reference_id !== undefined && isSameId(credit.credit_reference_id, original.id);
  const isGrossReversed = taken.gross === null || told.gross === null || isReversed(taken.gross, told.gross);
  return credit.credit && isNamed && credit.currency === original.currency && isReversed(taken.net, told.net) && isGrossReversed;
}
