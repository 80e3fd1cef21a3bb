import type { Tariff } from '../../../shared/model/tariff.ts';
import type { PricingLocation } from './calendar.ts';
import type { PricedLine } from './gross.ts';
import { secondsAt, type Usage } from './meterCurve.ts';
import { continuePrice, owedUntil, priceUntil, type RunningPrice, startPrice, type UsageSince } from './runningPrice.ts';

export type { PricingLocation } from './calendar.ts';
export type { Usage } from './meterCurve.ts';

export interface PriceInput {
  tariff: Tariff;
  place: PricingLocation;
  usage: Usage;
  /** The brand's VAT rate in the country of the charging point. It applies to components without a rate of their own. */
  vatPercent: number;
}

/**
 * Calculates the price of a session by the rules of OCPI 2.2.1 and of our extensions (see `Tariff`). Returns one line per kind
 * and unit price, in the order that AFIR prescribes for prices. Lines with the amount zero are left out. If a component has a
 * maximum, its line may cost less than quantity × unit price. A minimum or maximum price adds lines of the kind 'other', which
 * are negative for a maximum. Pure function.
 * @throws RangeError if the time zone is unknown
 */
export function price({ usage, vatPercent, ...request }: PriceInput): PricedLine[] {
  const { running, since } = foldReadings(request, usage);
  return priceUntil(running, { ...since, vatPercent });
}

/** Returns the price that the driver owes. If no energy has flowed, start fee and minimum price are not owed. */
export function priceOwed({ usage, vatPercent, ...request }: PriceInput): PricedLine[] {
  const { running, since } = foldReadings(request, usage);
  return owedUntil(running, { ...since, vatPercent });
}

/** Prices all readings up to the end of the session. `since` contains the end of the session and the readings after it. */
function foldReadings(
  request: Pick<PriceInput, 'tariff' | 'place'>,
  { startedAt, endedAt, readings }: Usage,
): { running: RunningPrice; since: UsageSince } {
  const endsS = Math.max(secondsAt(startedAt), secondsAt(endedAt));
  const firstLater = readings.findIndex(({ at }) => secondsAt(at) > endsS);
  const within = firstLater < 0 ? readings : readings.slice(0, firstLater);
  return {
    running: continuePrice(startPrice({ ...request, startedAt, endsS }), within),
    since: { endedAt, readings: readings.slice(within.length) },
  };
}
