import { describe, expect, it } from '@jest/globals';
import type { LineKind, Tariff } from '../../../shared/model/tariff.ts';
import { bill } from './bill.ts';
import { exact } from './exact.ts';
import type { PricedLine } from './gross.ts';
import { price, type Usage } from './price.ts';
import * as tariffs from './tariffs.fixture.ts';
import { BERLIN, once, perKwh, perMinute, session, tariffOf } from './tariffs.fixture.ts';

const billed = (tariff: Tariff, usage: Usage, vatPercent = 19) =>
  bill(price({ tariff, place: BERLIN, usage, vatPercent }), { currency: tariff.currency });
const linesOf = (tariff: Tariff, usage: Usage) =>
  billed(tariff, usage).lines.map(line => [line.kind, line.quantity, line.unitPriceMicro, line.amountMinor]);
const JULY = '2026-07-08T08:00:00Z';

describe('the eight tariffs of a demonstration', () => {
  it('charges a plain price per kilowatt-hour', () => {
    // 23.456 kWh × 0.59 = 13.83904 → 13.84; net 13.84 ÷ 1.19 = 11.630…
    const { lines, totalMinor, vat } = billed(tariffs.PLAIN, session({ from: JULY, energyWh: 23_456, chargingS: 3600 }));
    expect(lines).toEqual([{ kind: 'energy', quantity: 23_456, unitPriceMicro: 590_000, amountMinor: 1384, vatPercent: 19 }]);
    expect(totalMinor).toBe(1384);
    expect(vat).toEqual([{ percent: 19, netMinor: 1163, vatMinor: 221, grossMinor: 1384 }]);
  });

  it('charges time only after the minutes a start fee includes', () => {
    // 12.5 kWh × 0.49 = 6.125 → 6.13; 45:30 min, of which 30 are included: 15:30 → 16 started min × 0.02 = 0.32
    const usage = session({ from: JULY, energyWh: 12_500, chargingS: 45 * 60 + 30 });
    expect(linesOf(tariffs.START_WITH_MINUTES, usage)).toEqual([
      ['energy', 12_500, 490_000, 613],
      ['time', 960, 20_000, 32],
      ['start', 1, 1_000_000, 100],
    ]);
  });

  it('charges started minutes in francs, with the exact VAT of 8.1 per cent', () => {
    // 20 kWh × 0.55 = 11.00; 62:05 → 63 min × 0.03 = 1.89; 12.89 ÷ 1.081 = 11.924…
    const { lines, vat } = billed(tariffs.TIME_FEE, session({ from: JULY, energyWh: 20_000, chargingS: 3725 }), 8.1);
    expect(lines.map(line => [line.kind, line.quantity, line.amountMinor])).toEqual([
      ['energy', 20_000, 1100],
      ['time', 3780, 189],
    ]);
    expect(vat).toEqual([{ percent: 8.1, netMinor: 1192, vatMinor: 97, grossMinor: 1289 }]);
  });

  it('charges a blocking fee after hours, charging or not, up to its cap', () => {
    // 22 kWh × 0.45 = 9.90; 4:10:01 → 11 started min × 0.10 = 1.10
    const short = session({ from: JULY, energyWh: 22_000, chargingS: 7200, staysS: 4 * 3600 + 601 });
    expect(linesOf(tariffs.BLOCKING, short)).toEqual([
      ['energy', 22_000, 450_000, 990],
      ['blocking', 660, 100_000, 110],
    ]);
    // The vehicle charges for the first 5 of 7 h. 180 min × 0.10 = 18.00, limited to 12.00.
    const long = session({ from: JULY, energyWh: 22_000, chargingS: 5 * 3600, staysS: 7 * 3600 });
    expect(linesOf(tariffs.BLOCKING, long)[1]).toEqual(['blocking', 10_800, 100_000, 1200]);
  });

  it('charges an occupancy fee in whole forints from half an hour after charging', () => {
    // 15.25 kWh × 199 = 3034.75 → 3035 Ft; 45:30 min after charging, of which 30 are free: 15:30 → 16 min × 25 = 400 Ft; 3435 ÷
    // 1.27 = 2704.7 → 2705
    const usage = session({ from: JULY, energyWh: 15_250, chargingS: 3600, staysS: 3600 + 2730 });
    expect(linesOf(tariffs.OCCUPANCY, usage)).toEqual([
      ['energy', 15_250, 199_000_000, 303_500],
      ['occupancy', 960, 25_000_000, 40_000],
    ]);
    expect(billed(tariffs.OCCUPANCY, usage, 27).vat).toEqual([
      { percent: 27, netMinor: 270_500, vatMinor: 73_000, grossMinor: 343_500 },
    ]);
  });

  it('shares energy between day, night and weekend by time', () => {
    // Friday 21:30 to 22:30: 5 kWh × 0.59 = 2.95, 5 kWh × 0.39 = 1.95
    const friday = session({ from: '2026-07-10T19:30:00Z', energyWh: 10_000, chargingS: 3600 });
    expect(linesOf(tariffs.NIGHT_AND_WEEKEND, friday)).toEqual([
      ['energy', 5000, 590_000, 295],
      ['energy', 5000, 390_000, 195],
    ]);
    // Saturday 05:30 to 06:30: 5 kWh × 0.39 = 1.95, 5 kWh × 0.45 = 2.25
    const saturday = session({ from: '2026-07-11T03:30:00Z', energyWh: 10_000, chargingS: 3600 });
    expect(linesOf(tariffs.NIGHT_AND_WEEKEND, saturday).map(line => line[3])).toEqual([195, 225]);
  });

  it('bills whole watt-hours on both sides of a price change', () => {
    const usage = session({ from: '2026-07-10T19:30:00Z', energyWh: 10_001, chargingS: 3600 });
    expect(linesOf(tariffs.NIGHT_AND_WEEKEND, usage).map(line => line[1])).toEqual([5000, 5001]);
  });

  it('replaces the prices of the weekday on a public holiday', () => {
    // Thursday 24 December 23:30 to Friday 25 December 00:30: 5 kWh × 0.55 = 2.75, 5 kWh × 0.35 = 1.75
    const eve = session({ from: '2026-12-24T22:30:00Z', energyWh: 10_000, chargingS: 3600 });
    expect(linesOf(tariffs.HOLIDAYS, eve).map(line => line[3])).toEqual([275, 175]);
    // Friday 25 December to Saturday 26 December, both holidays: 10 kWh × 0.35
    const night = session({ from: '2026-12-25T22:30:00Z', energyWh: 10_000, chargingS: 3600 });
    expect(linesOf(tariffs.HOLIDAYS, night)).toEqual([['energy', 10_000, 350_000, 350]]);
  });

  it('charges nothing where charging is free', () => {
    const usage = session({ from: JULY, energyWh: 40_000, chargingS: 7200 });
    expect(billed(tariffs.FREE, usage)).toEqual({ currency: 'EUR', lines: [], totalMinor: 0, vat: [] });
  });
});

describe('restrictions', () => {
  const hour = session({ from: JULY, energyWh: 10_000, chargingS: 3600 });

  it('goes by the first matching element and is free where none matches', () => {
    const tariff = tariffOf(
      { components: [perKwh(100_000)], restrictions: { minEnergyWh: 2000, maxEnergyWh: 5000 } },
      { components: [perKwh(300_000)], restrictions: { minDurationS: 900, maxDurationS: 2700 } },
    );
    // 0–2 kWh are free (under 15 min), 2–5 kWh cost 0.10 per kWh, 5–7.5 kWh (until 45 min) cost 0.30, the rest is free.
    expect(linesOf(tariff, hour).map(([, quantity, price]) => [quantity, price])).toEqual([
      [3000, 100_000],
      [2500, 300_000],
    ]);
  });

  it('takes the start fee once, though several elements have one', () => {
    const tariff = tariffOf({ components: [once(500_000)], restrictions: { maxDurationS: 60 } }, { components: [once(900_000)] });
    expect(linesOf(tariff, hour)).toEqual([['start', 1, 500_000, 50]]);
  });

  it('owes the start fee for a session of no length', () => {
    const usage = { startedAt: new Date(JULY), endedAt: new Date(JULY), readings: [] };
    expect(linesOf(tariffOf({ components: [once(500_000)] }), usage)).toEqual([['start', 1, 500_000, 50]]);
  });

  it('ends at an end date, and takes equal times as the whole day', () => {
    const tariff = tariffOf({
      components: [perKwh(100_000)],
      restrictions: { startTime: '08:00', endTime: '08:00', endDate: '2026-07-09' },
    });
    const usage = session({ from: '2026-07-08T21:00:00Z', energyWh: 10_000, chargingS: 7200 });
    expect(linesOf(tariff, usage)).toEqual([['energy', 5000, 100_000, 50]]);
  });

  it('tells elements apart by power and by amperes over all phases', () => {
    const byPower = tariffOf(
      { components: [perKwh(500_000)], restrictions: { minPowerW: 10_000 } },
      { components: [perKwh(200_000)] },
    );
    expect(linesOf(byPower, hour)[0]?.[2]).toBe(500_000);
    const byCurrent = tariffOf(
      { components: [perKwh(500_000)], restrictions: { minCurrentA: 48 } },
      { components: [perKwh(200_000)] },
    );
    expect(linesOf(byCurrent, hour)[0]?.[2]).toBe(200_000);
  });

  it('changes the price with the power, which holds from one reading to the next', () => {
    const tariff = tariffOf(
      { components: [perKwh(200_000)], restrictions: { maxPowerW: 16_000 } },
      { components: [perKwh(500_000)] },
    );
    const at = (minutes: number) => new Date(Date.parse(JULY) + minutes * 60_000);
    const readings = [
      { at: at(0), energyWh: 0, powerW: 6000, isCharging: true },
      { at: at(10), energyWh: 1000, powerW: 48_000, isCharging: true },
      { at: at(60), energyWh: 41_000, powerW: 4000, isCharging: true },
      { at: at(68), energyWh: 41_500, powerW: 0, isCharging: true },
    ];
    expect(linesOf(tariff, { startedAt: at(0), endedAt: at(68), readings })).toEqual([
      ['energy', 1500, 200_000, 30],
      ['energy', 40_000, 500_000, 2000],
    ]);
  });

  it('cuts a session at its end, also between two readings', () => {
    const usage = { ...hour, endedAt: new Date(Date.parse(JULY) + 1800_000) };
    expect(linesOf(tariffs.PLAIN, usage)[0]?.[1]).toBe(5000);
  });

  it('goes by the weekday on a holiday where the tariff knows no holidays', () => {
    const usage = session({ from: '2026-12-25T10:00:00Z', energyWh: 10_000, chargingS: 3600 });
    expect(linesOf(tariffOf({ components: [perKwh(550_000)], restrictions: { daysOfWeek: ['friday'] } }), usage)[0]?.[3]).toBe(
      550,
    );
  });
});

describe('standing time', () => {
  const readings = (flags: readonly boolean[]) =>
    flags.map((isCharging, index) => ({ at: new Date(Date.parse(JULY) + index * 600_000), energyWh: 0, powerW: 0, isCharging }));
  const standing = (flags: readonly boolean[]): Usage => {
    const list = readings(flags);
    return { startedAt: new Date(JULY), endedAt: list.at(-1)?.at ?? new Date(JULY), readings: list };
  };
  const perMinuteAfter = (graceAfterChargingMinutes: number) =>
    tariffOf({ components: [{ ...perMinute('PARKING_TIME', 100_000), graceAfterChargingMinutes }] });

  it('passes only between two readings that both say the vehicle asks for nothing', () => {
    expect(linesOf(perMinuteAfter(0), standing([true, false, false, true]))).toEqual([['occupancy', 600, 100_000, 100]]);
  });

  it('begins its grace anew each time charging ends', () => {
    expect(linesOf(perMinuteAfter(15), standing([true, false, false, true, false, false, false]))).toEqual([
      ['occupancy', 300, 100_000, 50],
    ]);
  });

  it('rounds each fee by itself, and by OCPI only standing time where it is priced', () => {
    const tariff = tariffOf({
      components: [perMinute('TIME', 50_000), { ...perMinute('PARKING_TIME', 100_000), stepSize: 900 }],
    });
    const usage = session({ from: JULY, energyWh: 1000, chargingS: 90, staysS: 90 + 61 });
    expect(linesOf(tariff, usage)).toEqual([
      ['time', 90, 50_000, 8],
      ['blocking', 900, 100_000, 150],
    ]);
    const own = tariffOf({
      components: [perMinute('TIME', 50_000), { ...perMinute('PARKING_TIME', 100_000), graceAfterChargingMinutes: 0 }],
    });
    expect(linesOf(own, usage)).toEqual([
      ['time', 120, 50_000, 10],
      ['occupancy', 120, 100_000, 20],
    ]);
  });
});

describe('limits and taxes', () => {
  const usage = session({ from: JULY, energyWh: 20_000, chargingS: 3600 });

  it('brings a session down to the highest price and up to the least', () => {
    const withMaximum = { ...tariffOf({ components: [once(333_333), perKwh(333_333)] }), maxPriceMicro: 5_000_000 };
    expect(billed(withMaximum, usage)).toMatchObject({
      totalMinor: 500,
      lines: [{ amountMinor: 667 }, { amountMinor: 33 }, { kind: 'other', amountMinor: -200 }],
    });
    const withMinimum = { ...tariffOf(), minPriceMicro: 2_000_000 };
    expect(billed(withMinimum, usage).lines).toEqual([
      { kind: 'other', quantity: 1, unitPriceMicro: 2_000_000, amountMinor: 200, vatPercent: 19 },
    ]);
  });

  const line = (vatPercent: number, forints: number, kind: LineKind = 'energy') => ({
    kind,
    quantity: 1000,
    unitPriceMicro: Math.round(forints * 1e6),
    vatPercent,
    amount: exact(Math.round(forints * 1e6)),
  });
  const amountsIn = (lines: readonly PricedLine[]) => bill(lines, { currency: 'HUF' }).lines.map(each => each.amountMinor);

  it('asks for the lines as they are rounded where the price has no limit', () => {
    expect(amountsIn([line(27, 12.4), line(27, 0.4, 'time'), line(27, 0.4, 'start')])).toEqual([1200, 0, 0]);
    expect(amountsIn([line(27, 12.6), line(27, 0.6, 'time'), line(27, 0.6, 'start')])).toEqual([1300, 100, 100]);
  });

  it('makes up for rounding by the limit alone, at the rate that costs most', () => {
    // 100.4 + 10.4 + 0.4 - 1.2 = 110.0
    const raised = [line(27, 100.4), line(7, 10.4, 'time'), line(7, 0.4, 'start'), line(7, -0.2, 'other'), line(27, -1, 'other')];
    expect(amountsIn(raised)).toEqual([10_000, 1000, 0, 0, 0]);
    // 100.6 + 10.6 - 1.2 = 110.0
    const lowered = [line(27, 100.6), line(7, 10.6, 'time'), line(27, -1, 'other'), line(7, -0.2, 'other')];
    expect(amountsIn(lowered)).toEqual([10_100, 1100, -200, 0]);
  });

  it('tells VAT rates in ascending order, whatever comes first', () => {
    const { vat } = bill([line(27, 10), line(0, 10), line(7.75, 10), line(19, 10)], { currency: 'HUF' });
    expect(vat.map(({ percent }) => percent)).toEqual([0, 7.75, 19, 27]);
  });

  it('never gives a rate of VAT less than nothing for the sake of rounding', () => {
    // 12.60 + 0.60 = 13.20 Ft, at most 9.20 Ft. The costs at 7 % round to zero, so they must not be reduced below zero.
    const lines = [line(0, 12.6), line(7, 0.3), line(7, 0.3), line(0, -3.4, 'other'), line(7, -0.6, 'other')];
    const { vat, totalMinor } = bill(lines, { currency: 'HUF' });
    expect(totalMinor).toBe(900);
    expect(vat.map(({ percent, grossMinor }) => [percent, grossMinor])).toEqual([
      [0, 900],
      [7, 0],
    ]);
  });

  it('lets prices of one fee use up its cap together', () => {
    const capped = (priceMicro: number) => ({
      ...perMinute('PARKING_TIME', priceMicro),
      graceAfterChargingMinutes: 0,
      maxPerSessionMinor: 500,
    });
    const tariff = tariffOf(
      { components: [capped(100_000)], restrictions: { endTime: '12:00' } },
      { components: [capped(50_000)] },
    );
    // 10:01 to 12:00 local time: 119 min × 0.10 = 11.90, limited to 5.00. The price of the afternoon has the same maximum, so it
    // adds nothing.
    const day = session({ from: JULY, energyWh: 1000, chargingS: 60, staysS: 4 * 3600 });
    expect(linesOf(tariff, day).map(line => line[3])).toEqual([500]);
  });

  it('adds VAT per component to a net tariff', () => {
    const net: Tariff = {
      ...tariffOf({
        components: [
          { ...once(500_000), vatPercent: 20 },
          { ...perKwh(250_000), vatPercent: 10 },
        ],
      }),
      pricesIncludeVat: false,
    };
    expect(billed(net, usage)).toMatchObject({
      totalMinor: 610,
      vat: [
        { percent: 10, netMinor: 500, vatMinor: 50 },
        { percent: 20, netMinor: 50, vatMinor: 10 },
      ],
    });
    // Net 12.50 + 0.50 = 13.00, limited to 10.00 net. The two VAT rates keep their proportion.
    const capped = billed({ ...net, maxPriceMicro: 5_000_000 }, usage);
    expect(capped.totalMinor).toBe(Math.round(500 * (5.0 / 5.5) * 1.1) + Math.round(50 * (5.0 / 5.5) * 1.2));
  });
});
