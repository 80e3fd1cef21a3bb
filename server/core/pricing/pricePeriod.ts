import type { Dimension, LineKind, PricePeriod, Tariff } from '../../../shared/model/tariff.ts';
import type { LocalMoment } from './calendar.ts';
import { unitPrice } from './gross.ts';
import { lineKind } from './lineKind.ts';
import { componentsOf, type Match, matchesCalendar, matchesPower, replacesWeekday } from './match.ts';

export interface PricePeriodInput {
  tariff: Tariff;
  local: LocalMoment;
  powerW: number;
  vatPercent: number;
}

type Prices = Omit<PricePeriod, 'from' | 'to'>;

/**
 * Returns all prices that can apply at a local date and time. Prices that depend on the session's duration or energy are
 * included.
 */
export function pricePeriod(input: PricePeriodInput): Prices {
  const time = highest(input, 'time', ['TIME']);
  const amountMicro = highest(input, 'start', ['FLAT']);
  return {
    energyMicro: highest(input, 'energy', ['ENERGY']),
    timeMicro: time > 0 ? time : null,
    start: amountMicro > 0 ? { amountMicro, includesMinutes: time > 0 ? includedMinutes(input) : null } : null,
    blocking: standingFee(input, 'blocking'),
    occupancy: standingFee(input, 'occupancy'),
  };
}

/**
 * Finds the components that may price a dimension (energy, time, …) at a local date and time: those that depend on the session's
 * duration or energy, and the first one that depends on neither.
 */
function candidates({ tariff, local, powerW }: PricePeriodInput, dimension: Dimension): Match[] {
  const isReplaced = replacesWeekday(tariff, dimension);
  const matching = componentsOf(tariff, dimension).filter(
    ({ restrictions }) => matchesCalendar(restrictions, local, isReplaced) && matchesPower(restrictions, powerW),
  );
  const last = matching.findIndex(match => !isBoundToProgress(match));
  return last < 0 ? matching : matching.slice(0, last + 1);
}

function isBoundToProgress({ component, restrictions }: Match): boolean {
  const { minDurationS, maxDurationS, minEnergyWh, maxEnergyWh } = restrictions;
  return [
    minDurationS || undefined,
    maxDurationS,
    minEnergyWh || undefined,
    maxEnergyWh,
    component.graceAfterChargingMinutes,
  ].some(bound => bound !== undefined);
}

function ofKind(input: PricePeriodInput, kind: LineKind, dimensions: readonly Dimension[]): Match[] {
  const matches = dimensions.flatMap(dimension => candidates(input, dimension));
  return matches.filter(match => match.component.priceMicro > 0 && lineKind(input.tariff, match) === kind);
}

function highest(input: PricePeriodInput, kind: LineKind, dimensions: readonly Dimension[]): number {
  const matches = ofKind(input, kind, dimensions);
  return Math.max(0, ...matches.map(match => unitPrice(input.tariff, match.component, input.vatPercent)));
}

/** Returns the number of free minutes at the start of a session. */
function freeMinutes(input: PricePeriodInput, dimension: Dimension): number {
  const free = candidates(input, dimension).find(
    ({ component, restrictions }) => component.priceMicro === 0 && !restrictions.minDurationS,
  );
  return Math.floor((free?.restrictions.maxDurationS ?? 0) / 60);
}

const includedMinutes = (input: PricePeriodInput): number | null => freeMinutes(input, 'TIME') || null;

/** Returns the blocking or occupancy fee that begins first. If two begin at the same time, returns the more expensive one. */
function standingFee(input: PricePeriodInput, kind: 'blocking' | 'occupancy'): Prices['blocking'] {
  const fees = ofKind(input, kind, ['TIME', 'PARKING_TIME']).map(({ component, restrictions }) => ({
    amountMicro: unitPrice(input.tariff, component, input.vatPercent),
    afterMinutes:
      component.graceAfterChargingMinutes ??
      Math.max(Math.floor((restrictions.minDurationS ?? 0) / 60), freeMinutes(input, component.type)),
    maxMinor: component.maxPerSessionMinor ?? null,
  }));
  return fees.sort((a, b) => a.afterMinutes - b.afterMinutes || b.amountMicro - a.amountMicro)[0] ?? null;
}
