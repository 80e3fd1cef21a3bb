import type { Dimension, PriceComponent, Tariff } from '../../../shared/model/tariff.ts';
import type { PriceRow, PriceUnit } from '../../../shared/price/priceRow.ts';
import { lineKind } from './lineKind.ts';

const MINUTES_PER_HOUR = 60;

const unitOf = ({ type, priceMicro }: Pick<PriceComponent, 'type' | 'priceMicro'>): PriceUnit => {
  if (type === 'ENERGY') return 'kwh';
  if (type === 'FLAT') return 'session';
  return priceMicro % MINUTES_PER_HOUR === 0 ? 'minute' : 'hour';
};

/** Converts a price per unit into the price of a component, which is per hour for times. */
export const componentMicro = ({ priceMicro, unit }: Pick<PriceRow, 'priceMicro' | 'unit'>): number =>
  unit === 'minute' ? priceMicro * MINUTES_PER_HOUR : priceMicro;

/** Lists all prices of a tariff in the order of its elements, which is the order in which the first match applies. */
export const priceRows = (tariff: Tariff): PriceRow[] =>
  tariff.elements
    .flatMap(({ components, restrictions = {} }) => components.map(component => ({ component, restrictions })))
    .map(({ component, restrictions }, index) => {
      const unit = unitOf(component);
      return {
        row: index + 1,
        kind: lineKind(tariff, { component, restrictions }),
        dimension: component.type,
        unit,
        priceMicro: unit === 'minute' ? component.priceMicro / MINUTES_PER_HOUR : component.priceMicro,
        restrictions,
        maxMinor: component.maxPerSessionMinor ?? null,
        graceMinutes: component.graceAfterChargingMinutes ?? null,
      };
    });

const shortDay = (day: string): string => day.slice(0, 1).toUpperCase() + day.slice(1, 3);

const BLOCKING_PHASES: Readonly<Partial<Record<Dimension, string>>> = {
  TIME: 'while charging',
  PARKING_TIME: 'while not charging',
};

/** Describes in English when a price applies: 'Mon Tue 06:00-22:00, from 240 min'. Empty: always. */
export function whenOf({ restrictions, graceMinutes, kind, dimension }: Omit<PriceRow, 'row' | 'priceMicro'>): string {
  const { daysOfWeek, startTime, endTime, startDate, endDate, holiday, minDurationS, maxDurationS, ...rest } = restrictions;
  return [
    kind === 'blocking' ? BLOCKING_PHASES[dimension] : '',
    holiday ? 'public holidays' : '',
    (daysOfWeek ?? []).map(shortDay).join(' '),
    startTime === undefined && endTime === undefined ? '' : `${startTime ?? '00:00'}-${endTime ?? '24:00'}`,
    startDate === undefined && endDate === undefined ? '' : `${startDate ?? ''} to ${endDate ?? ''}`,
    minDurationS ? `from ${minDurationS / 60} min` : '',
    maxDurationS === undefined ? '' : `until ${maxDurationS / 60} min`,
    graceMinutes === null ? '' : `${graceMinutes} min after charging`,
    ...Object.entries(rest).map(([name, value]) => `${name} ${value}`),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Writes millionths of the currency unit with at least two decimals: 490000 → '0.49', 5000 → '0.005'. */
export const unitPriceText = (micro: number): string => (micro / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');
