import { describe, expect, test } from '@jest/globals';
import { grossMicro, microOf } from './decimals.ts';
import { canonicalJson, tariffRecord } from './tariffRecord.ts';
import { type OcpiTariff, TARIFF } from './tariffSchema.ts';

const tariffOf = (parts: object): OcpiTariff => {
  const whole = { country_code: 'DE', party_id: 'ABC', id: 'plain', currency: 'EUR', elements: [], ...parts };
  const { value, error } = TARIFF.validate(whole, { convert: false });
  if (error) throw error;
  return value;
};
const energy = (parts: object) => ({ elements: [{ price_components: [{ type: 'ENERGY', step_size: 1, ...parts }] }] });
const priceOf = (parts: object, vatPercent = 19) =>
  tariffRecord({ id: 'x', tariff: tariffOf(parts), vatPercent }).tariff.elements[0]?.components[0];

describe('prices become integers by their text', () => {
  test.each([
    [0, 0],
    [0.1, 100_000],
    [0.3, 300_000],
    [0.29, 290_000],
    [0.000001, 1],
    [0.4567, 456_700],
    [1.005, 1_005_000],
    [4.35, 4_350_000],
    [189, 189_000_000],
    [999_999_999.999999, 999_999_999_999_999],
  ])('%p', (price, micro) => {
    expect(microOf(price)).toBe(micro);
  });

  test.each([-0.01, 0.0000001, 1.2345678, 1e9, Number.NaN, Number.POSITIVE_INFINITY])('%p is refused', price => {
    expect(microOf(price)).toBeNull();
  });
});

describe('a net price becomes gross once, at import', () => {
  test.each([
    // 0.25 × 1.19 = 0.2975 (needs no rounding)
    [250_000, 19, 297_500],
    // 0.4155 × 1.19 = 0.494445 → 0.4944
    [415_500, 19, 494_400],
    // 0.35 × 1.077 = 0.37695 → 0.3770 (half is rounded up)
    [350_000, 7.7, 377_000],
    // 0.55 × 1.081 = 0.59455 → 0.5946
    [550_000, 8.1, 594_600],
    // 189 × 1.27 = 240.03
    [189_000_000, 27, 240_030_000],
    [0, 19, 0],
    [390_000, 0, 390_000],
  ])('%p micro at %p %% is %p', (netMicro, vatPercent, expected) => {
    expect(grossMicro({ netMicro, vatPercent })).toBe(expected);
  });

  test('with the client’s rate where the component has none', () => {
    expect(priceOf(energy({ price: 0.25 }))).toEqual({ type: 'ENERGY', priceMicro: 297_500, stepSize: 1 });
  });

  test('with the component’s own rate, which is kept for the bill', () => {
    expect(priceOf(energy({ price: 0.25, vat: 10 }))).toEqual({
      type: 'ENERGY',
      priceMicro: 275_000,
      stepSize: 1,
      vatPercent: 10,
    });
  });

  test('and a gross price stays as it is', () => {
    expect(priceOf({ ...energy({ price: 0.4567 }), prices_include_vat: true })?.priceMicro).toBe(456_700);
  });

  test('limits too: the stated gross one wins', () => {
    const limits = { min_price: { excl_vat: 1 }, max_price: { excl_vat: 10, incl_vat: 11 } };
    const { tariff } = tariffRecord({ id: 'x', tariff: tariffOf({ ...energy({ price: 0.25 }), ...limits }), vatPercent: 20 });
    expect(tariff).toMatchObject({ pricesIncludeVat: true, minPriceMicro: 1_200_000, maxPriceMicro: 11_000_000 });
  });
});

test('every restriction and all four fields of our own arrive in our units', () => {
  const restrictions = {
    start_time: '22:00',
    end_time: '06:00',
    start_date: '2026-01-01',
    end_date: '2027-01-01',
    min_kwh: 1.5,
    max_kwh: 20,
    min_current: 16,
    max_current: 32,
    min_power: 3.7,
    max_power: 22,
    min_duration: 3600,
    max_duration: 7200,
    day_of_week: ['SATURDAY', 'SUNDAY'],
    holiday: true,
  };
  const component = { type: 'PARKING_TIME', price: 6, step_size: 60, grace_after_charging_minutes: 10, max_per_session: 12.5 };
  const tariff = tariffOf({ prices_include_vat: true, elements: [{ price_components: [component], restrictions }] });
  expect(tariffRecord({ id: 'x', tariff, vatPercent: 19 }).tariff.elements).toEqual([
    {
      components: [
        { type: 'PARKING_TIME', priceMicro: 6_000_000, stepSize: 60, graceAfterChargingMinutes: 10, maxPerSessionMinor: 1250 },
      ],
      restrictions: {
        startTime: '22:00',
        endTime: '06:00',
        startDate: '2026-01-01',
        endDate: '2027-01-01',
        minEnergyWh: 1500,
        maxEnergyWh: 20_000,
        minCurrentA: 16,
        maxCurrentA: 32,
        minPowerW: 3700,
        maxPowerW: 22_000,
        minDurationS: 3600,
        maxDurationS: 7200,
        daysOfWeek: ['saturday', 'sunday'],
        holiday: true,
      },
    },
  ]);
});

describe('the version of a tariff', () => {
  const versionOf = (parts: object, vatPercent = 19) => tariffRecord({ id: 'x', tariff: tariffOf(parts), vatPercent }).version;

  test('is a hash that does not mind the order of a file', () => {
    expect(versionOf(energy({ price: 0.5 }))).toMatch(/^[0-9a-f]{64}$/);
    expect(versionOf({ ...energy({ price: 0.5 }), last_updated: 'later' })).toBe(versionOf(energy({ price: 0.5 })));
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: 3 })).toBe('{"a":3,"b":[{"c":2,"d":1}]}');
  });

  test('changes with a price and with the VAT of a net price', () => {
    expect(versionOf(energy({ price: 0.51 }))).not.toBe(versionOf(energy({ price: 0.5 })));
    expect(versionOf(energy({ price: 0.5 }), 20)).not.toBe(versionOf(energy({ price: 0.5 })));
  });
});

test('elements for reservations are left out', () => {
  const reservation = {
    price_components: [{ type: 'TIME', price: 5, step_size: 60 }],
    restrictions: { reservation: 'RESERVATION' },
  };
  const { elements } = tariffOf(energy({ price: 0.5 }));
  const { tariff } = tariffRecord({ id: 'x', tariff: tariffOf({ elements: [reservation, ...elements] }), vatPercent: 19 });
  expect(tariff.elements).toHaveLength(1);
});
