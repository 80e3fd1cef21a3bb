import type { Dimension, PriceComponent, Tariff, TariffElement, TariffRestrictions } from '../../../shared/model/tariff.ts';
import { type LocalMoment, minuteOfDay } from './calendar.ts';

/** State of a session at one moment, with all values that tariff restrictions refer to. */
export interface Moment {
  local: LocalMoment;
  /** Number of seconds since the session began. */
  elapsedS: number;
  /** Energy in Wh since the session began. */
  energyWh: number;
  powerW: number;
  /** Number of seconds since charging ended. Null while the vehicle charges. */
  standingS: number | null;
}

export interface Match {
  component: PriceComponent;
  restrictions: TariffRestrictions;
}

/**
 * Nominal voltage for converting watts into amperes. OCPI restricts the current in amperes, summed over the phases, but meter
 * readings are in watts.
 */
const PHASE_VOLTS = 230;

/**
 * Finds the component that prices a dimension (energy, time, …) at a moment. It belongs to the first element that contains the
 * dimension and whose restrictions match. Null: free. TIME applies only while the vehicle charges, PARKING_TIME only while it
 * does not (OCPI 2.2.1 §11.2).
 */
export function componentAt(tariff: Tariff, dimension: Dimension, moment: Moment): Match | null {
  if (dimension === 'TIME' && moment.standingS !== null) return null;
  if (dimension === 'PARKING_TIME' && moment.standingS === null) return null;
  const components = componentsOf(tariff, dimension);
  const isReplaced = hasHoliday(components);
  for (const { component, restrictions } of components) {
    if (!isAfterGrace(component, moment)) continue;
    if (!matchesCalendar(restrictions, moment.local, isReplaced)) continue;
    if (matchesPower(restrictions, moment.powerW) && matchesProgress(restrictions, moment)) return { component, restrictions };
  }
  return null;
}

/** Returns all components of a dimension in the order of the tariff, with their restrictions. */
export const componentsOf = (tariff: Tariff, dimension: Dimension): Match[] =>
  tariff.elements.flatMap((element: TariffElement) => {
    const component = element.components.find(each => each.type === dimension);
    return component ? [{ component, restrictions: element.restrictions ?? {} }] : [];
  });

/**
 * Returns true if a dimension has holiday prices, which then replace its weekday prices on public holidays. Otherwise weekday
 * prices also apply on holidays, so that these are not free.
 */
export const replacesWeekday = (tariff: Tariff, dimension: Dimension): boolean => hasHoliday(componentsOf(tariff, dimension));

const hasHoliday = (components: readonly Match[]): boolean => components.some(({ restrictions }) => restrictions.holiday);

export function matchesCalendar(restrictions: TariffRestrictions, local: LocalMoment, isWeekdayReplaced: boolean): boolean {
  const { startDate, endDate, daysOfWeek, holiday } = restrictions;
  if (startDate !== undefined && local.date < startDate) return false;
  if (endDate !== undefined && local.date >= endDate) return false;
  if (holiday && !local.isHoliday) return false;
  if (daysOfWeek !== undefined) {
    if (local.isHoliday && isWeekdayReplaced && !holiday) return false;
    if (!daysOfWeek.includes(local.weekday)) return false;
  }
  return matchesTime(restrictions, local.minute);
}

export function matchesPower({ minPowerW, maxPowerW, minCurrentA, maxCurrentA }: TariffRestrictions, powerW: number): boolean {
  return (
    isWithin(powerW, minPowerW, maxPowerW) &&
    isWithin(powerW, minCurrentA && minCurrentA * PHASE_VOLTS, maxCurrentA && maxCurrentA * PHASE_VOLTS)
  );
}

function matchesProgress(restrictions: TariffRestrictions, { elapsedS, energyWh }: Moment): boolean {
  const { minDurationS, maxDurationS, minEnergyWh, maxEnergyWh } = restrictions;
  return isWithin(elapsedS, minDurationS, maxDurationS) && isWithin(energyWh, minEnergyWh, maxEnergyWh);
}

function matchesTime({ startTime, endTime }: TariffRestrictions, minute: number): boolean {
  const from = startTime === undefined ? 0 : minuteOfDay(startTime);
  const to = endTime === undefined ? 24 * 60 : minuteOfDay(endTime);
  if (from === to) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

const isWithin = (value: number, min: number | undefined, max: number | undefined): boolean =>
  (min === undefined || value >= min) && (max === undefined || value < max);

const isAfterGrace = ({ graceAfterChargingMinutes }: PriceComponent, { standingS }: Moment): boolean =>
  graceAfterChargingMinutes === undefined || (standingS !== null && standingS >= graceAfterChargingMinutes * 60);
