import type { Dimension, PriceComponent, Tariff, TariffElement, TariffRestrictions } from '../../../shared/model/tariff.ts';
import { type LocalMoment, minuteOfDay } from './calendar.ts';

/** All values that restrictions compare with. */
export interface Moment {
  local: LocalMoment;
  /** Seconds since the session began. */
  elapsedS: number;
  /** Wh since the session began. */
  energyWh: number;
  powerW: number;
  /** Seconds since charging ended. Null while the vehicle charges. */
  standingS: number | null;
}

export interface Match {
  component: PriceComponent;
  restrictions: TariffRestrictions;
}

/**
 * OCPI restricts the current in amperes, summed over the phases. Meter readings are in watts, so the nominal phase voltage
 * converts.
 */
const PHASE_VOLTS = 230;

/**
 * The component that prices a dimension at a moment. The first element that has the dimension and whose restrictions match
 * counts. Null: free. TIME applies only while charging, PARKING_TIME only while not charging. OCPI 2.2.1 §11.2.
 */
export function componentAt(tariff: Tariff, dimension: Dimension, moment: Moment): Match | null {
  if (dimension === 'TIME' && moment.standingS !== null) return null;
  if (dimension === 'PARKING_TIME' && moment.standingS === null) return null;
  for (const { component, restrictions } of componentsOf(tariff, dimension)) {
    if (!isAfterGrace(component, moment)) continue;
    if (!matchesCalendar(restrictions, moment.local, replacesWeekday(tariff, dimension))) continue;
    if (matchesPower(restrictions, moment.powerW) && matchesProgress(restrictions, moment)) return { component, restrictions };
  }
  return null;
}

/** The components of a dimension in the order of the tariff, with their restrictions. */
export const componentsOf = (tariff: Tariff, dimension: Dimension): Match[] =>
  tariff.elements.flatMap((element: TariffElement) => {
    const component = element.components.find(each => each.type === dimension);
    return component ? [{ component, restrictions: element.restrictions ?? {} }] : [];
  });

/**
 * True if holiday prices replace the weekday prices of this dimension. Without holiday prices, the weekday prices also apply on
 * holidays. Otherwise holidays would be free.
 */
export const replacesWeekday = (tariff: Tariff, dimension: Dimension): boolean =>
  componentsOf(tariff, dimension).some(({ restrictions }) => restrictions.holiday);

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
