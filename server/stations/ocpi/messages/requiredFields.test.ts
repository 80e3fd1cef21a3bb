import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type Joi from 'joi';
import { CDR } from './cdr.ts';
import { COMMAND_RESPONSE, COMMAND_RESULT } from './command.ts';
import { CREDENTIALS } from './credentials.ts';
import { LOCATION } from './location.ts';
import { OCPI_VERSIONS, type OcpiVersion, type Quirk, readMessage } from './message.ts';
import { SESSION } from './session.ts';
import { TARIFF } from './tariff.ts';
import { VERSION_DETAILS, VERSIONS } from './versions.ts';

const example = (version: OcpiVersion, name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../test/data/ocpi-examples/${version}/${name}.json`), 'utf8'),
  ) as Record<string, unknown>;

interface Kind {
  schema: Joi.Schema;
  whole(version: OcpiVersion): unknown;
  /** Fields that occur exactly once (cardinality 1 in OCPI), in one string. */
  required: string;
  /** Lists with at least one item (cardinality '+' in OCPI), in one string. */
  filled?: string;
  versions?: readonly OcpiVersion[];
}

const CDR_FIELDS = 'id start_date_time end_date_time currency total_cost total_energy';
const TARIFF_FIELDS =
  'country_code party_id id currency elements.0.price_components.0.type elements.0.price_components.0.price ' +
  'elements.0.price_components.0.step_size last_updated';

const KINDS: Readonly<Record<string, Kind>> = {
  Versions: { schema: VERSIONS, whole: version => example(version, 'versions_info_example'), required: '0.version 0.url' },
  'Version details': {
    schema: VERSION_DETAILS,
    whole: version => example(version, 'version_details_example'),
    required: 'version endpoints.1.identifier endpoints.1.role endpoints.1.url',
    filled: 'endpoints',
  },
  Credentials: {
    schema: CREDENTIALS,
    whole: version => example(version, 'credentials_example3'),
    required:
      'token url roles.0.role roles.0.country_code roles.0.party_id roles.0.business_details roles.0.business_details.name',
    filled: 'roles',
  },
  Location: {
    schema: LOCATION,
    whole: version => example(version, 'location_example'),
    required:
      'country_code party_id id publish address city country coordinates coordinates.latitude coordinates.longitude time_zone ' +
      'last_updated evses.0.uid evses.0.status evses.0.last_updated evses.0.connectors.0.id evses.0.connectors.0.standard ' +
      'evses.0.connectors.0.format evses.0.connectors.0.power_type evses.0.connectors.0.max_voltage ' +
      'evses.0.connectors.0.max_amperage evses.0.connectors.0.last_updated',
  },
  'Tariff of 2.2.1': {
    schema: TARIFF,
    whole: version => example(version, 'tariff_1_simple_2hour'),
    required: TARIFF_FIELDS,
    filled: 'elements elements.0.price_components',
    versions: ['2.2.1'],
  },
  'Tariff of 2.3.0': {
    schema: TARIFF,
    whole: version => example(version, 'tariff_1_simple_2hour'),
    required: TARIFF_FIELDS,
    filled: 'elements elements.0.price_components',
    versions: ['2.3.0'],
  },
  Session: {
    schema: SESSION,
    whole: version => example(version, 'session_example_2_short_finished'),
    required: 'id start_date_time kwh status',
  },
  CDR: {
    schema: CDR,
    whole: version => example(version, 'cdr_example'),
    required: CDR_FIELDS,
  },
  'Answer to a command': { schema: COMMAND_RESPONSE, whole: () => ({ result: 'ACCEPTED', timeout: 30 }), required: 'result' },
  'Result of a command': { schema: COMMAND_RESULT, whole: () => ({ result: 'ACCEPTED' }), required: 'result' },
};

/** Fields that OCPI requires but the app does not, because some CPO platforms leave them out. */
const FORGIVEN: readonly (readonly [keyof typeof KINDS, string, Quirk])[] = [
  ['CDR', 'cdr_token.country_code', 'token without party'],
  ['CDR', 'cdr_token.party_id', 'token without party'],
  ...['country_code', 'party_id', 'charging_periods', 'last_updated'].map(field => ['CDR', field, 'field missing'] as const),
  ...['country_code', 'party_id', 'cdr_token', 'auth_method', 'location_id', 'evse_uid', 'connector_id', 'currency'].map(
    field => ['Session', field, 'field missing'] as const,
  ),
  ['Session', 'last_updated', 'field missing'],
  ['Session', 'cdr_token.country_code', 'token without party'],
  ['Version details', 'endpoints.0.role', 'credentials role left out'],
  ['Answer to a command', 'timeout', 'missing timeout'],
];

const NOTHING = Symbol('left out');

function changed(whole: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(whole);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((part, key) => part[key] as Record<string, unknown>, copy as Record<string, unknown>);
  if (value === NOTHING) delete parent[last];
  else parent[last] = value;
  return copy;
}
const jsonPath = (path: string) =>
  path.split('.').reduce((text, key) => text + (/^\d+$/.test(key) ? `[${key}]` : `.${key}`), '$');

const cases = Object.entries(KINDS).flatMap(([name, kind]) =>
  (kind.versions ?? OCPI_VERSIONS).map(version => [version, name, kind] as const),
);

describe.each(cases)('OCPI %s: %s', (version, _name, { schema, whole, required, filled }) => {
  const faultsOf = (path: string, value: unknown) => {
    const reading = readMessage({ schema, message: changed(whole(version), path, value), version });
    return reading.isValid ? [] : reading.faults.map(fault => fault.path);
  };

  test('is whole to begin with', () => {
    expect(readMessage({ schema, message: whole(version), version })).toMatchObject({ isValid: true });
  });

  test.each(required.split(' '))('needs %s', path => {
    for (const value of [NOTHING, null, { wrong: 'type' }, [7]]) {
      const faults = faultsOf(path, value);
      expect(faults.some(fault => fault.startsWith(jsonPath(path)))).toBe(true);
    }
  });

  if (filled !== undefined)
    test.each(filled.split(' '))('needs something in %s', path => {
      for (const value of [NOTHING, null, 'text', []]) expect(faultsOf(path, value)).toEqual([jsonPath(path)]);
    });

  test('is an object or a list, and nothing else', () => {
    for (const message of [null, 7, 'text', [7], undefined])
      expect(readMessage({ schema, message, version })).toMatchObject({ isValid: false });
  });
});

test.each(FORGIVEN)('%s may do without %s, which is counted', (name, path, quirk) => {
  const { schema, whole, versions: [version] = OCPI_VERSIONS } = KINDS[name]!;
  const reading = readMessage({ schema, message: changed(whole(version!), path, NOTHING), version: version! });
  expect(reading).toMatchObject({ isValid: true });
  expect(reading.quirks).toContain(quirk);
});

describe('what is refused although it looks well', () => {
  const faults = (schema: Joi.Schema, whole: unknown, path: string, value: unknown) => {
    const reading = readMessage({ schema, message: changed(whole, path, value), version: '2.2.1' });
    return reading.isValid ? [] : reading.faults.map(fault => fault.path);
  };
  const session = example('2.2.1', 'session_example_2_short_finished');
  const tariff = example('2.2.1', 'tariff_1_simple_2hour');

  test.each([
    ['kwh', '15.3'],
    ['kwh', -1],
    ['kwh', 10_001],
    ['kwh', Number.NaN],
    ['id', 'A\nB'],
    ['id', 'x'.repeat(256)],
  ])('a session with %s %p', (path, value) => {
    expect(faults(SESSION, session, path, value)).toEqual([jsonPath(path)]);
  });

  test.each([
    ['elements.0.price_components.0.price', '2.00'],
    ['elements.0.price_components.0.price', 1e22],
    ['elements.0.price_components.0.step_size', 1.5],
    ['elements.0.price_components.0.vat', -1],
  ])('a tariff with %s %p', (path, value) => {
    expect(faults(TARIFF, tariff, path, value)).toEqual([jsonPath(path)]);
  });
});

describe('what works although it departs from the standard', () => {
  const session = example('2.2.1', 'session_example_2_short_finished');
  const quirksOf = (schema: Joi.Schema, message: unknown, version: OcpiVersion = '2.2.1') => {
    const reading = readMessage({ schema, message, version });
    return reading.isValid ? reading.quirks : reading.faults;
  };

  test('null and empty text for what is optional', () => {
    const nulls = { ...session, end_date_time: null, total_cost: null, meter_id: '', authorization_reference: '' };
    expect(quirksOf(SESSION, nulls)).toEqual(['null or empty text']);
  });

  test('long identifiers, unknown fields, and states nobody knows', () => {
    expect(quirksOf(SESSION, { ...session, id: 'x'.repeat(200), ours: { is: 'new' } })).toEqual(['too long an identifier']);
    expect(quirksOf(SESSION, { ...session, status: 'STOPPING' })).toEqual([]);
  });

  test('a message that is no list, or no message at all', () => {
    const reading = readMessage({
      schema: COMMAND_RESULT,
      message: { result: 'FAILED', message: { language: 'en', text: 'Occupied' }, session_id: 'S1' },
      version: '2.2.1',
    });
    expect(reading).toEqual({
      isValid: true,
      value: { result: 'FAILED', message: [{ language: 'en', text: 'Occupied' }], session_id: 'S1' },
      quirks: ['message is not a list'],
    });
    expect(quirksOf(COMMAND_RESULT, { result: 'FAILED', message: 'Occupied' })).toEqual(['message is not a list']);
  });

  test('a price of the other version, and taxes on a tariff of 2.2.1', () => {
    const later = { before_taxes: 8.5, taxes: [{ name: 'VAT', amount: 0.85 }] };
    expect(quirksOf(SESSION, { ...session, total_cost: later })).toEqual(['price of another version']);
    const tariff = { ...example('2.2.1', 'tariff_1_simple_2hour'), tax_included: 'YES' };
    expect(quirksOf(TARIFF, tariff)).toEqual(['field of another version']);
  });

  test.each([8.5, {}, { excl_vat: '8.50' }])('what a session has cost so far, told as %p: nothing of it is used', total_cost => {
    const reading = readMessage({ schema: SESSION, message: { ...session, total_cost }, version: '2.2.1' });
    expect(reading).toMatchObject({ isValid: true, quirks: ['unreadable cost of a session'] });
  });

  test('periods of a session: those that can be read are kept, for they say whether the vehicle parks', () => {
    const parks = { start_date_time: '2026-11-20T10:00:00Z', dimensions: [{ type: 'PARKING_TIME', volume: 0.5 }] };
    const charging_periods = [
      parks,
      { ...parks, dimensions: [] },
      { dimensions: [] },
      { ...parks, dimensions: [{ type: 'ENERGY' }] },
      7,
    ];
    const reading = readMessage({ schema: SESSION, message: { ...session, charging_periods }, version: '2.2.1' });
    expect(reading).toMatchObject({
      isValid: true,
      value: { charging_periods: [{ dimensions: [{ type: 'PARKING_TIME', volume: '0.5' }] }, { dimensions: [] }] },
      quirks: ['period without dimensions', 'unreadable period of a session'],
    });
  });

  test('a period of a CDR of which nothing is told', () => {
    const bare = changed(example('2.2.1', 'cdr_example'), 'charging_periods.0.dimensions', []);
    expect(quirksOf(CDR, bare)).toEqual(['period without dimensions']);
  });

  test('an EVSE without connectors, module names in capitals', () => {
    const location = changed(example('2.2.1', 'location_example'), 'evses.0.connectors', []);
    expect(quirksOf(LOCATION, location)).toEqual(['empty list of connectors']);
    const details = changed(example('2.2.1', 'version_details_example'), 'endpoints.1.identifier', 'LOCATIONS');
    expect(readMessage({ schema: VERSION_DETAILS, message: details, version: '2.2.1' })).toMatchObject({
      value: { endpoints: [{ identifier: 'credentials' }, { identifier: 'locations', role: 'SENDER' }] },
    });
  });
});
