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
  /** The client's rate for the country; a component's own rate wins. */
  vatPercent: number;
}

/**
 * Prices a session by the rules of OCPI 2.2.1 and our own fields (see Tariff): one line per kind and unit price, in AFIR
 * order, without lines that cost nothing. A capped line costs less than quantity × unit price. A least or highest price
 * adds lines of the kind 'other', negative for the highest. Pure; @throws RangeError for an unknown time zone.
 */
export function price({ usage, vatPercent, ...request }: PriceInput): PricedLine[] {
  const { running, since } = foldReadings(request, usage);
  return priceUntil(running, { ...since, vatPercent });
}

/** What is owed for a session: its price, but neither start fee nor least price while no energy has flowed. */
export function priceOwed({ usage, vatPercent, ...request }: PriceInput): PricedLine[] {
  const { running, since } = foldReadings(request, usage);
  return owedUntil(running, { ...since, vatPercent });
}

/** The running price over all readings up to the end of the session. `since`: the end, and the readings after the end. */
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
