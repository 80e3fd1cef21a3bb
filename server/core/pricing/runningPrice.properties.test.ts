import { describe, expect, it } from '@jest/globals';
import { fc, runs } from '../../../test/support/property.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import type { PricingLocation } from './calendar.ts';
import { announcedFee } from './feeAnnouncement.ts';
import { price, type Usage } from './price.ts';
import { continuePrice, priceUntil, type RunningPrice, startPrice } from './runningPrice.ts';
import { anyTariff, anyUsage, anyZone } from './sessions.fixture.ts';

const RUNS = runs(100);

/**
 * Moves every reading by a few seconds, so that few readings coincide with a change of price, and some are in the same second.
 */
const jittered = (usage: Usage, jitterS: readonly number[]): Usage => {
  const readings = usage.readings
    .flatMap((reading, index) => {
      const at = new Date(reading.at.getTime() + (jitterS[index % jitterS.length] ?? 0) * 1000);
      return index % 3 === 2
        ? [
            { ...reading, at },
            { ...reading, at, energyWh: reading.energyWh + 7, isCharging: true },
          ]
        : [{ ...reading, at }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return { ...usage, readings };
};

describe('A price that is gone on with', () => {
  it('is at every point what everything priced from the start comes to, with its fee', () => {
    fc.assert(
      fc.property(
        ...([anyTariff, anyUsage, anyZone, fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 1, maxLength: 4 })] as const),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 3 }),
        (tariff, plain, place, jitterS, priced, laterS) => {
          const usage = jittered(plain, jitterS);
          const options = { tariff, place, startedAt: usage.startedAt, endsS: Number.POSITIVE_INFINITY };
          let running: RunningPrice = startPrice(options);
          let since: readonly MeterReading[] = [];
          for (const [index, reading] of usage.readings.entries()) {
            if (priced[index % priced.length]) {
              running = continuePrice(running, since);
              since = [];
            }
            since = [...since, reading];
            const known = usage.readings.slice(0, index + 1);
            for (const later of [1, ...laterS]) {
              const endedAt = new Date(Math.max(reading.at.getTime(), usage.startedAt.getTime()) + later * 1000);
              compare(running, { tariff, place, usage: { ...usage, endedAt, readings: known }, since });
            }
          }
        },
      ),
      RUNS,
    );
  });

  it('is the same when a session has an end, to the second in which prices change', () => {
    fc.assert(
      fc.property(anyTariff, anyUsage, anyZone, fc.nat({ max: 6 }), (tariff, usage, place, split) => {
        const [endS, ends] = [
          Math.floor(usage.endedAt.getTime() / 60_000) * 60,
          new Date(Math.floor(usage.endedAt.getTime() / 60_000) * 60_000),
        ];
        const within = usage.readings.map(reading => (reading.at > ends ? { ...reading, at: ends } : reading));
        const running = continuePrice(
          startPrice({ tariff, place, startedAt: usage.startedAt, endsS: endS }),
          within.slice(0, split),
        );
        compare(running, { tariff, place, usage: { ...usage, endedAt: ends, readings: within }, since: within.slice(split) });
      }),
      RUNS,
    );
  });
});

function compare(
  running: RunningPrice,
  {
    usage,
    since,
    ...request
  }: Pick<RunningPrice, 'tariff'> & { place: PricingLocation; usage: Usage; since: readonly MeterReading[] },
): void {
  const follows = { endedAt: usage.endedAt, readings: since, vatPercent: 19 };
  const undivided = startPrice({ ...request, startedAt: usage.startedAt, endsS: running.endsS });
  const lines = priceUntil(running, follows);
  expect(lines).toEqual(price({ ...request, usage, vatPercent: 19 }));
  expect(lines).toEqual(priceUntil(undivided, { ...follows, readings: usage.readings }));
  const feeOf = (price: RunningPrice, since: readonly MeterReading[]) =>
    announcedFee({ meter: { soFar: { price }, endedAt: usage.endedAt, since }, vatPercent: 19 });
  expect(feeOf(running, since)).toEqual(feeOf(undivided, usage.readings));
}
