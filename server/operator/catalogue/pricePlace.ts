import type { OperatorDependencies } from '../context.ts';
import type { PricingPlace } from '../pricing/price.ts';
import type { ClientRecord, PointRecord } from '../records.ts';

export const vatOf = (client: ClientRecord, point: PointRecord): number => client.vat[point.country] ?? 0;

export function placeOf({ timeZone, region }: PointRecord, { holidays }: Pick<OperatorDependencies, 'holidays'>): PricingPlace {
  return { timeZone, region, isHoliday: day => holidays.isHoliday(day, region) };
}
