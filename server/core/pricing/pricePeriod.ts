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

/** The prices that may apply to a session at a moment of the calendar, however long it is and however much it charges. */
export function pricePeriod(ask: PricePeriodInput): Prices {
  const time = highest(ask, 'time', ['TIME']);
  const amountMicro = highest(ask, 'start', ['FLAT']);
  return {
    energyMicro: highest(ask, 'energy', ['ENERGY']),
    timeMicro: time > 0 ? time : null,
    start: amountMicro > 0 ? { amountMicro, includesMinutes: time > 0 ? includedMinutes(ask) : null } : null,
    blocking: standingFee(ask, 'blocking'),
    occupancy: standingFee(ask, 'occupancy'),
  };
}

/** Components that may price the dimension at this moment: all up to the first that is not bound to a session's progress. */
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

function ofKind(ask: PricePeriodInput, kind: LineKind, dimensions: readonly Dimension[]): Match[] {
  const matches = dimensions.flatMap(dimension => candidates(ask, dimension));
  return matches.filter(match => match.component.priceMicro > 0 && lineKind(ask.tariff, match) === kind);
}

function highest(ask: PricePeriodInput, kind: LineKind, dimensions: readonly Dimension[]): number {
  const matches = ofKind(ask, kind, dimensions);
  return Math.max(0, ...matches.map(match => unitPrice(ask.tariff, match.component, ask.vatPercent)));
}

/** Time that costs nothing at the beginning of a session, where it is bound by nothing but its length. */
function freeMinutes(ask: PricePeriodInput, dimension: Dimension): number {
  const free = candidates(ask, dimension).find(
    ({ component, restrictions }) => component.priceMicro === 0 && !restrictions.minDurationS,
  );
  return Math.floor((free?.restrictions.maxDurationS ?? 0) / 60);
}

const includedMinutes = (ask: PricePeriodInput): number | null => freeMinutes(ask, 'TIME') || null;

/** The fee that begins first; of two that begin together, the dearer one. */
function standingFee(ask: PricePeriodInput, kind: 'blocking' | 'occupancy'): Prices['blocking'] {
  const fees = ofKind(ask, kind, ['TIME', 'PARKING_TIME']).map(({ component, restrictions }) => ({
    amountMicro: unitPrice(ask.tariff, component, ask.vatPercent),
    afterMinutes:
      component.graceAfterChargingMinutes ??
      Math.max(Math.floor((restrictions.minDurationS ?? 0) / 60), freeMinutes(ask, component.type)),
    maxMinor: component.maxPerSessionMinor ?? null,
  }));
  return fees.sort((a, b) => a.afterMinutes - b.afterMinutes || b.amountMicro - a.amountMicro)[0] ?? null;
}
