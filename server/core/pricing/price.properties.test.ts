import { describe, expect, it } from '@jest/globals';
import { CURRENCIES, stepMinor } from '../../../shared/model/money.ts';
import { fc, runs } from '../../../test/support/property.ts';
import { bill } from './bill.ts';
import { type Exact, plus, ZERO } from './exact.ts';
import { price, type Usage } from './price.ts';
import { segmentsSince, startPrice } from './runningPrice.ts';
import { anyTariff, anyUsage, anyZone } from './sessions.fixture.ts';
import { BERLIN, perKwh, perMinute, tariffOf } from './tariffs.fixture.ts';

const RUNS = runs(300);
const sum = (amounts: readonly Exact[]) => amounts.reduce(plus, ZERO);

/**
 * Inserts a reading with interpolated values before the reading at `index`, one minute after the previous one. The price must
 * not change.
 */
function withOneMore(usage: Usage, index: number): Usage | null {
  const after = usage.readings[index];
  if (!after) return null;
  const before = usage.readings[index - 1] ?? { ...after, at: usage.startedAt, energyWh: 0 };
  const minutes = (after.at.getTime() - before.at.getTime()) / 60_000;
  if (minutes < 2) return null;
  const perMinuteWh = (after.energyWh - before.energyWh) / minutes;
  const more = {
    at: new Date(before.at.getTime() + 60_000),
    energyWh: before.energyWh + perMinuteWh,
    powerW: before.powerW,
    isCharging: before.isCharging || after.isCharging,
  };
  return { ...usage, readings: usage.readings.toSpliced(index, 0, more) };
}

describe('any tariff and any session', () => {
  it('have lines that sum to the total, in whole steps, and VAT that sums to it too', () => {
    fc.assert(
      fc.property(anyTariff, anyUsage, anyZone, fc.constantFrom(...CURRENCIES), (priced, usage, place, currency) => {
        const tariff = { ...priced, currency };
        const lines = price({ tariff, place, usage, vatPercent: 19 });
        const { totalMinor, vat, lines: billed } = bill(lines, { currency });
        expect(billed.reduce((total, line) => total + line.amountMinor, 0)).toBe(totalMinor);
        expect(vat.reduce((total, group) => total + group.netMinor + group.vatMinor, 0)).toBe(totalMinor);
        expect(Math.abs(totalMinor % stepMinor(tariff.currency))).toBe(0);
        expect(vat.filter(group => Math.min(group.netMinor, group.vatMinor, group.grossMinor) < 0)).toEqual([]);
        if (tariff.pricesIncludeVat && tariff.maxPriceMicro)
          expect(totalMinor).toBeLessThanOrEqual(Math.round(tariff.maxPriceMicro / 1e4) + 99);
        for (const line of lines) expect(Number.isInteger(line.quantity) && Number.isInteger(line.unitPriceMicro)).toBe(true);
      }),
      RUNS,
    );
  });

  it('cost the same with one more reading on the line', () => {
    fc.assert(
      fc.property(anyTariff, anyUsage, anyZone, fc.nat({ max: 5 }), (tariff, usage, place, index) => {
        const more = withOneMore(usage, index);
        fc.pre(more !== null);
        if (more)
          expect(price({ tariff, place, usage: more, vatPercent: 19 })).toEqual(price({ tariff, place, usage, vatPercent: 19 }));
      }),
      RUNS,
    );
  });

  it('have parts without a gap that add up to the whole', () => {
    fc.assert(
      fc.property(anyTariff, anyUsage, anyZone, (tariff, usage, place) => {
        const [startS, endS] = [usage.startedAt.getTime() / 1000, usage.endedAt.getTime() / 1000];
        const segments = segmentsSince(startPrice({ tariff, place, startedAt: usage.startedAt, endsS: endS }), usage);
        expect(segments.reduce((total, { fromS, toS }) => total + toS - fromS, 0)).toBe(endS - startS);
        expect(segments.reduce((total, { energyWh }) => total + energyWh, 0)).toBe(usage.readings.at(-1)?.energyWh);
        expect(segments.every(({ fromS, toS, energyWh }) => toS >= fromS && energyWh >= 0)).toBe(true);
        expect(segments.every(({ fromS }, index) => fromS === (segments[index - 1]?.toS ?? startS))).toBe(true);
      }),
      RUNS,
    );
  });

  it('cost as much in two halves of a plain price as in one', () => {
    const plain = tariffOf(
      { components: [perKwh(590_000)], restrictions: { startTime: '00:00', endTime: '06:00' } },
      { components: [perKwh(390_000)] },
    );
    fc.assert(
      fc.property(anyUsage, anyZone, (usage, place) => {
        const costOf = (usage: Usage) => sum(price({ tariff: plain, place, usage, vatPercent: 19 }).map(line => line.amount));
        const [first, ...rest] = usage.readings;
        if (!first) return;
        const later = rest.map(reading => ({ ...reading, energyWh: reading.energyWh - first.energyWh }));
        const halves = [
          { ...usage, endedAt: first.at },
          { ...usage, startedAt: first.at, readings: later },
        ];
        expect(sum(halves.map(costOf))).toEqual(costOf(usage));
      }),
      RUNS,
    );
  });
});

describe('nights of a clock change', () => {
  // 0.10 €/min from 02:00 to 04:00 local time, otherwise free
  const night = tariffOf({ components: [perMinute('TIME', 100_000)], restrictions: { startTime: '02:00', endTime: '04:00' } });
  const minutesOf = (day: string, timeZone: string) => {
    const usage = {
      startedAt: new Date(`${day}T20:00:00Z`),
      endedAt: new Date(Date.parse(`${day}T20:00:00Z`) + 12 * 3_600_000),
      readings: [],
    };
    const seconds = price({ tariff: night, place: { ...BERLIN, timeZone }, usage, vatPercent: 19 }).map(line => line.quantity);
    return (seconds[0] ?? 0) / 60;
  };

  it.each([
    ['Europe/Berlin', 60, 180],
    ['Europe/Budapest', 60, 180],
    // London and the Canary Islands change their clocks at 01:00, so the hour from 01:00 to 02:00 is skipped or repeated.
    ['Europe/London', 120, 120],
    ['Atlantic/Canary', 120, 120],
    ['UTC', 120, 120],
  ])('price the minutes that pass in %s', (timeZone, spring, autumn) => {
    expect(minutesOf('2026-03-28', timeZone)).toBe(spring);
    expect(minutesOf('2026-10-24', timeZone)).toBe(autumn);
  });

  it('follow the clock on the wall back into an hour that is repeated', () => {
    // The price applies from 02:30 to 04:00. In autumn: 30 min, then a break of 30 min in the repeated hour before 02:30, then 90
    // min. In spring: only from 03:00 to 04:00.
    const half = tariffOf({ components: [perMinute('TIME', 100_000)], restrictions: { startTime: '02:30', endTime: '04:00' } });
    const partsOf = (day: string) => {
      const endedAt = new Date(Date.parse(`${day}T20:00:00Z`) + 12 * 3_600_000);
      const usage = { startedAt: new Date(`${day}T20:00:00Z`), endedAt, readings: [] };
      return price({ tariff: half, place: BERLIN, usage, vatPercent: 19 }).map(line => line.quantity / 60);
    };
    expect(partsOf('2026-10-24')).toEqual([120]);
    expect(partsOf('2026-03-28')).toEqual([60]);
  });

  it('price 24 hours of a leap day', () => {
    const leap = tariffOf({
      components: [perMinute('TIME', 100_000)],
      restrictions: { startDate: '2028-02-29', endDate: '2028-03-01' },
    });
    const usage = { startedAt: new Date('2028-02-28T12:00:00Z'), endedAt: new Date('2028-03-01T12:00:00Z'), readings: [] };
    expect(price({ tariff: leap, place: BERLIN, usage, vatPercent: 19 })[0]?.quantity).toBe(24 * 3600);
  });
});
