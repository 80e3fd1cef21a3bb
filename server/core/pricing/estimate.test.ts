import { describe, expect, it } from '@jest/globals';
import { energyForAmount, estimate, stopMarginMinor } from './estimate.ts';
import { isFree } from './isFree.ts';
import * as tariffs from './tariffs.fixture.ts';
import { BERLIN, session } from './tariffs.fixture.ts';

const base = { place: BERLIN, startAt: new Date('2026-07-08T08:00:00Z'), powerW: 11_000, vatPercent: 19 };

describe('an estimate', () => {
  it('takes as long as the energy needs', () => {
    // 22 kWh at 11 kW take 2 h.
    const { bill, minutes, blockingFrom } = estimate({ ...base, tariff: tariffs.BLOCKING, energyWh: 22_000 });
    expect(bill.totalMinor).toBe(990);
    expect(minutes).toBe(120);
    expect(blockingFrom).toEqual({ kind: 'blocking', minutes: 240, at: '2026-07-08T12:00:00.000Z' });
  });

  it('charges all the time it is given', () => {
    expect(estimate({ ...base, tariff: tariffs.PLAIN, minutes: 60 }).bill.lines[0]).toMatchObject({
      quantity: 11_000,
      amountMinor: 649,
    });
  });

  it('stands for the rest when energy and time are given', () => {
    // 11 kWh take 1 h. Of 2 h connected, 1 h is after charging: 30 min are free, 30 min × 25 Ft.
    const { bill, blockingFrom } = estimate({ ...base, tariff: tariffs.OCCUPANCY, energyWh: 11_000, minutes: 120 });
    expect(bill.lines.map(line => [line.kind, line.amountMinor])).toEqual([
      ['energy', 218_900],
      ['occupancy', 75_000],
    ]);
    expect(blockingFrom).toMatchObject({ kind: 'occupancy', minutes: 90 });
    const short = estimate({ ...base, tariff: tariffs.PLAIN, energyWh: 11_000, minutes: 30 });
    expect(short.bill.lines[0]?.quantity).toBe(5500);
  });

  it('costs nothing for nothing, and refuses a plug without power', () => {
    expect(estimate({ ...base, tariff: tariffs.PLAIN })).toMatchObject({
      bill: { totalMinor: 0 },
      minutes: 0,
      blockingFrom: null,
    });
    expect(() => estimate({ ...base, tariff: tariffs.PLAIN, powerW: 0, energyWh: 1 })).toThrow(RangeError);
  });
});

describe('what an amount buys', () => {
  it('is the most energy that does not cost more', () => {
    // 20.00 ÷ 0.59 = 33.898 kWh. The result is higher, because a price of up to 20.005 is rounded down to 20.00: 20.005 ÷ 0.59 =
    // 33.906.
    const energyWh = energyForAmount({ ...base, tariff: tariffs.PLAIN, amountMinor: 2000 });
    expect(energyWh).toBe(33_906);
    expect(estimate({ ...base, tariff: tariffs.PLAIN, energyWh: 33_906 }).bill.totalMinor).toBe(2000);
    expect(estimate({ ...base, tariff: tariffs.PLAIN, energyWh: 33_907 }).bill.totalMinor).toBe(2001);
  });

  it('is without limit where energy is free, and nothing where the start fee is dearer', () => {
    expect(energyForAmount({ ...base, tariff: tariffs.FREE, amountMinor: 2000 })).toBeNull();
    expect(energyForAmount({ ...base, tariff: tariffs.START_WITH_MINUTES, amountMinor: 50 })).toBe(0);
  });
});

describe('the margin before a limit', () => {
  const usage = session({ from: '2026-07-08T08:00:00Z', energyWh: 11_000, chargingS: 3600 });
  const input = { place: BERLIN, usage, powerW: 11_000, vatPercent: 19, currency: 'EUR' as const };

  it('is what two meter intervals cost at full power', () => {
    // 11 kW for 2 × 60 s are 367 Wh. 11.000 kWh × 0.59 = 6.49; 11.367 kWh × 0.59 = 6.70653 → 6.71; the difference is 0.22.
    expect(stopMarginMinor({ ...input, tariff: tariffs.PLAIN, intervalS: 60 })).toBe(22);
  });

  it('counts a standing vehicle where that is dearer, and is nothing where charging is free', () => {
    const idle = session({ from: '2026-07-08T08:00:00Z', energyWh: 11_000, chargingS: 3600, staysS: 3 * 3600 });
    expect(
      stopMarginMinor({ ...input, tariff: tariffs.OCCUPANCY, usage: idle, powerW: 10, intervalS: 60, currency: 'HUF' }),
    ).toBe(5000);
    expect(stopMarginMinor({ ...input, tariff: tariffs.FREE, intervalS: 60 })).toBe(0);
  });
});

it('knows free charging', () => {
  expect(isFree(tariffs.FREE)).toBe(true);
  expect(isFree(tariffs.START_WITH_MINUTES)).toBe(false);
  expect(isFree({ ...tariffs.FREE, minPriceMicro: 1 })).toBe(false);
});
