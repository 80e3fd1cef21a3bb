import { describe, expect, it } from '@jest/globals';
import { blockingFee } from './feeAnnouncement.ts';
import { BERLIN, BLOCKING, OCCUPANCY, PLAIN, perMinute, session, tariffOf } from './tariffs.fixture.ts';

const FROM = '2026-07-08T08:00:00.000Z';
const charging = (chargingS: number) => session({ from: FROM, energyWh: 5000, chargingS });
const standing = (chargingS: number, staysS: number) => session({ from: FROM, energyWh: 5000, chargingS, staysS });

describe('the fee for staying plugged in', () => {
  it('is announced from its minute of the session on, and then runs', () => {
    const fee = { kind: 'blocking', fromAt: '2026-07-08T12:00:00.000Z', perMinuteMicro: 100_000, maxMinor: 1_200 };
    expect(blockingFee({ tariff: BLOCKING, place: BERLIN, usage: charging(3600) })).toEqual({ ...fee, isRunning: false });
    expect(blockingFee({ tariff: BLOCKING, place: BERLIN, usage: charging(5 * 3600) })).toEqual({ ...fee, isRunning: true });
    expect(blockingFee({ tariff: BLOCKING, place: BERLIN, usage: standing(5 * 3600, 6 * 3600) })).toEqual({
      ...fee,
      isRunning: true,
    });
  });

  it('is announced only once charging has ended where it counts from there', () => {
    expect(blockingFee({ tariff: OCCUPANCY, place: BERLIN, usage: charging(3600) })).toBeNull();
    const fee = { kind: 'occupancy', fromAt: '2026-07-08T09:30:00.000Z', perMinuteMicro: 25_000_000, maxMinor: 500_000 };
    expect(blockingFee({ tariff: OCCUPANCY, place: BERLIN, usage: standing(3600, 4000) })).toEqual({ ...fee, isRunning: false });
    expect(blockingFee({ tariff: OCCUPANCY, place: BERLIN, usage: standing(3600, 5400) })).toEqual({ ...fee, isRunning: true });
  });

  it('is announced for standing time counted from the start, while the vehicle charges', () => {
    const tariff = tariffOf({ components: [perMinute('PARKING_TIME', 100_000)], restrictions: { minDurationS: 7200 } });
    const fee = blockingFee({ tariff, place: BERLIN, usage: charging(3600) });
    expect(fee).toEqual({
      kind: 'blocking',
      fromAt: '2026-07-08T10:00:00.000Z',
      perMinuteMicro: 100_000,
      maxMinor: null,
      isRunning: false,
    });
  });

  it('does not exist without such a price', () => {
    expect(blockingFee({ tariff: PLAIN, place: BERLIN, usage: standing(3600, 7200) })).toBeNull();
  });
});
