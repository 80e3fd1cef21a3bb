import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DataRefused } from '../../core/formats/faults.ts';
import type { DataFault } from '../../core/records/records.ts';
import { readOperatorData } from './readOperatorData.ts';

const DEMO = join(import.meta.dirname, '../../../demo');
const FIRST = 'locations/koeln-blaufink.json';
const TARIFFS = 'tariffs/blaufink.json';

// Test data is changed freely: what a file holds after a change is the subject of the test.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-data-'));
  await cp(DEMO, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function change(file: string, edit: (content: Json) => void): Promise<void> {
  const content = JSON.parse(await readFile(join(folder, file), 'utf8'));
  edit(content);
  await writeFile(join(folder, file), JSON.stringify(content));
}

async function faults(): Promise<readonly DataFault[]> {
  const refused = await readOperatorData(folder).then(
    () => null,
    error => error,
  );
  expect(refused).toBeInstanceOf(DataRefused);
  return refused.faults;
}

const fault = (file: string, path: string, reason: string | RegExp) => ({
  file,
  path,
  reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
});

interface Planted {
  file: string;
  path: string;
  reason: string | RegExp;
  edit: (content: Json) => void;
}

const RATE = { base: 'EUR', quote: 'HUF', rate: 395.12, since: '2026-11-01' };

const IN_CLIENTS: readonly (readonly [string, Omit<Planted, 'file'>])[] = [
  ['a reserved client id', { path: '$[1].id', reason: "'Receipts' is a reserved word", edit: all => (all[1].id = 'Receipts') }],
  ['a language code as client id', { path: '$[1].id', reason: "'en' is a reserved word", edit: all => (all[1].id = 'en') }],
  ['a client id no address can hold', { path: '$[1].id', reason: /stands in addresses/, edit: all => (all[1].id = 'blau/fink') }],
  ['a uuid that is none', { path: '$[1].uuid', reason: /must be a UUID/, edit: all => (all[1].uuid = 'mine') }],
  [
    'a client id twice, in capitals',
    { path: '$[2]', reason: /id or uuid of an entry before it/, edit: all => (all[2].id = 'BLAUFINK') },
  ],
  ['a key nobody knows', { path: '$[1].emailRequird', reason: 'is not allowed', edit: all => (all[1].emailRequird = true) }],
  ['a nested key nobody knows', { path: '$[1].support.fax', reason: 'is not allowed', edit: all => (all[1].support.fax = '1') }],
  [
    'a main language not offered',
    { path: '$[3].mainLanguage', reason: 'must be one of the languages', edit: all => (all[3].languages = ['de']) },
  ],
  ['half a forint held', { path: '$[1].holds.HUF[0]', reason: /multiple of 100/, edit: all => (all[1].holds.HUF = [2_700_050]) }],
  ['an amount as text', { path: '$[1].holds.EUR[0]', reason: 'must be a number', edit: all => (all[1].holds.EUR = ['8000']) }],
  [
    'a number prefix of two suppliers',
    {
      path: '$[2].numberPrefix',
      reason: /^BLA already stands in the document numbers of /,
      edit: all => (all[2].numberPrefix = 'BLA'),
    },
  ],
  [
    'an exchange rate of a currency in itself',
    {
      path: '$[1].exchangeRates[0]',
      reason: 'needs two currencies',
      edit: all => (all[1].exchangeRates = [{ ...RATE, quote: 'EUR' }]),
    },
  ],
  [
    'an exchange rate of no day',
    {
      path: '$[1].exchangeRates[0].since',
      reason: 'must be a day',
      edit: all => (all[1].exchangeRates = [{ ...RATE, since: '2026-13-01' }]),
    },
  ],
  [
    'two exchange rates for one day',
    {
      path: '$[1].exchangeRates[1]',
      reason: 'has two rates for one day',
      edit: all => (all[1].exchangeRates = [RATE, { ...RATE, base: 'HUF', quote: 'EUR', rate: 0.0025 }]),
    },
  ],
  [
    'a number prefix with a separator',
    { path: '$[1].numberPrefix', reason: /capitals or digits/, edit: all => (all[1].numberPrefix = 'A-B') },
  ],
  [
    'a party of two clients',
    { path: '$[2].parties', reason: 'DE*BLF already belongs to blaufink', edit: all => all[2].parties.push('DE*BLF') },
  ],
  [
    'a neutral brand that sells',
    { path: '$[0].parties', reason: /the neutral brand sells nothing/, edit: all => all[0].parties.push('DE*HSE') },
  ],
  [
    'a legal text that is not there',
    {
      path: '$[1].legal.de.terms',
      reason: 'legal/none.html is missing',
      edit: all => (all[1].legal.de.terms = 'legal/none.html'),
    },
  ],
  [
    'a file outside the folder',
    { path: '$[1].logo', reason: '../logo.svg is outside the folder', edit: all => (all[1].logo = '../logo.svg') },
  ],
  [
    'an SVG for documents',
    { path: '$[1].logoPrint', reason: /must be PNG or JPEG/, edit: all => (all[1].logoPrint = 'logos/blaufink.svg') },
  ],
];

const IN_LOCATIONS: readonly (readonly [string, Omit<Planted, 'file'>])[] = [
  [
    'an unknown party',
    { path: '$[0].party_id', reason: 'DE*XXX is not among the parties of any client', edit: all => (all[0].party_id = 'XXX') },
  ],
  [
    'an unknown tariff',
    {
      path: '$[0].evses[0].connectors[0].tariff_ids[0]',
      reason: /^gold is not a tariff of DE\*BLF/,
      edit: all => (all[0].evses[0].connectors[0].tariff_ids = ['gold']),
    },
  ],
  [
    'no tariff',
    {
      path: '$[0].evses[0].connectors[0].tariff_ids',
      reason: /there is no price/,
      edit: all => delete all[0].evses[0].connectors[0].tariff_ids,
    },
  ],
  [
    'an EVSE twice, spelt differently',
    {
      path: '$[1].evses[0].evse_id',
      reason: `deblfe10011 is already in ${FIRST} $[0].evses[0]`,
      edit: all => (all[1].evses[0].evse_id = 'deblfe10011'),
    },
  ],
  [
    'an EVSE ID that is none',
    {
      path: '$[2].evses[0].evse_id',
      reason: /'DE\*BLF\*1' is not an EVSE ID/,
      edit: all => (all[2].evses[0].evse_id = 'DE*BLF*1'),
    },
  ],
  [
    'a country not sold',
    { path: '$[0].country', reason: /^BEL is not a country sold here/, edit: all => (all[0].country = 'BEL') },
  ],
  [
    'a time zone that is none',
    {
      path: '$[0].time_zone',
      reason: /'Europe\/Colonia' is not a time zone/,
      edit: all => (all[0].time_zone = 'Europe/Colonia'),
    },
  ],
  [
    'an offset as time zone',
    { path: '$[0].time_zone', reason: /is not a time zone/, edit: all => (all[0].time_zone = '+01:00') },
  ],
  [
    'a region of another country',
    { path: '$[0].region', reason: 'AT-9 is not a region of DEU', edit: all => (all[0].region = 'AT-9') },
  ],
  [
    'a connector twice',
    {
      path: '$[2].evses[0].connectors[1]',
      reason: /id of another connector/,
      edit: all => (all[2].evses[0].connectors[1].id = '1'),
    },
  ],
  [
    'a plug without power',
    {
      path: '$[0].evses[0].connectors[0]',
      reason: /needs max_electric_power/,
      edit: all => {
        delete all[0].evses[0].connectors[0].max_electric_power;
        delete all[0].evses[0].connectors[0].max_voltage;
      },
    },
  ],
];

const IN_TARIFFS: readonly (readonly [string, Omit<Planted, 'file'>])[] = [
  [
    'a negative price',
    {
      path: '$[0].elements[0].price_components[0].price',
      reason: 'must be greater than or equal to 0',
      edit: all => (all[0].elements[0].price_components[0].price = -0.1),
    },
  ],
  [
    'a seventh decimal',
    {
      path: '$[0].elements[0].price_components[0].price',
      reason: /at most 6 decimals/,
      edit: all => (all[0].elements[0].price_components[0].price = 0.1234567),
    },
  ],
  [
    'a price as text',
    {
      path: '$[0].elements[0].price_components[0].price',
      reason: 'must be a number',
      edit: all => (all[0].elements[0].price_components[0].price = '0.49'),
    },
  ],
  ['a currency not billed', { path: '$[0].currency', reason: /must be one of \[EUR/, edit: all => (all[0].currency = 'USD') }],
  [
    'an hour that is none',
    {
      path: '$[4].elements[1].restrictions.start_time',
      reason: 'must be a time such as 08:30',
      edit: all => (all[4].elements[1].restrictions.start_time = '24:00'),
    },
  ],
  [
    'a tariff twice',
    {
      path: '$[1].id',
      reason: /^PLAIN is already a tariff of this party in tariffs\/blaufink\.json \$\[0\]: /,
      edit: all => (all[1].id = 'PLAIN'),
    },
  ],
  [
    'a gross tariff with a net limit',
    { path: '$[0].max_price.incl_vat', reason: 'is required', edit: all => (all[0].max_price = { excl_vat: 10 }) },
  ],
  ['no elements', { path: '$[0].elements', reason: /at least 1/, edit: all => (all[0].elements = []) }],
];

const table = (file: string, rows: readonly (readonly [string, Omit<Planted, 'file'>])[]): [string, Planted][] =>
  rows.map(([name, planted]) => [`${name} (${file})`, { file, ...planted }]);

describe('a planted fault is told with file, path and reason', () => {
  test.each([...table('clients.json', IN_CLIENTS), ...table(FIRST, IN_LOCATIONS), ...table(TARIFFS, IN_TARIFFS)])(
    '%s',
    async (_, { file, path, reason, edit }) => {
      await change(file, edit);
      expect(await faults()).toContainEqual(fault(file, path, reason));
    },
  );

  test('a point with prices in two currencies', async () => {
    const file = 'locations/other-countries-farnwald.json';
    await change(file, all => (all[0].evses[0].connectors[0].tariff_ids = ['plain']));
    expect(await faults()).toEqual([fault(file, '$[0].evses[0].connectors', /prices in EUR and CHF/)]);
  });

  test('a country without a VAT rate', async () => {
    await change('clients.json', all => delete all[1].vat.LU);
    expect(await faults()).toEqual([fault('locations/other-countries-blaufink.json', '$[1].evses[0]', /no VAT rate for LU/)]);
  });

  test.each([
    ['U+0000', 'K\u0000ln'],
    ['half of a character', 'K\ud83dln'],
    ['the other half', 'K\ude00ln'],
  ])('a text that no database holds: %s', async (_, text) => {
    const reason = /^holds a character that cannot be stored: U\+0000, or half of one/;
    await change(FIRST, all => {
      all[0].city = text;
      all[0].evses[0].connectors[0].id = text;
    });
    await change('clients.json', all => (all[1].name = text));
    await change(TARIFFS, all => (all[0].id = text));
    const found = await faults();
    for (const [file, path] of [
      [FIRST, '$[0].city'],
      [FIRST, '$[0].evses[0].connectors[0].id'],
      ['clients.json', '$[1].name'],
      [TARIFFS, '$[0].id'],
    ] as const)
      expect(found).toContainEqual(fault(file, path, reason));
  });

  test('a character of two halves is none', async () => {
    await change(FIRST, all => (all[0].city = 'Köln 😀'));
    expect((await readOperatorData(folder)).points.some(({ city }) => city === 'Köln 😀')).toBe(true);
  });

  test('broken JSON', async () => {
    await writeFile(join(folder, FIRST), '[{ "id": ');
    expect(await faults()).toEqual([fault(FIRST, '$', /^is not JSON: /)]);
  });

  test('no clients.json', async () => {
    await rm(join(folder, 'clients.json'));
    expect(await faults()).toEqual([fault('clients.json', '$', 'is missing')]);
  });

  test('a VAT rate as a share', async () => {
    await change('clients.json', all => (all[1].vat.DE = 0.19));
    expect(await faults()).toEqual([
      fault('clients.json', '$[1].vat.DE', '0.19 would be 0.19 %: write per cent, 19 for that share'),
    ]);
  });

  test.each([['gruen', /^'gruen' is no colour: write it like #1a7f37$/]])('the colour %s', async (color, reason) => {
    await change('clients.json', all => (all[1].colors.primary = color));
    expect(await faults()).toEqual([fault('clients.json', '$[1].colors.primary', reason)]);
  });

  test('49 euros per kilowatt-hour', async () => {
    await change(TARIFFS, all => (all[0].elements[0].price_components[0].price = 49));
    expect(await faults()).toEqual([
      fault(TARIFFS, '$[0].elements[0].price_components[0].price', /20 kWh would cost 980\.00 EUR/),
    ]);
  });

  test('a whole answer of an OCPI peer', async () => {
    const data = JSON.parse(await readFile(join(folder, TARIFFS), 'utf8'));
    await writeFile(join(folder, TARIFFS), JSON.stringify({ data, status_code: 1000, timestamp: '2026-11-20T10:00:00Z' }));
    expect(await faults()).toEqual([fault(TARIFFS, '$', 'is a complete OCPI response: use only the content of its `data`')]);
  });

  test('a tariff twice from the same instant on, one that ends before it begins, and a time that is none', async () => {
    await change(TARIFFS, all => {
      all.push({ ...all[0] }, { ...all[0], start_date_time: '2027-01-01T00:00:00Z', end_date_time: '2026-01-01T00:00:00Z' });
    });
    expect(await faults()).toEqual([
      fault(TARIFFS, '$[7].id', /^plain is already a tariff of this party .* a later price needs a start_date_time of its own$/),
      fault(TARIFFS, '$[8].end_date_time', 'must be after start_date_time'),
    ]);
    await change(TARIFFS, all => (all[8].start_date_time = '1 January'));
    expect(await faults()).toContainEqual(fault(TARIFFS, '$[8].start_date_time', /^must be a time such as/));
  });

  test('a folder that is not there', async () => {
    await rm(folder, { recursive: true });
    expect(await faults()).toEqual([fault('clients.json', '$', 'is missing')]);
  });

  test('a logo with a script', async () => {
    await writeFile(join(folder, 'logos/blaufink.svg'), '<svg viewBox="0 0 1 1"><script/></svg>');
    expect(await faults()).toEqual([fault('clients.json', '$[1].logo', 'logos/blaufink.svg has a <script>')]);
  });

  test('a logo that is too large', async () => {
    await writeFile(join(folder, 'logos/farnwald.svg'), `<svg viewBox="0 0 1 1">${' '.repeat(512 * 1024)}</svg>`);
    expect(await faults()).toEqual([fault('clients.json', '$[2].logo', 'logos/farnwald.svg is larger than 512 KiB')]);
  });

  test('a logo that is something else than its name says', async () => {
    await writeFile(join(folder, 'logos/farnwald.png'), '<html></html>');
    expect(await faults()).toEqual([fault('clients.json', '$[2].logoPrint', /neither SVG nor PNG nor JPEG/)]);
  });
});

describe('all faults are told at once', () => {
  beforeEach(async () => {
    await change(FIRST, all => {
      all[0].evses[0].evse_id = 'nonsense';
      all[0].time_zone = 'Nowhere';
      all[1].party_id = 'XXX';
    });
    await change(TARIFFS, all => (all[0].elements[0].price_components[0].price = -1));
    await writeFile(join(folder, 'logos/blaufink.svg'), 'no picture');
  });

  test('of every file', async () => {
    const found = await faults();
    expect(found.map(({ file, path }) => `${file} ${path}`)).toEqual([
      'clients.json $[1].logo',
      `${TARIFFS} $[0].elements[0].price_components[0].price`,
      `${FIRST} $[0].time_zone`,
      `${FIRST} $[0].evses[0].evse_id`,
      `${FIRST} $[1].party_id`,
    ]);
  });

  test('one per line, without a path of the machine', async () => {
    const error: Error = await readOperatorData(folder).catch(refused => refused);
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe(`${FIRST} $[1].party_id: DE*XXX is not among the parties of any client`);
    expect(error.message).not.toContain(folder);
  });

  test('and a tariff whose own file is faulty is not called unknown', async () => {
    expect((await faults()).filter(({ path }) => path.includes('tariff_ids'))).toEqual([]);
  });
});

describe('tolerated is', () => {
  test('whatever else OCPI or a peer puts into locations and tariffs, and null for what is absent', async () => {
    await change(FIRST, all => {
      Object.assign(all[0], { energy_mix: { is_green_energy: true }, _own: 1, help_phone: null });
      Object.assign(all[0].evses[0].connectors[0], { standard: 'MCS', terms_and_conditions: null });
    });
    await change(TARIFFS, all => Object.assign(all[0], { min_price: null, _own: 1 }));
    const { points } = await readOperatorData(folder);
    const first = points.find(({ evseId }) => evseId === 'DE*BLF*E1001*1');
    expect(first).toMatchObject({ helpPhone: null, connectors: [{ kind: 'unknown', powerW: 22_000 }] });
  });

  test('a byte order mark', async () => {
    await writeFile(join(folder, FIRST), `\uFEFF${await readFile(join(folder, FIRST), 'utf8')}`);
    expect((await readOperatorData(folder)).points.length).toBeGreaterThan(30);
  });

  test('one object instead of an array', async () => {
    const [only] = JSON.parse(await readFile(join(folder, FIRST), 'utf8'));
    await writeFile(join(folder, FIRST), JSON.stringify(only));
    expect((await readOperatorData(folder)).points.map(({ evseId }) => evseId)).toContain('DE*BLF*E1001*1');
  });
});

test('a price announced for a date is another version of the same tariff', async () => {
  await change(TARIFFS, all => {
    const next = structuredClone(all[0]);
    next.elements[0].price_components[0].price = 0.61;
    all.push({ ...next, start_date_time: '2026-12-31T23:00:00' });
  });
  const { tariffs } = await readOperatorData(folder);
  const plain = tariffs.filter(({ id }) => id === 'DE*BLF*plain');
  expect(plain.map(({ from, until, tariff }) => [from, until, tariff.elements[0]?.components[0]?.priceMicro])).toEqual([
    [null, null, 490_000],
    [Date.parse('2026-12-31T23:00:00Z'), null, 610_000],
  ]);
  expect(new Set(plain.map(({ version }) => version)).size).toBe(2);
});

test('a net tariff used in two countries becomes two gross ones', async () => {
  await change(TARIFFS, all => {
    all[0].prices_include_vat = false;
    all[0].elements[0].price_components[0].price = 0.4155;
  });
  const { points, tariffs } = await readOperatorData(folder);
  const prices = tariffs
    .filter(({ id }) => id.startsWith('DE*BLF*plain'))
    .map(({ id, tariff }) => [id, tariff.elements[0]?.components[0]?.priceMicro]);
  expect(new Map(prices as [string, number][])).toEqual(
    new Map([
      ['DE*BLF*plain@de', 494_400],
      ['DE*BLF*plain@at', 498_600],
      ['DE*BLF*plain@lu', 486_100],
    ]),
  );
  const vienna = points.find(({ city }) => city === 'Wien');
  expect(vienna?.connectors[0]?.tariffId).toBe('DE*BLF*plain@at');
});

describe('power, number and state of a plug', () => {
  const read = async (edit: (evse: Json) => void) => {
    await change(FIRST, all => edit(all[0].evses[0]));
    return (await readOperatorData(folder)).points.find(({ evseId }) => evseId === 'DE*BLF*E1001*1');
  };

  test.each([
    ['AC_1_PHASE', 230, 16, 3680],
    ['AC_2_PHASE', 230, 16, 7360],
    ['AC_3_PHASE', 230, 32, 22_080],
    ['DC', 920, 163, 149_960],
  ])('%s %p V %p A', async (power_type, max_voltage, max_amperage, powerW) => {
    const point = await read(({ connectors }) => {
      delete connectors[0].max_electric_power;
      Object.assign(connectors[0], { power_type, max_voltage, max_amperage });
    });
    expect(point?.connectors[0]).toMatchObject({ powerW, isDc: power_type === 'DC' });
  });

  test.each([
    ['7', '7'],
    ['0012', '1'],
    ['left', '1'],
  ])('connector %p of an EVSE without a printed number is shown as %p', async (id, number) => {
    const point = await read(evse => {
      delete evse.physical_reference;
      evse.connectors[0].id = id;
    });
    expect(point?.connectors[0]).toMatchObject({ id, number });
  });

  test('the number printed on an EVSE names its only plug', async () => {
    const point = await read(evse => (evse.physical_reference = '2'));
    expect(point?.connectors.map(({ number }) => number)).toEqual(['2']);
  });

  test.each(['2', 'behind the kiosk'])('the reference %p does not name several plugs, or does not fit', async printed => {
    const point = await read(evse => {
      evse.physical_reference = printed;
      if (printed === '2') evse.connectors.push({ ...evse.connectors[0], id: '2' });
    });
    expect(point?.connectors[0]?.number).toBe('1');
  });

  test.each([
    ['AVAILABLE', 'available'],
    ['CHARGING', 'charging'],
    ['RESERVED', 'unavailable'],
    ['REMOVED', 'unavailable'],
    ['UNKNOWN', 'unknown'],
    ['SOMETHING_NEW', 'unknown'],
  ])('%s is %s', async (status, state) => {
    expect((await read(evse => (evse.status = status)))?.state).toBe(state);
  });
});

describe('remarks do not refuse', () => {
  const remarks = async () => (await readOperatorData(folder)).remarks;

  test('a fast charger with a start fee (AFIR art. 5)', async () => {
    await change(FIRST, all => (all[5].evses[0].connectors[0].tariff_ids = ['start']));
    expect(await remarks()).toEqual([fault(TARIFFS, '$[1].elements[0]', /AFIR art\. 5\(4\)\); DE\*BLF\*E1006\*1/)]);
  });

  test('money foreign to the country without a rate for its VAT', async () => {
    const sellInEuros = (rates: readonly object[]) =>
      change('clients.json', all => Object.assign(all[3], { invoices: { HU: 'invoice' }, exchangeRates: rates }));
    await change('tariffs/canarybolt.json', all => {
      for (const tariff of all) {
        const isForint = tariff.currency === 'HUF';
        tariff.currency = 'EUR';
        for (const element of tariff.elements) for (const each of element.price_components) if (isForint) each.price /= 400;
      }
    });
    await sellInEuros([]);
    expect(await remarks()).toEqual([
      fault('clients.json', '$[3].exchangeRates', /^no rate of EUR and HUF: .* points in HU will lack the VAT in HUF/),
    ]);
    await sellInEuros([RATE]);
    expect(await remarks()).toEqual([]);
  });

  test('a region taken from the postal code', async () => {
    await change(FIRST, all => delete all[0].region);
    const { points, remarks: found } = await readOperatorData(folder);
    expect(points.find(({ evseId }) => evseId === 'DE*BLF*E1001*1')?.region).toBe('DE-NW');
    expect(found).toEqual([fault(FIRST, '$[0]', /DE-NW taken from postal code 50667/)]);
  });

  test('a location that is not to be published is not sold', async () => {
    await change(FIRST, all => (all[5].publish = false));
    const { points, remarks: found } = await readOperatorData(folder);
    expect(points.some(({ evseId }) => evseId === 'DE*BLF*E1006*1')).toBe(false);
    expect(found).toEqual([fault(FIRST, '$[5]', /not to be published/)]);
  });

  test('time fees by a clock nobody certified', async () => {
    await change('clients.json', all => (all[1].certifiedClock = false));
    expect(await remarks()).toEqual([fault('clients.json', '$[1].certifiedClock', /MessEG/)]);
  });

  test('several suppliers with one payment account', async () => {
    await change('clients.json', all => all.map((client: Json) => (client.merchantOfRecord = false)));
    expect(await remarks()).toEqual([fault('clients.json', '$', /share one payment account/)]);
  });

  test('no neutral brand, a missing imprint, an unused tariff', async () => {
    await change('clients.json', all => {
      all.shift();
      delete all[0].legal.de.imprint;
    });
    await change(TARIFFS, all => all.push({ ...all[0], id: 'old' }));
    expect(await remarks()).toEqual([
      fault('clients.json', '$', /no entry 'house'/),
      fault('clients.json', '$[0].legal.de.imprint', 'missing in the main language: the page that has to say who sells is empty'),
      fault(TARIFFS, '$[7]', 'tariff old is not used by any point'),
    ]);
  });

  test('terms that nobody can read', async () => {
    await change('clients.json', all => delete all[1].legal.de.terms);
    expect(await remarks()).toEqual([
      fault('clients.json', '$[1].legal.de.terms', /drivers must accept terms that nobody can read/),
    ]);
  });

  test('no VAT ID for a country of supply', async () => {
    await change('clients.json', all => delete all[3].supplier.vatIds.HU);
    expect(await remarks()).toEqual([
      fault('clients.json', '$[3].supplier.vatIds', 'no HU: documents charge VAT of HU under DE000000000'),
    ]);
    await change('clients.json', all => Object.assign(all[3].supplier, { vatIds: { ES: 'ES00000000A' }, taxNumber: null }));
    expect((await remarks()).map(({ reason }) => reason)).toContain(
      'no HU: documents for points there have no VAT ID and no tax number',
    );
  });

  test('energy so dear that cents may have been typed', async () => {
    await change(TARIFFS, all => (all[0].elements[0].price_components[0].price = 4.9));
    expect(await remarks()).toEqual([
      fault(TARIFFS, '$[0].elements[0].price_components[0].price', /20 kWh would cost 98\.00 EUR/),
    ]);
  });

  test('a connector standard and a power type that OCPI does not have', async () => {
    await change(FIRST, all => Object.assign(all[0].evses[0].connectors[0], { standard: 'TYPE2', power_type: 'AC' }));
    const at = '$[0].evses[0].connectors[0]';
    expect(await remarks()).toEqual([
      fault(
        FIRST,
        `${at}.standard`,
        'TYPE2 is no connector standard of OCPI: drivers may read "Other plug". IEC_62196_T2 is meant?',
      ),
      fault(FIRST, `${at}.power_type`, /^AC is no power type of OCPI: .* one phase$/),
    ]);
  });

  test('a second tariff of a connector, which is not sold', async () => {
    await change(FIRST, all => all[0].evses[0].connectors[0].tariff_ids.push('other'));
    expect(await remarks()).toEqual([fault(FIRST, '$[0].evses[0].connectors[0].tariff_ids', /^only the first is sold/)]);
  });

  test('steps of time and parking that are rounded more coarsely than OCPI does', async () => {
    await change(TARIFFS, all => {
      const plain = all[0];
      plain.elements.push(
        { price_components: [{ type: 'TIME', price: 6, step_size: 900 }], restrictions: { min_duration: 300 } },
        { price_components: [{ type: 'PARKING_TIME', price: 6, step_size: 1 }] },
      );
    });
    const found = (await remarks()).filter(({ file }) => file === TARIFFS);
    expect(found).toContainEqual(
      fault(TARIFFS, '$[0].elements', /^TIME with step_size 900 and PARKING_TIME with 1 are one blocking fee/),
    );
  });
});
