import { describe, expect, it } from '@jest/globals';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { priceTable } from './priceTable.ts';
import * as tariffs from './tariffs.fixture.ts';
import { BERLIN, perKwh, perMinute, tariffOf } from './tariffs.fixture.ts';

const tableOf = (tariff: Tariff, now = '2026-07-08T08:00:00Z') =>
  priceTable({ tariff, place: BERLIN, now: new Date(now), powerW: 22_000, vatPercent: 19 });
const energyOf = (tariff: Tariff, day: string) =>
  tableOf(tariff)
    .days.find(row => row.day === day)
    ?.periods.map(period => [period.from, period.to, period.energyMicro]);

describe('the price table', () => {
  it('has a row for each weekday and one for holidays, whole days where nothing changes', () => {
    const { days, today, now } = tableOf(tariffs.PLAIN);
    const whole = {
      from: '00:00',
      to: '24:00',
      energyMicro: 590_000,
      timeMicro: null,
      start: null,
      blocking: null,
      occupancy: null,
    };
    expect(days).toHaveLength(8);
    expect(days.map(row => row.periods)).toEqual(Array(8).fill([whole]));
    expect(today).toBe('wednesday');
    expect(now).toEqual(whole);
  });

  it('splits a day where a price changes, also past midnight', () => {
    const night = [
      ['00:00', '06:00', 390_000],
      ['06:00', '22:00', 590_000],
      ['22:00', '24:00', 390_000],
    ];
    expect(energyOf(tariffs.NIGHT_AND_WEEKEND, 'friday')).toEqual(night);
    expect(energyOf(tariffs.NIGHT_AND_WEEKEND, 'sunday')?.[1]).toEqual(['06:00', '22:00', 450_000]);
    expect(tableOf(tariffs.NIGHT_AND_WEEKEND, '2026-07-11T20:30:00Z').now).toMatchObject({ from: '22:00', energyMicro: 390_000 });
  });

  it('names the fees with their free minutes and caps', () => {
    expect(tableOf(tariffs.START_WITH_MINUTES).now).toMatchObject({
      timeMicro: 20_000,
      start: { amountMicro: 1_000_000, includesMinutes: 30 },
      blocking: null,
    });
    expect(tableOf(tariffs.TIME_FEE).now.timeMicro).toBe(30_000);
    expect(tableOf(tariffs.BLOCKING).now.blocking).toEqual({ amountMicro: 100_000, afterMinutes: 240, maxMinor: 1200 });
    expect(tableOf(tariffs.OCCUPANCY).now).toMatchObject({
      blocking: null,
      occupancy: { amountMicro: 25_000_000, afterMinutes: 30, maxMinor: 500_000 },
    });
  });

  it('reads free standing minutes from an element that costs nothing', () => {
    const tariff = tariffOf(
      { components: [perMinute('PARKING_TIME', 0)], restrictions: { maxDurationS: 1800 } },
      { components: [perMinute('PARKING_TIME', 50_000)] },
    );
    expect(tableOf(tariff).now.blocking).toEqual({ amountMicro: 50_000, afterMinutes: 30, maxMinor: null });
  });

  it('has holiday prices on a holiday, and no holiday row where a tariff only knows weekdays', () => {
    expect(tableOf(tariffs.HOLIDAYS, '2026-12-25T10:00:00Z')).toMatchObject({ today: 'holiday', now: { energyMicro: 350_000 } });
    const { days, today } = tableOf(tariffs.NIGHT_AND_WEEKEND, '2026-12-25T10:00:00Z');
    expect(days.map(row => row.day)).not.toContain('holiday');
    expect(today).toBe('friday');
  });

  it('goes by the dates of today, by the power of the plug, and shows net prices gross', () => {
    const tariff: Tariff = {
      ...tariffOf(
        { components: [perKwh(100_000)], restrictions: { endDate: '2026-07-08' } },
        { components: [perKwh(300_000)], restrictions: { minPowerW: 50_000 } },
        { components: [perKwh(200_000)] },
      ),
      pricesIncludeVat: false,
    };
    expect(tableOf(tariff, '2026-07-07T12:00:00Z').now.energyMicro).toBe(119_000);
    expect(tableOf(tariff, '2026-07-08T12:00:00Z').now.energyMicro).toBe(238_000);
  });

  it('never shows less than a long session may cost', () => {
    const tariff = tariffOf({ components: [perKwh(0)], restrictions: { maxDurationS: 3600 } }, { components: [perKwh(400_000)] });
    expect(tableOf(tariff).now.energyMicro).toBe(400_000);
  });
});
