import type { PricingLocation } from '../../core/pricing/price.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import type { OperatorDependencies } from '../../runtime/context.ts';

export const vatOf = (client: ClientRecord, point: PointRecord): number => client.vat[point.country] ?? 0;

export function pricingLocationOf(
  { timeZone, region }: PointRecord,
  { holidays }: Pick<OperatorDependencies, 'holidays'>,
): PricingLocation {
  return { timeZone, region, isHoliday: day => holidays.isHoliday(day, region) };
}
