import type { BlockingFee } from '../../../shared/charging/session.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { iso } from '../../../shared/model/time.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import type { PricingLocation } from './calendar.ts';
import { unitPrice } from './gross.ts';
import { FEE_HORIZON_S, feeAt, feeKind } from './lineKind.ts';
import type { Match, Moment } from './match.ts';
import { secondsAt, type Usage } from './meterCurve.ts';
import { type RunningPrice, segmentsSince, startPrice } from './runningPrice.ts';
import type { Segment } from './segments.ts';

interface PricedSoFar {
  /** The session from its first meter value to `endedAt`. Null before charging begins. */
  meter: { soFar: { price: RunningPrice }; endedAt: Date; since: readonly MeterReading[] } | null;
  vatPercent: number;
}

/**
 * Finds the blocking or occupancy fee to announce to the driver at `meter.endedAt` (now). If a fee is running, `fromAt` is the
 * time since which it has run without interruption. Otherwise `fromAt` is the time within the next two days at which a fee
 * begins if the vehicle goes on as now. A fee that counts from the start of the session is announced even while the vehicle
 * charges, because charging may end before the fee begins. The price per started minute is gross, in millionths of the currency
 * unit. `vatPercent` only affects net tariffs.
 * @returns null if there is no fee within two days
 */
export function announcedFee({ meter, vatPercent }: PricedSoFar): BlockingFee | null {
  if (!meter) return null;
  const running = meter.soFar.price;
  const nowS = secondsAt(meter.endedAt);
  const endedAt = new Date((nowS + FEE_HORIZON_S) * 1000);
  const segments = segmentsSince(running, { endedAt, readings: meter.since });
  return feeOf({ tariff: running.tariff, vatPercent }, { segments, nowS, runningFromS: running.feeFromS });
}

/**
 * Finds the first fee for staying connected. `fromS`: its start in seconds since the epoch. Null: no fee begins before
 * `usage.endedAt`.
 */
export function firstFee({
  usage: { startedAt, ...since },
  ...request
}: {
  tariff: Tariff;
  place: PricingLocation;
  usage: Usage;
}): { fromS: number; kind: BlockingFee['kind'] } | null {
  const running = startPrice({ ...request, startedAt, endsS: secondsAt(since.endedAt) });
  for (const { fromS, toS, moment } of segmentsSince(running, since)) {
    const match = toS > fromS ? feeAt(request.tariff, moment) : null;
    if (match) return { fromS, kind: feeKind(request.tariff, match) };
  }
  return null;
}

/**
 * Does the work of `announcedFee`. The segments extend to two days from now.
 * @param runningFromS time since which a fee had already run without interruption at the start of the first segment; null: no
 * fee ran
 */
function feeOf(
  { tariff, vatPercent }: { tariff: Tariff; vatPercent?: number },
  { segments, nowS, runningFromS }: { segments: readonly Segment[]; nowS: number; runningFromS: number | null },
): BlockingFee | null {
  const terms = { tariff, vatPercent };
  const parts = segments
    .filter(({ fromS, toS }) => toS > fromS)
    .map(({ fromS, toS, moment }) => ({ fromS, toS, moment, match: feeAt(tariff, moment) }));
  const [past, future] = [parts.filter(part => part.fromS <= nowS), parts.filter(part => part.toS > nowS)];
  const running = past.at(-1)?.match;
  if (running) {
    const lastWithout = past.findLastIndex(part => !part.match);
    const beginS = (lastWithout < 0 ? runningFromS : null) ?? past[lastWithout + 1]?.fromS ?? nowS;
    return feeFrom(terms, { fromS: beginS, match: running, isRunning: true });
  }
  for (const { fromS, moment, match } of future) {
    const next = match ?? feeIfStanding(tariff, moment);
    if (next) return feeFrom(terms, { fromS, match: next, isRunning: false });
  }
  return null;
}

/**
 * Returns the fee that would apply if a charging vehicle stopped charging now. Only a fee that counts from the start of the
 * session is returned. The start of an occupancy fee is unknown, because it depends on the end of charging.
 */
function feeIfStanding(tariff: Tariff, moment: Moment): Match | null {
  const match = moment.standingS === null ? feeAt(tariff, { ...moment, standingS: 0 }) : null;
  return match?.restrictions.minDurationS ? match : null;
}

function feeFrom(
  { tariff, vatPercent = 0 }: { tariff: Tariff; vatPercent: number | undefined },
  { fromS, match, isRunning }: { fromS: number; match: Match; isRunning: boolean },
): BlockingFee {
  const { component } = match;
  const perMinuteMicro = unitPrice(tariff, component, vatPercent);
  const maxMinor = component.maxPerSessionMinor ?? null;
  return { kind: feeKind(tariff, match), fromAt: iso(fromS * 1000), perMinuteMicro, maxMinor, isRunning };
}
