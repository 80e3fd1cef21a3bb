import type { LineKind, Tariff } from '../../../shared/tariff.ts';
import { componentsOf, type Match } from './match.ts';

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
