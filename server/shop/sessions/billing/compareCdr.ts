import { type Currency, stepMinor } from '../../../../shared/model/money.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import type { Cdr } from '../../../core/ports/stationPort.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundHalfUp, sumOf, times } from '../../../core/pricing/exact.ts';
import { type PricedLine, taxFactor } from '../../../core/pricing/gross.ts';
import { marginWhOf, maxEnergyWh } from '../cost/possibleEnergy.ts';

interface CompareCdrInput {
  cdr: Cdr;
  /** The id of the order's tariff in the app's catalogue. */
  tariffId: string;
  currency: Currency;
  /** The app's price for the energy and times of the CDR, before rounding. */
  lines: readonly PricedLine[];
}

export type Comparison =
  | { kind: 'not-compared'; reason: 'other currency' | 'other tariff' | 'no price' }
  | { kind: 'same'; basis: 'gross' | 'net' }
  /** Both amounts are in minor units. `oursMinor` is the app's price, `theirsMinor` is that of the CDR. */
  | { kind: 'different'; basis: 'gross' | 'net'; oursMinor: number; theirsMinor: number };

const MICRO_PER_MINOR = 10_000;

/**
 * Compares the total of a CDR with the app's price, net with net and gross with gross, both before rounding. Totals are
 * comparable only if the CDR has the currency of the order and names no other tariff. A difference of one currency step in
 * either the net or the gross amount is accepted, because a platform may round the net amount before adding VAT.
 */
export function compareCdr({ cdr, tariffId, currency, lines }: CompareCdrInput): Comparison {
  const { total, tariffIds, energyWh } = cdr;
  if (cdr.currency !== currency) return { kind: 'not-compared', reason: 'other currency' };
  if (total === null) return { kind: 'not-compared', reason: 'no price' };
  if (tariffIds.length > 0 && !tariffIds.some(id => isTariff(tariffId, id)))
    return { kind: 'not-compared', reason: 'other tariff' };
  const gross = { ours: sumOf(lines.map(({ amount }) => amount)), theirs: total.gross === null ? null : exact(total.gross) };
  const net = {
    ours: sumOf(lines.map(({ amount, vatPercent }) => dividedBy(amount, taxFactor(vatPercent)))),
    theirs: exact(total.net),
  };
  const cdrPrice = gross.theirs ?? net.theirs;
  // A price of 0 for delivered energy means that the CDR has no price, or that another system, such as a roaming hub, sets the
  // price.
  if (cdrPrice.top === 0n && gross.ours.top > 0n && energyWh > 0) return { kind: 'not-compared', reason: 'no price' };
  const step = exact(stepMinor(currency) * MICRO_PER_MINOR);
  const basis = gross.theirs === null ? 'net' : 'gross';
  if (isNear(gross.theirs, gross.ours, step) || isNear(net.theirs, net.ours, step)) return { kind: 'same', basis };
  const ours = basis === 'net' ? net.ours : gross.ours;
  return { kind: 'different', basis, oursMinor: minorOf(ours), theirsMinor: minorOf(cdrPrice) };
}

const isNear = (theirs: Exact | null, ours: Exact, step: Exact): boolean =>
  theirs !== null && !isMore(isMore(theirs, ours) ? minus(theirs, ours) : minus(ours, theirs), step);

const minorOf = (micro: Exact): number => roundHalfUp(times(micro, exact(1, MICRO_PER_MINOR)));

/** Compares tariff ids as OCPI does, without case. The import appends '@' and the country to the id of a net tariff. */
function isTariff(ours: string, theirs: string): boolean {
  const [own, reported] = [ours.toUpperCase(), theirs.toUpperCase()];
  return own === reported || own.startsWith(`${reported}@`);
}

interface DoubtsInput {
  cdr: Cdr;
  currency: Currency;
  /** Rated power of the connector in watts; 0 if unknown. */
  powerW: number;
  /** Milliseconds since the start of the session was requested; missing if unknown. */
  elapsedMs?: number;
  /** True if a meter reading that came with the CDR exceeds the energy that the connector can deliver. */
  isImpossible?: boolean;
  /** The values that were reported while the session was in progress. A time that was not reported is null. */
  before: { startedAt: Date | null; endedAt: Date | null; energyWh: number };
}

/** A reason why staff must check a CDR before it is billed, even if its total equals the app's price. */
export type Doubt =
  | 'other currency'
  | 'more energy than the plug can give'
  | 'less energy than told before'
  | 'other times than told before';

const MAX_DIFFERENCE_WH = 100;
const MAX_DIFFERENCE_MS = 10 * MINUTE_MS;

export function doubtsAbout(input: DoubtsInput): readonly Doubt[] {
  const { cdr, currency, powerW, before, elapsedMs = Number.POSITIVE_INFINITY, isImpossible = false } = input;
  const { energyWh, startedAt, endedAt } = cdr;
  const lastedMs = endedAt.getTime() - startedAt.getTime();
  const maxWh = maxEnergyWh({ powerW, durationMs: Math.min(lastedMs, elapsedMs), marginWh: marginWhOf(energyWh) });
  const isNear = (at: Date, reported: Date | null) =>
    reported === null || Math.abs(at.getTime() - reported.getTime()) <= MAX_DIFFERENCE_MS;
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    ['other currency', cdr.currency !== currency],
    ['more energy than the plug can give', isImpossible || energyWh > maxWh],
    ['less energy than told before', energyWh < before.energyWh - MAX_DIFFERENCE_WH],
    ['other times than told before', lastedMs < 0 || !isNear(startedAt, before.startedAt) || !isNear(endedAt, before.endedAt)],
  ];
  return doubts.filter(([, isDoubtful]) => isDoubtful).map(([doubt]) => doubt);
}
