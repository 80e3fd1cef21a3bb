import fc from 'fast-check';
import { type PriceComponent, type Tariff, type TariffRestrictions, WEEKDAYS } from '../../../shared/model/tariff.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import type { PricingLocation, Usage } from './price.ts';
import { BERLIN, perMinute } from './tariffs.fixture.ts';

const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Atlantic/Canary',
  'Europe/Budapest',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'UTC',
];
/**
 * Start times: evenings before nights with a clock change, before a leap day and before the end of a year, and an ordinary
 * morning.
 */
const NIGHTS = [
  '2026-03-28T20:00:00Z',
  '2026-10-24T20:00:00Z',
  '2028-02-28T20:00:00Z',
  '2026-12-31T20:00:00Z',
  '2026-07-08T08:00:00Z',
];

const clock = fc.constantFrom('00:00', '01:30', '02:00', '02:30', '03:00', '06:00', '22:00', '23:59');
const restrictions: fc.Arbitrary<TariffRestrictions> = fc
  .record(
    {
      startTime: clock,
      endTime: clock,
      startDate: fc.constantFrom('2026-03-29', '2026-10-25', '2028-02-29'),
      endDate: fc.constantFrom('2026-03-29', '2026-10-25', '2028-03-01'),
      minEnergyWh: fc.integer({ min: 0, max: 20_000 }),
      maxEnergyWh: fc.integer({ min: 0, max: 20_000 }),
      minPowerW: fc.integer({ min: 0, max: 22_000 }),
      minDurationS: fc.integer({ min: 0, max: 20_000 }),
      maxDurationS: fc.integer({ min: 0, max: 20_000 }),
      daysOfWeek: fc.subarray([...WEEKDAYS], { minLength: 1 }),
      holiday: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .map(all => Object.fromEntries(Object.entries(all).slice(0, 3)));
const component: fc.Arbitrary<PriceComponent> = fc.record(
  {
    type: fc.constantFrom('ENERGY', 'TIME', 'PARKING_TIME', 'FLAT'),
    priceMicro: fc.integer({ min: 0, max: 5_000_000 }),
    stepSize: fc.constantFrom(0, 1, 60, 900),
    vatPercent: fc.constantFrom(7, 8.1, 19),
    maxPerSessionMinor: fc.integer({ min: 0, max: 2000 }),
  },
  { requiredKeys: ['type', 'priceMicro', 'stepSize'] },
);
/** Generates tariffs with any combination of rules, reasonable or not. */
export const anyTariff: fc.Arbitrary<Tariff> = fc
  .record({
    elements: fc.array(fc.record({ components: fc.array(component, { minLength: 1, maxLength: 3 }), restrictions }), {
      minLength: 1,
      maxLength: 5,
    }),
    grace: fc.option(fc.integer({ min: 0, max: 90 })),
    pricesIncludeVat: fc.boolean(),
    currency: fc.constantFrom('EUR' as const, 'HUF' as const),
    limits: fc.record(
      { minPriceMicro: fc.integer({ min: 0, max: 3e6 }), maxPriceMicro: fc.integer({ min: 3e6, max: 9e6 }) },
      { requiredKeys: [] },
    ),
  })
  .map(({ grace, limits, elements, ...rest }) => {
    const occupancy = { ...perMinute('PARKING_TIME', 120_000), graceAfterChargingMinutes: grace ?? 0 };
    return { id: 'any', ...rest, ...limits, elements: grace === null ? elements : [{ components: [occupancy] }, ...elements] };
  });
/** Generates sessions that begin at one of `NIGHTS`, with pauses and with time after the last reading. */
export const anyUsage: fc.Arbitrary<Usage> = fc
  .record({
    night: fc.constantFrom(...NIGHTS),
    offsetS: fc.integer({ min: 0, max: 20_000 }),
    steps: fc.array(
      fc.record({
        minutes: fc.integer({ min: 1, max: 300 }),
        whPerMinute: fc.integer({ min: 0, max: 300 }),
        isCharging: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    tailS: fc.integer({ min: 0, max: 7200 }),
  })
  .map(({ night, offsetS, steps, tailS }) => {
    const startedAt = new Date(Date.parse(night) + offsetS * 1000);
    const readings: MeterReading[] = [];
    let [at, energyWh] = [startedAt.getTime(), 0];
    for (const step of steps) {
      at += step.minutes * 60_000;
      energyWh += step.minutes * step.whPerMinute;
      readings.push({ at: new Date(at), energyWh, powerW: step.whPerMinute * 60, isCharging: step.isCharging });
    }
    return { startedAt, endedAt: new Date(at + tailS * 1000), readings };
  });
export const anyZone: fc.Arbitrary<PricingLocation> = fc.constantFrom(...ZONES).map(timeZone => ({ ...BERLIN, timeZone }));
