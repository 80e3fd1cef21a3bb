import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { stepMinor } from '../../../shared/model/money.ts';
import type { PriceComponent, Tariff, TariffRestrictions } from '../../../shared/model/tariff.ts';
import { fc, runs } from '../../../test/support/property.ts';
import { bill } from '../pricing/bill.ts';
import { type PricingLocation, price, type Usage } from '../pricing/price.ts';
import { anyTariff, anyUsage, anyZone } from '../pricing/sessions.fixture.ts';
import { deliveryFees, energyPrices, type PricedVersion } from './energyPrices.ts';
import { readPrice } from './readPrice.fixture.ts';

const VAT_PERCENT = 19;
const MINOR_PER_UNIT = 100;

/**
 * Removes what a feed cannot state exactly: prices by the power that the vehicle takes, and net prices with several VAT rates,
 * whose shared caps and limits are net.
 */
const statable = (tariff: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(({ restrictions, components }) => {
    const { minPowerW: _, ...others }: TariffRestrictions = restrictions ?? {};
    return { components: components.map(component => ofOneRate(component, tariff)), restrictions: others };
  }),
});

const ofOneRate = ({ vatPercent, ...component }: PriceComponent, { pricesIncludeVat }: Tariff): PriceComponent =>
  pricesIncludeVat && vatPercent !== undefined ? { ...component, vatPercent } : component;

/** Limits the steps to those that DATEX II can state: started minutes, and energy without steps. */
const inMinutes = (tariff: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map(element => ({
    ...element,
    components: element.components.map(component => ({
      ...component,
      stepSize: component.type === 'ENERGY' ? 1 : Math.min(component.stepSize, 60),
    })),
  })),
});

interface Case {
  versions: readonly PricedVersion[];
  usage: Usage;
  place: PricingLocation;
  readsExtensions: boolean;
}

/** Returns the price that a reader calculates from the published JSON, in minor units. */
function readMinor({ versions, usage, place, readsExtensions }: Case): number {
  const [first] = versions;
  if (!first) throw new Error('A rate has a version');
  const { tariff } = first;
  const input = { timeZone: place.timeZone, powerW: 11_000, vatPercent: VAT_PERCENT };
  const prices = energyPrices({
    ...input,
    versions,
    since: Temporal.Instant.from('2020-01-01T00:00:00Z'),
    textOf: name => ({ values: [{ lang: 'de', value: name }] }),
  });
  const read = readPrice({
    prices: JSON.parse(JSON.stringify(prices)) as unknown[],
    limits: deliveryFees([tariff], VAT_PERCENT),
    timeZone: place.timeZone,
    isHoliday: day => place.isHoliday(day),
    session: usage,
    readsExtensions,
    step: stepMinor(tariff.currency) / MINOR_PER_UNIT,
  });
  return Math.round(read * MINOR_PER_UNIT);
}

const billMinor = (tariff: Tariff, { usage, place }: Pick<Case, 'usage' | 'place'>): number =>
  bill(price({ tariff, place, usage, vatPercent: VAT_PERCENT }), { currency: tariff.currency }).totalMinor;

const always = (tariff: Tariff): PricedVersion[] => [{ tariff, from: null, until: null }];

describe('prices of the feed, for any tariff and any session', () => {
  it('give the price of the bill to a reader of everything', () => {
    let exact = 0;
    fc.assert(
      fc.property(anyTariff, anyUsage, anyZone, (any, usage, place) => {
        const tariff = statable(any);
        const read = readMinor({ versions: always(tariff), usage, place, readsExtensions: true });
        const difference = Math.abs(read - billMinor(tariff, { usage, place })) / stepMinor(tariff.currency);
        if (difference === 0) exact++;
        // Bills count whole Wh and whole seconds. A price boundary between two readings can therefore shift a cent.
        expect(difference).toBeLessThanOrEqual(1);
      }),
      runs(300),
    );
    expect(exact).toBeGreaterThan(0.95 * runs(300).numRuns);
  });

  it('are never lower than the bill for a reader who ignores the extensions', () => {
    fc.assert(
      fc.property(anyTariff, anyUsage, anyZone, (any, usage, place) => {
        const tariff = inMinutes(statable(any));
        const read = readMinor({ versions: always(tariff), usage, place, readsExtensions: false });
        expect(read).toBeGreaterThanOrEqual(billMinor(tariff, { usage, place }) - stepMinor(tariff.currency));
      }),
      runs(300),
    );
  });

  it('change with an announced price for sessions that start later', () => {
    const since = fc.integer({ min: -20_000_000, max: 20_000_000 });
    fc.assert(
      fc.property(anyTariff, anyTariff, anyUsage, anyZone, since, (any, other, usage, place, offset) => {
        const [now, later] = [statable(any), { ...statable(other), currency: any.currency }];
        const limits = { minPriceMicro: 0, maxPriceMicro: 1e12 };
        const change = usage.startedAt.getTime() + offset - (offset % 60_000);
        const versions = [
          { tariff: { ...now, ...limits }, from: null, until: change },
          { tariff: { ...later, ...limits }, from: change, until: null },
        ];
        const billed = { ...(usage.startedAt.getTime() < change ? now : later), ...limits };
        fc.pre(now.pricesIncludeVat && later.pricesIncludeVat);
        const difference = readMinor({ versions, usage, place, readsExtensions: true }) - billMinor(billed, { usage, place });
        expect(Math.abs(difference) / stepMinor(any.currency)).toBeLessThanOrEqual(1);
      }),
      runs(150),
    );
  });
});
