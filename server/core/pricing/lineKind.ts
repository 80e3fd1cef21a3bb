import type { BlockingFee } from '../../../shared/charging/session.ts';
import type { LineKind, Tariff } from '../../../shared/model/tariff.ts';
import { componentAt, componentsOf, type Match, type Moment } from './match.ts';
import type { Segment } from './segments.ts';

/**
 * What a component is called on a page or bill. Standing time is a blocking fee, with a grace after charging an occupancy
 * fee. TIME that begins only some time after the session's start is a blocking fee too, unless time cost something
 * before, or the start fee includes exactly that time: then it is the time fee.
 */
export function lineKind(tariff: Tariff, { component, restrictions }: Match): LineKind {
  switch (component.type) {
    case 'ENERGY':
      return 'energy';
    case 'FLAT':
      return 'start';
    case 'PARKING_TIME':
      return component.graceAfterChargingMinutes === undefined ? 'blocking' : 'occupancy';
    case 'TIME':
      return isBlocking(tariff, restrictions.minDurationS ?? 0) ? 'blocking' : 'time';
    default:
      return component.type satisfies never;
  }
}

function isBlocking(tariff: Tariff, afterS: number): boolean {
  if (afterS === 0) return false;
  const times = componentsOf(tariff, 'TIME');
  const costsBefore = times.some(({ component, restrictions }) => component.priceMicro > 0 && !restrictions.minDurationS);
  const isIncluded = times.some(
    ({ component, restrictions }) => component.priceMicro === 0 && restrictions.maxDurationS === afterS,
  );
  const hasStartFee = componentsOf(tariff, 'FLAT').some(({ component }) => component.priceMicro > 0);
  return !costsBefore && !(isIncluded && hasStartFee);
}

/** How far ahead a fee is looked for. */
export const FEE_HORIZON_S = 48 * 3600;

/** Since when a fee runs without a break at the end of these segments; null: none does. `before`: at their beginning. */
export function runningFeeSince(tariff: Tariff, segments: readonly Segment[], before: number | null): number | null {
  return segments
    .filter(({ fromS, toS }) => toS > fromS)
    .reduce<number | null>((since, { fromS, moment }) => (feeAt(tariff, moment) ? (since ?? fromS) : null), before);
}

/** The fee for staying that applies at a moment; null: none does. */
export function feeAt(tariff: Tariff, moment: Moment): Match | null {
  const matches = (['TIME', 'PARKING_TIME'] as const).map(dimension => componentAt(tariff, dimension, moment));
  return matches.find(match => match && match.component.priceMicro > 0 && isFee(tariff, match)) ?? null;
}

export const feeKind = (tariff: Tariff, match: Match): BlockingFee['kind'] =>
  lineKind(tariff, match) === 'occupancy' ? 'occupancy' : 'blocking';
const isFee = (tariff: Tariff, match: Match): boolean => ['blocking', 'occupancy'].includes(lineKind(tariff, match));
