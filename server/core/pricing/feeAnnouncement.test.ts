import { describe, expect, it } from '@jest/globals';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { announcedFee } from './feeAnnouncement.ts';
import type { Usage } from './meterCurve.ts';
import { startPrice } from './runningPrice.ts';
import { BERLIN, BLOCKING, OCCUPANCY, PLAIN, perMinute, session, tariffOf } from './tariffs.fixture.ts';

const FROM = '2026-07-08T08:00:00.000Z';
const charging = (chargingS: number) => session({ from: FROM, energyWh: 5000, chargingS });
const standing = (chargingS: number, staysS: number) => session({ from: FROM, energyWh: 5000, chargingS, staysS });

function feeOf({ tariff, usage }: { tariff: Tariff; usage: Usage }) {
  const { startedAt, endedAt, readings: since } = usage;
  const price = startPrice({ tariff, place: BERLIN, startedAt, endsS: Number.POSITIVE_INFINITY });
  return announcedFee({ meter: { soFar: { price }, endedAt, since }, vatPercent: 0 });
}

describe('the fee for staying plugged in', () => {
  it('is announced from its minute of the session on, and then runs', () => {
    const fee = { kind: 'blocking', fromAt: '2026-07-08T12:00:00.000Z', perMinuteMicro: 100_000, maxMinor: 1_200 };
    expect(feeOf({ tariff: BLOCKING, usage: charging(3600) })).toEqual({ ...fee, isRunning: false });
    expect(feeOf({ tariff: BLOCKING, usage: charging(5 * 3600) })).toEqual({ ...fee, isRunning: true });
    expect(feeOf({ tariff: BLOCKING, usage: standing(5 * 3600, 6 * 3600) })).toEqual({
      ...fee,
      isRunning: true,
    });
  });

  it('is announced only once charging has ended where it counts from there', () => {
    expect(feeOf({ tariff: OCCUPANCY, usage: charging(3600) })).toBeNull();
    const fee = { kind: 'occupancy', fromAt: '2026-07-08T09:30:00.000Z', perMinuteMicro: 25_000_000, maxMinor: 500_000 };
    expect(feeOf({ tariff: OCCUPANCY, usage: standing(3600, 4000) })).toEqual({ ...fee, isRunning: false });
    expect(feeOf({ tariff: OCCUPANCY, usage: standing(3600, 5400) })).toEqual({ ...fee, isRunning: true });
  });

  it('is announced for standing time counted from the start, while the vehicle charges', () => {
    const tariff = tariffOf({ components: [perMinute('PARKING_TIME', 100_000)], restrictions: { minDurationS: 7200 } });
    const fee = feeOf({ tariff, usage: charging(3600) });
    expect(fee).toEqual({
      kind: 'blocking',
      fromAt: '2026-07-08T10:00:00.000Z',
      perMinuteMicro: 100_000,
      maxMinor: null,
      isRunning: false,
    });
  });

  it('does not exist without such a price', () => {
    expect(feeOf({ tariff: PLAIN, usage: standing(3600, 7200) })).toBeNull();
  });
});
