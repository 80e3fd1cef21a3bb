import { describe, expect, it } from '@jest/globals';
import { fc, runs } from '../../../../test/support/property.ts';
import { someCapabilities } from '../../../../test/support/someStation.ts';
import { continuePrice, startPrice } from '../../../core/pricing/runningPrice.ts';
import { anyTariff, anyUsage, anyZone } from '../../../core/pricing/sessions.fixture.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { costSoFar, type PriceNow } from '../cost/priceNow.ts';
import { progressOf } from './progress.ts';

const RUNS = runs(150);

/** A session that is in progress at `usage.endedAt`, with the price of its first readings in the cache. */
const anySession = fc
  .tuple(anyTariff, anyUsage, anyZone, fc.nat({ max: 6 }), fc.option(fc.integer({ min: 100, max: 9000 })))
  .map(([tariff, usage, place, settled, limitMinor]) => {
    const { startedAt, endedAt, readings } = usage;
    const price = continuePrice(
      startPrice({ tariff, place, startedAt, endsS: Number.POSITIVE_INFINITY }),
      readings.slice(0, settled),
    );
    const known = {
      session: { startedAt, goal: null, battery: null, station: {} },
      order: { limitMinor },
      point: { connectors: [] },
      tariff,
      place,
      vatPercent: 19,
      currency: tariff.currency,
      meter: { soFar: { price }, since: readings.slice(settled), endedAt, latest: readings.at(-1) ?? null },
    };
    const context = {
      clock: { now: () => endedAt },
      stations: { capabilities: () => someCapabilities({ meterIntervalS: 9000 }) },
    };
    return { priced: known as unknown as PriceNow, context: context as unknown as OperatorContext, endedAt };
  });

describe('What a session in progress has cost, part by part', () => {
  it('adds up exactly to the cost that is shown, at any tariff and at any moment', () => {
    fc.assert(
      fc.property(anySession, ({ priced, context }) => {
        const parts = progressOf(priced, context)?.parts ?? [];
        expect(parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(costSoFar(priced));
      }),
      RUNS,
    );
  });

  it('says of each price when it counted only where it is true, and looks ahead, never back', () => {
    fc.assert(
      fc.property(anySession, ({ priced, context, endedAt }) => {
        const progress = progressOf(priced, context);
        for (const { kind, from, to } of progress?.parts ?? []) {
          if (kind !== 'energy') expect([from, to]).toEqual([null, null]);
          if (from && to) expect(from < to).toBe(true);
          for (const at of [from, to]) if (at) expect(Date.parse(at)).toBeLessThanOrEqual(endedAt.getTime());
        }
        if (progress?.price?.next) expect(Date.parse(progress.price.next.from)).toBeGreaterThanOrEqual(endedAt.getTime());
        if (progress?.limitAt) expect(Date.parse(progress.limitAt)).toBeGreaterThanOrEqual(endedAt.getTime());
      }),
      RUNS,
    );
  });
});
