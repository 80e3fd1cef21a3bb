import type { BlockingFee } from '../../../shared/session.ts';
import type { Tariff } from '../../../shared/tariff.ts';
import { iso } from '../../../shared/time.ts';
import type { PricingPlace } from './calendar.ts';
import { unitPrice } from './gross.ts';
import { lineKind } from './lineKind.ts';
import { componentAt, type Match, type Moment } from './match.ts';
import { secondsAt, type Usage } from './meterCurve.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** How far ahead a fee is looked for. */
export const FEE_HORIZON_S = 48 * 3600;

/**
 * The blocking or occupancy fee of a session as it stands at `usage.endedAt` (now). Running: since when without a break.
 * Else the instant within the next two days from which staying costs it, if the vehicle goes on as it does now; for fees
 * counted from the session's start also if it should stop charging by then. Null: no such fee in sight.
 * The price per started minute is in millionths of the currency unit, gross; `vatPercent` only matters to net tariffs.
 */
export function blockingFee(ask: { tariff: Tariff; place: PricingPlace; usage: Usage; vatPercent?: number }): BlockingFee | null {
  const nowS = secondsAt(ask.usage.endedAt);
  const segments = segmentsOf({ ...ask, usage: { ...ask.usage, endedAt: new Date((nowS + FEE_HORIZON_S) * 1000) } });
  return feeOf(ask, { segments, nowS, runningFromS: null });
}

/**
 * The same from segments that reach from some instant of the session to the end of the horizon.
 * @param ask.runningFromS since when a fee ran without a break when the first of them began; null: none did.
 */
export function feeOf(
  { tariff, vatPercent }: { tariff: Tariff; vatPercent?: number },
  { segments, nowS, runningFromS }: { segments: readonly Segment[]; nowS: number; runningFromS: number | null },
): BlockingFee | null {
  const ask = { tariff, vatPercent };
  const parts = segments
    .filter(({ fromS, toS }) => toS > fromS)
    .map(({ fromS, toS, moment }) => ({ fromS, toS, moment, match: feeAt(tariff, moment) }));
  const [past, future] = [parts.filter(part => part.fromS <= nowS), parts.filter(part => part.toS > nowS)];
  const running = past.at(-1)?.match;
  if (running) {
    const lastWithout = past.findLastIndex(part => !part.match);
    const beginS = (lastWithout < 0 ? runningFromS : null) ?? past[lastWithout + 1]?.fromS ?? nowS;
    return feeFrom(ask, { fromS: beginS, match: running, isRunning: true });
  }
  for (const { fromS, moment, match } of future) {
    const next = match ?? feeIfStanding(tariff, moment);
    if (next) return feeFrom(ask, { fromS, match: next, isRunning: false });
  }
  return null;
}

/** Since when a fee runs without a break at the end of these segments; null: none does. `before`: at their beginning. */
export function runningFeeSince(tariff: Tariff, segments: readonly Segment[], before: number | null): number | null {
  return segments
    .filter(({ fromS, toS }) => toS > fromS)
    .reduce<number | null>((since, { fromS, moment }) => (feeAt(tariff, moment) ? (since ?? fromS) : null), before);
}

/** Since which second of the epoch staying costs a fee in a session, and which; null: none until `usage.endedAt`. */
export function firstFee(ask: {
  tariff: Tariff;
  place: PricingPlace;
  usage: Usage;
}): { fromS: number; kind: BlockingFee['kind'] } | null {
  for (const { fromS, toS, moment } of segmentsOf(ask)) {
    const match = toS > fromS ? feeAt(ask.tariff, moment) : null;
    if (match) return { fromS, kind: feeKind(ask.tariff, match) };
  }
  return null;
}

function feeAt(tariff: Tariff, moment: Moment): Match | null {
  const matches = (['TIME', 'PARKING_TIME'] as const).map(dimension => componentAt(tariff, dimension, moment));
  return matches.find(match => match && match.component.priceMicro > 0 && isFee(tariff, match)) ?? null;
}

/** A vehicle that charges now may have stopped by then: so much is known of a fee counted from the session's start. */
function feeIfStanding(tariff: Tariff, moment: Moment): Match | null {
  const match = moment.standingS === null ? feeAt(tariff, { ...moment, standingS: 0 }) : null;
  return match?.restrictions.minDurationS ? match : null;
}

const feeKind = (tariff: Tariff, match: Match): BlockingFee['kind'] =>
  lineKind(tariff, match) === 'occupancy' ? 'occupancy' : 'blocking';
const isFee = (tariff: Tariff, match: Match): boolean => ['blocking', 'occupancy'].includes(lineKind(tariff, match));

function feeFrom(
  { tariff, vatPercent = 0 }: { tariff: Tariff; vatPercent: number | undefined },
  { fromS, match, isRunning }: { fromS: number; match: Match; isRunning: boolean },
): BlockingFee {
  const fromAt = iso(fromS * 1000);
  return { kind: feeKind(tariff, match), fromAt, perMinuteMicro: unitPrice(tariff, match.component, vatPercent), isRunning };
}
