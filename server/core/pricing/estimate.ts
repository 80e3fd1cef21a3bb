import type { Estimate } from '../../../shared/charging/charging.ts';
import { type Currency, stepMinor } from '../../../shared/model/money.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { iso } from '../../../shared/model/time.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import { bill } from './bill.ts';
import type { PricingLocation } from './calendar.ts';
import { firstFee } from './feeAnnouncement.ts';
import { secondsAt, type Usage } from './meterCurve.ts';
import { price } from './price.ts';

export interface EstimateUsageInput {
  tariff: Tariff;
  place: PricingLocation;
  startAt: Date;
  /** Power while charging, assumed to be constant. Must be positive. */
  powerW: number;
  vatPercent: number;
}

/** Upper limit when searching the energy for an amount. No vehicle charges this much in one session. */
const MAX_ENERGY_WH = 1_000_000;
/** Time after the end of charging in which the estimate looks for a fee. A fee that begins later is not shown. */
const STAY_S = 48 * 3600;

/**
 * Estimates the price of a session at constant power. With `energyWh` alone, the session ends once the energy is charged. With
 * `minutes` alone, the vehicle charges all the time. With both, the vehicle charges the energy, as far as the time suffices, and
 * stays connected until the time is over.
 * @returns the bill; `minutes`, the duration rounded up; `blockingFrom`, the time from which staying connected costs a fee
 * @throws RangeError if the power is not positive
 */
export function estimate(input: EstimateUsageInput & { energyWh?: number; minutes?: number }): Estimate {
  const { tariff, place, startAt, vatPercent } = input;
  const plan = planOf(input);
  const lines = price({ tariff, place, usage: planned(input, plan), vatPercent });
  const fee = firstFee({ tariff, place, usage: planned(input, { ...plan, stayS: plan.chargingS + STAY_S }) });
  return {
    bill: bill(lines, { currency: tariff.currency }),
    minutes: Math.ceil(plan.stayS / 60),
    blockingFrom: fee && {
      kind: fee.kind,
      minutes: Math.floor((fee.fromS - secondsAt(startAt)) / 60),
      at: iso(fee.fromS * 1000),
    },
  };
}

/**
 * Returns the energy in Wh that an amount (minor units) pays for, in one session that ends when charging ends. Null: the amount
 * pays for more than any vehicle can charge, for example because energy is free.
 */
export function energyForAmount(input: EstimateUsageInput & { amountMinor: number }): number | null {
  const costs = (energyWh: number) => estimateTotal(input, energyWh);
  if (costs(MAX_ENERGY_WH) <= input.amountMinor) return null;
  let [bought, tooMuch] = [0, MAX_ENERGY_WH];
  while (tooMuch - bought > 1) {
    const middle = Math.floor((bought + tooMuch) / 2);
    if (costs(middle) <= input.amountMinor) bought = middle;
    else tooMuch = middle;
  }
  return bought;
}

/**
 * Returns the reserve of the hold in minor units: if less than this is left of the hold, the session is stopped. The reserve is
 * the maximum cost of the next two meter intervals, either charging at full power or staying connected. Unless both are free, it
 * is at least one step of the currency.
 */
export function stopMarginMinor(request: {
  tariff: Tariff;
  place: PricingLocation;
  usage: Usage;
  powerW: number;
  intervalS: number;
  vatPercent: number;
  currency: Currency;
}): number {
  const { usage, currency } = request;
  return marginFor(request, {
    latestWh: usage.readings.at(-1)?.energyWh ?? 0,
    endedAt: usage.endedAt,
    costUntil: (endedAt, more) =>
      bill(price({ ...request, usage: { ...usage, endedAt, readings: [...usage.readings, ...more] } }), { currency }).totalMinor,
  });
}

/**
 * Like `stopMarginMinor`, but with any function `costUntil`, which returns the cost of the session (minor units) up to an
 * instant. `more`: assumed meter readings after the real ones.
 */
export function marginFor(
  { powerW, intervalS, currency }: { powerW: number; intervalS: number; currency: Currency },
  session: { latestWh: number; endedAt: Date; costUntil(endedAt: Date, more: readonly MeterReading[]): number },
): number {
  const { latestWh: energyWh, costUntil } = session;
  const endedAt = new Date(session.endedAt.getTime() + 2 * intervalS * 1000);
  const now = { at: session.endedAt, energyWh, powerW };
  const charging = { at: endedAt, energyWh: energyWh + Math.ceil((powerW * 2 * intervalS) / 3600), powerW, isCharging: true };
  const standing = { ...now, powerW: 0, isCharging: false };
  const scenarios = [
    [{ ...now, isCharging: true }, charging],
    [standing, { ...standing, at: endedAt }],
  ];
  const dearest = Math.max(...scenarios.map(scenario => costUntil(endedAt, scenario)));
  return Math.max(dearest - costUntil(session.endedAt, []), dearest > 0 ? stepMinor(currency) : 0);
}

interface Plan {
  energyWh: number;
  chargingS: number;
  stayS: number;
}

function planOf({ powerW, energyWh, minutes }: { powerW: number; energyWh?: number; minutes?: number }): Plan {
  if (powerW <= 0) throw new RangeError('a constant power is above zero');
  const limitS = minutes === undefined ? Number.POSITIVE_INFINITY : minutes * 60;
  const wanted = energyWh === undefined ? limitS : Math.ceil((energyWh * 3600) / powerW);
  const chargingS = Math.min(wanted, limitS);
  if (chargingS === Number.POSITIVE_INFINITY) return { energyWh: 0, chargingS: 0, stayS: 0 };
  const charged = Math.floor((powerW * chargingS) / 3600);
  const stayS = minutes === undefined ? chargingS : limitS;
  return { energyWh: energyWh === undefined ? charged : Math.min(energyWh, charged), chargingS, stayS };
}

function planned({ startAt, powerW }: EstimateUsageInput, { energyWh, chargingS, stayS }: Plan): Usage {
  const after = (seconds: number) => new Date(startAt.getTime() + seconds * 1000);
  const charged = { at: after(chargingS), energyWh, powerW: 0, isCharging: stayS <= chargingS };
  const begin = { at: startAt, energyWh: 0, powerW, isCharging: true };
  const readings = stayS > chargingS ? [begin, charged, { ...charged, at: after(stayS) }] : [begin, charged];
  return { startedAt: startAt, endedAt: after(stayS), readings };
}

/** Returns the cost in minor units of an amount of energy, in one session that ends when charging ends. */
export function estimateTotal(input: EstimateUsageInput, energyWh: number): number {
  const lines = price({ ...input, usage: planned(input, planOf({ powerW: input.powerW, energyWh })) });
  return bill(lines, { currency: input.tariff.currency }).totalMinor;
}
