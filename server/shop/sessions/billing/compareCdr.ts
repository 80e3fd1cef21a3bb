import { type Currency, stepMinor } from '../../../../shared/model/money.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import type { Cdr } from '../../../core/ports/stationPort.ts';
import { dividedBy, type Exact, exact, isMore, minus, roundHalfUp, sumOf, times } from '../../../core/pricing/exact.ts';
import { type PricedLine, taxFactor } from '../../../core/pricing/gross.ts';
import { marginWhOf, maxEnergyWh } from '../cost/possibleEnergy.ts';

interface CompareCdrInput {
  account: Cdr;
  /** The id of the order's tariff in the catalogue. */
  tariffId: string;
  currency: Currency;
  /** The shop's price before rounding: `price()` for the energy and times of the CDR. */
  lines: readonly PricedLine[];
}

export type Comparison =
  | { kind: 'not-compared'; reason: 'other currency' | 'other tariff' | 'no price' }
  | { kind: 'same'; basis: 'gross' | 'net' }
  /** In minor units. */
  | { kind: 'different'; basis: 'gross' | 'net'; oursMinor: number; theirsMinor: number };

const MICRO_PER_MINOR = 10_000;

/**
 * Compares the total of a CDR with the shop's price: net with net and gross with gross, and only if the CDR uses the sold
 * tariff. Both totals are unrounded, because lines rounded one by one may differ by more without an error. A difference of one
 * step of the currency is accepted. A platform that rounds the net amount before adding VAT matches in the net amount and may
 * differ by more in the gross amount.
 */
export function compareCdr({ account, tariffId, currency, lines }: CompareCdrInput): Comparison {
  const { total, tariffIds, energyWh } = account;
  if (account.currency !== currency) return { kind: 'not-compared', reason: 'other currency' };
  if (total === null) return { kind: 'not-compared', reason: 'no price' };
  if (tariffIds.length > 0 && !tariffIds.some(id => isTariff(tariffId, id)))
    return { kind: 'not-compared', reason: 'other tariff' };
  const gross = { ours: sumOf(lines.map(({ amount }) => amount)), theirs: total.gross === null ? null : exact(total.gross) };
  const net = {
    ours: sumOf(lines.map(({ amount, vatPercent }) => dividedBy(amount, taxFactor(vatPercent)))),
    theirs: exact(total.net),
  };
  const cdrPrice = gross.theirs ?? net.theirs;
  // Zero for delivered energy means that another system, for example a hub, sets the price, or that the CDR has no price.
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

/** The import appends the country to the id of a net tariff. OCPI ids are compared without case. */
function isTariff(ours: string, theirs: string): boolean {
  const [own, reported] = [ours.toUpperCase(), theirs.toUpperCase()];
  return own === reported || own.startsWith(`${reported}@`);
}

interface DoubtsInput {
  account: Cdr;
  currency: Currency;
  /** Rated power of the connector in watts; 0: unknown. */
  powerW: number;
  /** Milliseconds since the session was requested. */
  elapsedMs?: number;
  /** A reading reported with the CDR exceeds the energy that the connector can deliver. */
  isImpossible?: boolean;
  /** The values reported while the session ran. A time is null if none was reported. */
  received: { startedAt: Date | null; endedAt: Date | null; energyWh: number };
}

/** The reason why a CDR is not billed until a person has checked it, whatever the total of the CDR. */
export type Doubt =
  | 'other currency'
  | 'more energy than the plug can give'
  | 'less energy than told before'
  | 'other times than told before';

const NEARLY_WH = 100;
const NEARLY_MS = 10 * MINUTE_MS;

export function doubtsAbout(input: DoubtsInput): readonly Doubt[] {
  const { account, currency, powerW, received, elapsedMs = Number.POSITIVE_INFINITY, isImpossible = false } = input;
  const { energyWh, startedAt, endedAt } = account;
  const lastedMs = endedAt.getTime() - startedAt.getTime();
  const maxWh = maxEnergyWh({ powerW, durationMs: Math.min(lastedMs, elapsedMs), marginWh: marginWhOf(energyWh) });
  const isNear = (at: Date, reported: Date | null) =>
    reported === null || Math.abs(at.getTime() - reported.getTime()) <= NEARLY_MS;
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    ['other currency', account.currency !== currency],
    ['more energy than the plug can give', isImpossible || energyWh > maxWh],
    ['less energy than told before', energyWh < received.energyWh - NEARLY_WH],
    [
      'other times than told before',
      lastedMs < 0 || !isNear(startedAt, received.startedAt) || !isNear(endedAt, received.endedAt),
    ],
  ];
  return doubts.filter(([, isDoubtful]) => isDoubtful).map(([doubt]) => doubt);
}
