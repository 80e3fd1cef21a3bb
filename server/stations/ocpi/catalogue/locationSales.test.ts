import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type Joi from 'joi';
import type { ClientRecord } from '../../../core/records/records.ts';
import { readOperatorData } from '../../../shop/import/readOperatorData.ts';
import type { SellingSwitches } from '../connections/connections.ts';
import { LOCATION } from '../messages/location.ts';
import { OCPI_VERSIONS, type OcpiVersion, readMessage } from '../messages/message.ts';
import { TARIFF } from '../messages/tariff.ts';
import { type LocationSales, locationSales, NO_SWITCHES } from './locationSales.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'test/data/ocpi-examples');
const NOW = new Date('2026-11-20T10:00:00Z');

let clients: readonly ClientRecord[];
beforeAll(async () => {
  const data = await readOperatorData(join(ROOT, 'demo'));
  const [first, ...others] = data.clients.filter(({ vat }) => vat.de !== undefined);
  clients = [{ ...first!, parties: ['DE*ALL', 'BE*BEC', 'CA*FLO', 'NL*ALF'], vat: { de: 19, lu: 16 } }, ...others];
});

type Parts = Record<string, unknown>;
const example = (version: OcpiVersion, name: string): Parts =>
  JSON.parse(readFileSync(join(FOLDER, version, `${name}.json`), 'utf8'));
function read<T>(schema: Joi.Schema<T>, message: unknown, version: OcpiVersion = '2.2.1'): T {
  const reading = readMessage({ schema, message, version });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return reading.value;
}

const connector = (more: Parts = {}): Parts => ({
  id: '1',
  standard: 'IEC_62196_T2',
  format: 'SOCKET',
  power_type: 'AC_3_PHASE',
  max_voltage: 230,
  max_amperage: 32,
  tariff_ids: ['12'],
  last_updated: '2026-01-01T00:00:00Z',
  ...more,
});
const evse = (more: Parts = {}): Parts => ({
  uid: 'U1',
  evse_id: 'DE*ALL*E1',
  status: 'AVAILABLE',
  capabilities: ['REMOTE_START_STOP_CAPABLE', 'UNLOCK_CAPABLE'],
  connectors: [connector()],
  last_updated: '2026-01-01T00:00:00Z',
  ...more,
});
const location = (more: Parts = {}): Parts => ({
  ...example('2.2.1', 'location_example_uc5_home_charge_point'),
  publish: true,
  evses: [evse()],
  ...more,
});
const tariff = (more: Parts = {}): Parts => ({
  country_code: 'DE',
  party_id: 'ALL',
  id: '12',
  currency: 'EUR',
  elements: [{ price_components: [{ type: 'ENERGY', price: 0.5, vat: 19, step_size: 1 }] }],
  last_updated: '2026-01-01T00:00:00Z',
  ...more,
});

interface SellOptions {
  version?: OcpiVersion;
  location?: Parts;
  tariffs?: Parts[];
  switches?: Partial<SellingSwitches>;
  now?: Date;
}
const sell = ({ version = '2.2.1', switches, now = NOW, ...objects }: SellOptions): LocationSales =>
  locationSales({
    connectionId: 'linden',
    location: read(LOCATION, objects.location ?? location(), version),
    tariffs: (objects.tariffs ?? [tariff()]).map(each => read(TARIFF, each, version)),
    clients,
    switches: { ...NO_SWITCHES, ...switches },
    now,
  });
const reasons = (request: SellOptions): string[] => sell(request).unsold.map(({ path, reason }) => `${path}: ${reason}`);

describe('a location of a CPO', () => {
  test('is sold with its prices, and each point keeps what its CPO calls it', () => {
    const { points, tariffs, unsold, changesAt } = sell({});
    expect(unsold).toEqual([]);
    expect(changesAt).toBeNull();
    expect(points).toEqual([
      {
        point: expect.objectContaining({
          evseId: 'DE*ALL*E1',
          city: 'Köln',
          country: 'de',
          region: 'DE-NW',
          state: 'available',
          connectors: [
            expect.objectContaining({ id: '1', kind: 'type2', powerW: 22_080, tariffId: 'DE*ALL*linden:12@de', isDc: false }),
          ],
        }),
        address: {
          connectionId: 'linden',
          country_code: 'DE',
          party_id: 'ALL',
          location_id: 'a5295927-09b9-4a71-b4b9-a5fffdfa0b77',
          evse_uid: 'U1',
          canUnlock: true,
        },
      },
    ]);
    expect(tariffs).toEqual([
      {
        record: expect.objectContaining({ id: 'DE*ALL*linden:12@de', from: null, until: null }),
        source: { country_code: 'DE', party_id: 'ALL', id: '12' },
        preauthorizeMinor: null,
      },
    ]);
    expect(tariffs[0]?.record.tariff.elements[0]?.components).toEqual([
      { type: 'ENERGY', priceMicro: 595_000, stepSize: 1, vatPercent: 19 },
    ]);
  });

  test.each([
    ['AVAILABLE', 'available'],
    ['CHARGING', 'occupied'],
    ['BLOCKED', 'unavailable'],
    ['INOPERATIVE', 'unavailable'],
    ['OUTOFORDER', 'unavailable'],
    ['RESERVED', 'unavailable'],
    ['UNKNOWN', 'unknown'],
    ['SOMETHING_NEW', 'unknown'],
    ['constructor', 'unknown'],
  ])('with %s is %s', (status, state) => {
    expect(sell({ location: location({ evses: [evse({ status })] }) }).points.map(({ point }) => point.state)).toEqual([state]);
  });

  const NOT_SOLD: readonly (readonly [string, SellOptions, RegExp])[] = [
    ['is not published', { location: location({ publish: false }) }, /\.publish: is not to be published/],
    ['is in another country', { location: location({ country: 'BEL' }) }, /\.country: BEL is not a country sold here/],
    ['is in a country without a rate', { location: location({ country: 'NLD' }) }, /has no VAT rate for NL/],
    ['is nobody’s', { location: location({ party_id: 'XYZ' }) }, /is not among the parties of any client/],
    ['has no time zone', { location: location({ time_zone: 'Cologne' }) }, /is not a time zone/],
    ['has been removed', { location: location({ evses: [evse({ status: 'REMOVED' })] }) }, /is REMOVED/],
    ['is only planned', { location: location({ evses: [evse({ status: 'PLANNED' })] }) }, /is PLANNED/],
    ['has no name', { location: location({ evses: [evse({ evse_id: '' })] }) }, /has no evse_id/],
    ['has another name', { location: location({ evses: [evse({ evse_id: 'hello' })] }) }, /is not an EVSE ID/],
    ['has no connectors', { location: location({ evses: [evse({ connectors: [] })] }) }, /has no connectors/],
    [
      'cannot be started',
      { location: location({ evses: [evse({ capabilities: ['RESERVABLE'] })] }) },
      /cannot be started remotely/,
    ],
    [
      'is for employees',
      { location: location({ evses: [evse({ parking_restrictions: ['EMPLOYEES'] })] }) },
      /is for EMPLOYEES only/,
    ],
    [
      'has reserved places only',
      {
        location: location({
          parking_places: [{ id: 'P1', reservation_required: true }],
          evses: [evse({ parking: [{ parking_id: 'P1' }] })],
        }),
      },
      /must be reserved/,
    ],
    [
      'has no tariff',
      { location: location({ evses: [evse({ connectors: [connector({ tariff_ids: [] })] })] }) },
      /names no tariff/,
    ],
    ['has a tariff to nowhere', { tariffs: [] }, /names 12, which is an unknown tariff/],
    [
      'has no power',
      { location: location({ evses: [evse({ connectors: [connector({ max_voltage: 0 })] })] }) },
      /needs max_electric_power/,
    ],
  ];
  test.each(NOT_SOLD)('that %s is not sold, and the operator is told', (_what, request, reason) => {
    expect(sell(request).points).toEqual([]);
    expect(reasons(request)).toEqual([expect.stringMatching(reason)]);
  });

  test('keeps its other EVSEs and connectors when one cannot be sold, and the place told is the peer’s', () => {
    const sold = sell({
      location: location({
        evses: [
          evse({ uid: 'U0', evse_id: 'DE*ALL*E0', status: 'REMOVED' }),
          evse({ uid: 'U1', evse_id: 'nonsense' }),
          evse({
            uid: 'U2',
            evse_id: 'DE*ALL*E2',
            connectors: [connector({ id: '1', tariff_ids: ['none'] }), connector({ id: '2' })],
          }),
        ],
      }),
    });
    expect(sold.points.map(({ point, address }) => [address.evse_uid, point.connectors.map(({ id }) => id)])).toEqual([
      ['U2', ['2']],
    ]);
    expect(sold.unsold.map(({ path }) => path.replace(/^.*?\]/, ''))).toEqual([
      '.evses[0]',
      '.evses[1].evse_id',
      '.evses[2].connectors[0].tariff_ids',
    ]);
  });

  test('is sold without the word of its CPO where the operator says so, and to customers, the disabled and motorcycles', () => {
    const bare = location({ evses: [evse({ capabilities: [] })] });
    expect(sell({ location: bare, switches: { assumesRemoteStart: true } }).points).toHaveLength(1);
    const restricted = location({ evses: [evse({ parking_restrictions: ['CUSTOMERS', 'DISABLED', 'HORSES'] })] });
    const { points, remarks } = sell({ location: restricted });
    expect(points).toHaveLength(1);
    expect(remarks.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/HORSES is an unknown restriction/));
  });
});

describe('which tariff is sold', () => {
  const named = (...tariff_ids: string[]) => location({ evses: [evse({ connectors: [connector({ tariff_ids })] })] });
  const soldOf = (request: SellOptions) => sell(request).tariffs.map(({ source }) => source.id);
  const all = [
    tariff({ id: 'CHEAP', type: 'PROFILE_CHEAP' }),
    tariff({ id: 'REGULAR', type: 'REGULAR' }),
    tariff({ id: 'ALL' }),
    tariff({ id: 'CARD', type: 'AD_HOC_PAYMENT', end_date_time: '2026-12-01T00:00:00Z' }),
    tariff({ id: 'NEXT', type: 'AD_HOC_PAYMENT', start_date_time: '2026-12-01T00:00:00Z' }),
    tariff({ id: 'CARD2', type: 'AD_HOC_PAYMENT' }),
  ];

  test('is the one for paying at the point, else the one for all, and a regular one if the operator allows it', () => {
    expect(soldOf({ tariffs: all, location: named('CHEAP', 'REGULAR', 'ALL', 'CARD') })).toEqual(['CARD']);
    expect(soldOf({ tariffs: all, location: named('REGULAR', 'all') })).toEqual(['ALL']);
    expect(reasons({ tariffs: all, location: named('CHEAP', 'REGULAR') })).toEqual([
      expect.stringContaining('has no tariff for paying by card now: CHEAP (PROFILE_CHEAP), REGULAR (REGULAR)'),
    ]);
    expect(soldOf({ tariffs: all, location: named('REGULAR'), switches: { sellsRegularTariffs: true } })).toEqual(['REGULAR']);
  });

  test('follows their dates, and says when it will change', () => {
    const options = { tariffs: all, location: named('CARD', 'NEXT') };
    expect(sell(options)).toMatchObject({ tariffs: [{ source: { id: 'CARD' } }], changesAt: new Date('2026-12-01T00:00:00Z') });
    const later = new Date('2026-12-01T00:00:00Z');
    expect(sell({ ...options, now: later })).toMatchObject({ tariffs: [{ source: { id: 'NEXT' } }], changesAt: null });
  });

  test('is none where two hold at once', () => {
    expect(reasons({ tariffs: all, location: named('CARD', 'CARD2') })).toEqual([
      expect.stringContaining('has two tariffs at once'),
    ]);
  });

  test('says what its CPO wants to be held', () => {
    const { tariffs } = sell({ version: '2.3.0', tariffs: [tariff({ tax_included: 'YES', preauthorize_amount: 49.9 })] });
    expect(tariffs[0]).toMatchObject({
      preauthorizeMinor: 4990,
      record: { tariff: { elements: [{ components: [{ priceMicro: 500_000 }] }] } },
    });
  });
});

describe('a tariff that cannot be said exactly is not sold', () => {
  const component = (more: Parts) => ({
    elements: [{ price_components: [{ type: 'ENERGY', price: 0.5, vat: 19, step_size: 1, ...more }] }],
  });
  const restricted = (restrictions: Parts) => ({ elements: [{ ...component({}).elements[0], restrictions }] });
  const NOT_SOLD: readonly (readonly [string, Parts, RegExp, OcpiVersion?])[] = [
    ['another currency', { currency: 'CAD' }, /\.currency: must be one of/],
    ['another dimension', component({ type: 'CARBON' }), /price_components\[0\]\.type: must be/],
    ['a negative price', component({ price: -0.5 }), /price_components\[0\]\.price/],
    ['seven decimals', component({ price: 0.1234567 }), /price_components\[0\]\.price: .*6 decimals/],
    ['cents for euros', component({ price: 50 }), /prices are in EUR, not in hundredths/],
    ['a share for per cent', component({ vat: 0.19 }), /write per cent/],
    ['no VAT where some is due', component({ vat: 0 }), /states that no VAT is due, but 19 % are/],
    ['no tax where some is due', { tax_included: 'N/A' }, /tax_included: states that no VAT is due/, '2.3.0'],
    ['another word for taxes', { tax_included: 'PERHAPS' }, /tax_included: PERHAPS is neither/, '2.3.0'],
    ['a price by current', restricted({ max_current: 32 }), /restrictions\.max_current: cannot be billed/],
    ['a price by power', restricted({ min_power: 11 }), /restrictions\.min_power: cannot be billed/],
    ['a restriction of its own', restricted({ moon: 'FULL' }), /restrictions\.moon: is an unknown restriction/],
    ['a time that is none', restricted({ start_time: '25:00' }), /restrictions\.start_time/],
    ['reservations only', restricted({ reservation: 'RESERVATION' }), /prices reservations only/],
    [
      'prices in its text only',
      { ...component({ price: 0 }), tariff_alt_text: [{ language: 'en', text: '0.49 per kWh' }] },
      /tariff_alt_text: states prices/,
    ],
  ];
  test.each(NOT_SOLD)('%s', (_what, more, reason, version = '2.2.1') => {
    const whole = version === '2.3.0' ? { tax_included: 'NO', ...more } : more;
    const options: SellOptions = { version, tariffs: [tariff(whole)] };
    expect(sell(options).points).toEqual([]);
    expect(reasons(options)).toEqual([expect.stringMatching(reason), expect.stringMatching(/tariff_ids: 12 cannot be sold by$/)]);
  });

  test.each([
    [
      null,
      [
        [595_000],
        expect.stringMatching(/drivers pay 0\.595 EUR per kWh, which is 0\.5 and 19 % VAT\. Where 0\.5 is meant with VAT/),
      ],
    ],
    ['YES', [[500_000]]],
    ['NO', [[595_000]]],
  ] as const)(
    'a tariff that does not say whether VAT is included, where the operator has decided %p',
    (taxIncluded, expected) => {
      const { tariffs, remarks } = sell({ version: '2.3.0', tariffs: [tariff()], switches: { taxIncluded } });
      const prices = tariffs.map(({ record }) => record.tariff.elements[0]?.components[0]?.priceMicro);
      expect([prices, ...remarks.filter(({ path }) => path.endsWith('.tax_included')).map(({ reason }) => reason)]).toEqual(
        expected,
      );
    },
  );

  test.each([
    ['2.2.1 is net', '2.2.1', {}, 595_000],
    ['NO is net', '2.3.0', { tax_included: 'NO' }, 595_000],
    ['YES is gross', '2.3.0', { tax_included: 'YES' }, 500_000],
    ['missing is net', '2.3.0', {}, 595_000],
    ['YES on 2.2.1 is gross too', '2.2.1', { tax_included: 'YES' }, 500_000],
    ['N/A has no tax, once that is confirmed', '2.3.0', { tax_included: 'N/A' }, 500_000],
    [
      'a rate left out is the client’s',
      '2.2.1',
      { elements: [{ price_components: [{ type: 'ENERGY', price: 0.5, step_size: 1 }] }] },
      595_000,
    ],
  ] as const)('its price: %s', (_how, version, more, priceMicro) => {
    const { tariffs } = sell({ version, tariffs: [tariff(more)], switches: { acceptsZeroVat: true } });
    expect(tariffs.map(({ record }) => record.tariff.elements[0]?.components[0]?.priceMicro)).toEqual([priceMicro]);
  });

  const LIMITS: readonly (readonly [string, Parts, { minPriceMicro?: number; maxPriceMicro?: number } | RegExp])[] = [
    ['a net limit becomes gross', { max_price: { excl_vat: 10 } }, { maxPriceMicro: 11_900_000 }],
    ['of two highest the lower holds', { max_price: { excl_vat: 10, incl_vat: 11 } }, { maxPriceMicro: 11_000_000 }],
    ['of two highest the net one may be lower', { max_price: { excl_vat: 10, incl_vat: 20 } }, { maxPriceMicro: 11_900_000 }],
    ['of two least the higher holds', { min_price: { excl_vat: 10, incl_vat: 11 } }, { minPriceMicro: 11_900_000 }],
    ['a limit below nothing', { max_price: { excl_vat: -1 } }, /max_price: must be from zero to below a billion/],
  ];
  test.each(LIMITS)('its limits: %s', (_how, more, expected) => {
    const options: SellOptions = { tariffs: [tariff(more)] };
    if (expected instanceof RegExp) expect(reasons(options)[0]).toMatch(expected);
    else expect(sell(options).tariffs[0]?.record.tariff).toMatchObject(expected);
  });

  test('its limits under two rates hold only where the gross one is always reached first', () => {
    const mixed = (max_price: Parts) => {
      const components = [
        { type: 'ENERGY', price: 0.5, vat: 10, step_size: 1 },
        { type: 'FLAT', price: 1, vat: 20, step_size: 1 },
      ];
      return { tariffs: [tariff({ elements: [{ price_components: components }], max_price })] };
    };
    expect(sell(mixed({ excl_vat: 10, incl_vat: 11 })).tariffs[0]?.record.tariff.maxPriceMicro).toBe(11_000_000);
    expect(reasons(mixed({ excl_vat: 10, incl_vat: 11.5 }))[0]).toMatch(/differs between the VAT rates 10, 20/);
    expect(reasons(mixed({ excl_vat: 10 }))[0]).toMatch(/differs between the VAT rates/);
  });
});

describe('the tariffs among the standard’s examples', () => {
  /** Why these example tariffs are not offered. All other example tariffs are offered. */
  const UNSOLD: Readonly<Record<string, RegExp>> = {
    tariff_3_alt_url: /no tariff for paying by card now: 13 \(PROFILE_CHEAP\)/,
    tariff_4_complex: /no tariff for paying by card now: 14 \(REGULAR\)/,
    tariff_6_025kwh_start_max_price: /no tariff for paying by card now: 16 \(for all until 2019-06-30/,
    tariff_19_simple_north_american_exclusive: /currency/,
    tariff_20_simple_north_american_inclusive: /currency/,
    tariffrestriction_example_max_duration: /no tariff for paying by card now: 2 \(REGULAR\)/,
    tariffrestriction_example_max_power: /no tariff for paying by card now: 1 \(REGULAR\)/,
  };
  const names = OCPI_VERSIONS.flatMap(version =>
    readdirSync(join(FOLDER, version))
      .filter(name => name.startsWith('tariff') && name !== 'tariff_put_example.json')
      .map(name => [version, name.slice(0, -5)] as const),
  );

  const pricedBy = (version: OcpiVersion, name: string): SellOptions => {
    const priced = example(version, name);
    const { country_code, party_id, id } = priced;
    return {
      version,
      tariffs: [priced],
      location: location({ country_code, party_id, evses: [evse({ connectors: [connector({ tariff_ids: [id] })] })] }),
    };
  };

  test.each(names)('%s %s', (version, name) => {
    const options = pricedBy(version, name);
    const { unsold, points } = sell(options);
    const reason = UNSOLD[name];
    expect(points).toHaveLength(reason ? 0 : 1);
    if (reason) expect(unsold[0]).toMatchObject({ path: expect.any(String) });
    expect(unsold.map(each => `${each.path} ${each.reason}`).join('\n')).toMatch(reason ?? /^$/);
  });

  test('one hides a surcharge in its text: it is sold with a remark', () => {
    const { remarks } = sell(pricedBy('2.2.1', 'tariff_11_not_possible_alt_text'));
    expect(remarks.map(({ path, reason }) => `${path}: ${reason}`)).toContainEqual(
      expect.stringMatching(/tariff_alt_text: states prices, which are not shown or charged/),
    );
  });

  test.each(['tariff_4_complex', 'tariffrestriction_example_max_power'])('%s would not be sold as a regular one either', name => {
    const options = pricedBy('2.2.1', name);
    expect(sell({ ...options, switches: { sellsRegularTariffs: true } }).points).toEqual([]);
  });
});

test.each([
  'location_example',
  'location_example_uc2_destination_charger',
  'location_example_uc3_destination_charger_not_published',
  'location_example_uc4_limited_visibility',
  'location_example_uc5_home_charge_point',
])('%s of the standard is understood and not sold', name => {
  for (const version of OCPI_VERSIONS) {
    const sold = sell({ version, location: example(version, name), tariffs: [], switches: { assumesRemoteStart: true } });
    expect(sold.points).toEqual([]);
    expect(sold.unsold).not.toEqual([]);
  }
});
