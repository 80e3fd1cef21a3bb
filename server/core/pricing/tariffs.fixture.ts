import type { PriceComponent, Tariff, TariffElement } from '../../../shared/model/tariff.ts';
import type { PricingLocation, Usage } from './price.ts';

/** Creates a price component from a price per minute. OCPI states prices per hour. */
export const perMinute = (type: 'TIME' | 'PARKING_TIME', microPerMinute: number): PriceComponent => ({
  type,
  priceMicro: microPerMinute * 60,
  stepSize: 60,
});
export const perKwh = (priceMicro: number): PriceComponent => ({ type: 'ENERGY', priceMicro, stepSize: 1 });
export const once = (priceMicro: number): PriceComponent => ({ type: 'FLAT', priceMicro, stepSize: 0 });
export const tariffOf = (...elements: TariffElement[]): Tariff => ({
  id: 'test',
  currency: 'EUR',
  pricesIncludeVat: true,
  elements,
});

/** 0.59 €/kWh. */
export const PLAIN = tariffOf({ components: [perKwh(590_000)] });

/** 0.49 €/kWh, start fee 1.00 € including 30 minutes, then 0.02 €/min. */
export const START_WITH_MINUTES = tariffOf(
  { components: [once(1_000_000), perKwh(490_000)] },
  { components: [perMinute('TIME', 0)], restrictions: { maxDurationS: 1800 } },
  { components: [perMinute('TIME', 20_000)] },
);

/** 0.55 CHF/kWh and 0.03 CHF/min. */
export const TIME_FEE: Tariff = { ...tariffOf({ components: [perKwh(550_000), perMinute('TIME', 30_000)] }), currency: 'CHF' };

const afterHours = { maxPerSessionMinor: 1200 };
/** 0.45 €/kWh. After 4 hours, 0.10 € per started minute, with or without charging, at most 12.00 €. */
export const BLOCKING = tariffOf(
  { components: [perKwh(450_000)] },
  {
    components: [
      { ...perMinute('TIME', 100_000), ...afterHours },
      { ...perMinute('PARKING_TIME', 100_000), ...afterHours },
    ],
    restrictions: { minDurationS: 4 * 3600 },
  },
);

/** 199 Ft/kWh. From 30 minutes after charging, 25 Ft per started minute, at most 5000 Ft. */
export const OCCUPANCY: Tariff = {
  ...tariffOf({
    components: [
      perKwh(199_000_000),
      { ...perMinute('PARKING_TIME', 25_000_000), graceAfterChargingMinutes: 30, maxPerSessionMinor: 500_000 },
    ],
  }),
  currency: 'HUF',
};

/** 0.39 €/kWh from 22:00 to 06:00, 0.45 on weekends, otherwise 0.59. */
export const NIGHT_AND_WEEKEND = tariffOf(
  { components: [perKwh(390_000)], restrictions: { startTime: '22:00', endTime: '06:00' } },
  { components: [perKwh(450_000)], restrictions: { daysOfWeek: ['saturday', 'sunday'] } },
  { components: [perKwh(590_000)] },
);

/** 0.35 €/kWh on public holidays, 0.55 from Monday to Friday, 0.45 on weekends. */
export const HOLIDAYS = tariffOf(
  { components: [perKwh(350_000)], restrictions: { holiday: true } },
  { components: [perKwh(550_000)], restrictions: { daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] } },
  { components: [perKwh(450_000)], restrictions: { daysOfWeek: ['saturday', 'sunday'] } },
);

export const FREE = tariffOf({ components: [perKwh(0)] });

export const BERLIN: PricingLocation = {
  timeZone: 'Europe/Berlin',
  region: 'DE-BY',
  isHoliday: day => ['2026-12-25', '2026-12-26'].includes(day),
};

/** Returns a session that charges `energyWh` in `chargingS` seconds at constant power, and stays connected until `staysS`. */
export function session(request: { from: string; energyWh: number; chargingS: number; staysS?: number }): Usage {
  const startedAt = new Date(request.from);
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
  const powerW = Math.floor((request.energyWh * 3600) / request.chargingS);
  const staysS = request.staysS ?? request.chargingS;
  const charged = {
    at: after(request.chargingS),
    energyWh: request.energyWh,
    powerW: 0,
    isCharging: staysS <= request.chargingS,
  };
  const begin = { at: startedAt, energyWh: 0, powerW, isCharging: true };
  return {
    startedAt,
    endedAt: after(staysS),
    readings: staysS > request.chargingS ? [begin, charged, { ...charged, at: after(staysS) }] : [begin, charged],
  };
}
