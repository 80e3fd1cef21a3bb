import type { BlockingFee } from '../../../shared/session.ts';
import type { Tariff } from '../../../shared/tariff.ts';
import type { PricingPlace } from './calendar.ts';
import { lineKind } from './lineKind.ts';
import { componentAt, type Match, type Moment } from './match.ts';
import type { Usage } from './meterCurve.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** How far ahead a fee is looked for. */
export const FEE_HORIZON_S = 48 * 3600;

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

/** The fee for staying that applies at a moment; null: none does. */
export function feeAt(tariff: Tariff, moment: Moment): Match | null {
  const matches = (['TIME', 'PARKING_TIME'] as const).map(dimension => componentAt(tariff, dimension, moment));
  return matches.find(match => match && match.component.priceMicro > 0 && isFee(tariff, match)) ?? null;
}

export const feeKind = (tariff: Tariff, match: Match): BlockingFee['kind'] =>
  lineKind(tariff, match) === 'occupancy' ? 'occupancy' : 'blocking';
const isFee = (tariff: Tariff, match: Match): boolean => ['blocking', 'occupancy'].includes(lineKind(tariff, match));
