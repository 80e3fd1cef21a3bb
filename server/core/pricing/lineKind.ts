import type { BlockingFee } from '../../../shared/charging/session.ts';
import type { LineKind, Tariff } from '../../../shared/model/tariff.ts';
import { componentAt, componentsOf, type Match, type Moment } from './match.ts';
import type { Segment } from './segments.ts';

/**
 * Returns the kind of line that a component becomes on pages and bills. PARKING_TIME is a blocking fee, or an occupancy fee if
 * the component has a grace period after charging. TIME is a time fee from the start of the session on. If TIME begins later, it
 * is a blocking fee, except in two cases: earlier time has a price too, or a start fee includes exactly the earlier time.
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

/** Number of seconds from now in which a future fee is announced. */
export const FEE_HORIZON_S = 48 * 3600;

/**
 * Returns the time since which a fee has run without interruption at the end of the segments. Null: no fee runs.
 * @param before time since which a fee had run at the start of the segments; null: no fee ran
 */
export function runningFeeSince(tariff: Tariff, segments: readonly Segment[], before: number | null): number | null {
  return segments
    .filter(({ fromS, toS }) => toS > fromS)
    .reduce<number | null>((since, { fromS, moment }) => (feeAt(tariff, moment) ? (since ?? fromS) : null), before);
}

/** Returns the blocking or occupancy fee that applies at a moment. Null: none. */
export function feeAt(tariff: Tariff, moment: Moment): Match | null {
  const matches = (['TIME', 'PARKING_TIME'] as const).map(dimension => componentAt(tariff, dimension, moment));
  return matches.find(match => match && match.component.priceMicro > 0 && isFee(tariff, match)) ?? null;
}

export const feeKind = (tariff: Tariff, match: Match): BlockingFee['kind'] =>
  lineKind(tariff, match) === 'occupancy' ? 'occupancy' : 'blocking';
const isFee = (tariff: Tariff, match: Match): boolean => ['blocking', 'occupancy'].includes(lineKind(tariff, match));
