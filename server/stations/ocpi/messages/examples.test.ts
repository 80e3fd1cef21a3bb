import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type Joi from 'joi';
import { CDR } from './cdr.ts';
import { CREDENTIALS } from './credentials.ts';
import { CONNECTOR, EVSE, LOCATION } from './location.ts';
import { OCPI_VERSIONS, type OcpiVersion, readMessage } from './message.ts';
import { isObject, merged, mergedSession, storedSession } from './patch.ts';
import { SESSION } from './session.ts';
import { TARIFF } from './tariff.ts';
import { VERSION_DETAILS, VERSIONS } from './versions.ts';

const FOLDER = join(import.meta.dirname, '../../../../test/data/ocpi-examples');

const example = (version: OcpiVersion, name: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, version, `${name}.json`), 'utf8'));
const objectOf = (version: OcpiVersion, name: string) => {
  const found = example(version, name);
  return isObject(found) ? found : {};
};
const inside = (message: unknown, ...path: (string | number)[]): Record<string, unknown> =>
  path.reduce((part: unknown, key) => (part as Record<string | number, unknown>)[key], message) as Record<string, unknown>;

type Example = (version: OcpiVersion, name: string) => { schema: Joi.Schema; message: unknown };

const ofKind =
  (schema: Joi.Schema): Example =>
  (version, name) => ({ schema, message: example(version, name) });
const inEnvelope =
  (schema: Joi.Schema): Example =>
  (version, name) => ({ schema, message: inside(example(version, name)).data });

/** Merges a PATCH into the stored object before validation, because a PATCH alone is incomplete. */
const patchOf =
  (schema: Joi.Schema, stored: (version: OcpiVersion) => object, merge = merged): Example =>
  (version, name) => ({ schema, message: merge(stored(version) as Record<string, unknown>, objectOf(version, name)) });

const location = (version: OcpiVersion) => objectOf(version, 'location_example');
const evse = (version: OcpiVersion) => inside(location(version), 'evses', 0);
const connector = (version: OcpiVersion) => inside(location(version), 'evses', 0, 'connectors', 0);
const session = (version: OcpiVersion) => objectOf(version, 'session_example_1_simple_start');

/** How to validate each example file of the OCPI standard. The first pattern that matches the file name counts. */
const KINDS: readonly (readonly [RegExp, Example])[] = [
  [/^cdr_/, ofKind(CDR)],
  [/^credentials_/, ofKind(CREDENTIALS)],
  [/^location_patch_example_location$/, patchOf(LOCATION, location)],
  [/^location_patch_example_(remove_evse|status)$/, patchOf(EVSE, evse)],
  [/^location_patch_example_tariff$/, patchOf(CONNECTOR, connector)],
  [/^location_put_example_add_evse$/, ofKind(EVSE)],
  [/^location_/, ofKind(LOCATION)],
  [/^session_patch_/, patchOf(SESSION, session, mergedSession)],
  [/^session_/, ofKind(SESSION)],
  [/^tariff/, ofKind(TARIFF)],
  [/^transport_and_format_version_info/, inEnvelope(VERSIONS)],
  [/^transport_and_format_version_details/, inEnvelope(VERSION_DETAILS)],
  [/^versions_info/, ofKind(VERSIONS)],
  [/^version_details/, ofKind(VERSION_DETAILS)],
];

/** Examples of the OCPI standard that violate the standard itself, with the expected errors. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  location_put_example_add_evse: [
    '$.connectors[0].power_type',
    '$.connectors[0].max_voltage',
    '$.connectors[0].max_amperage',
    '$.connectors[0].last_updated',
  ],
  tariff_put_example: ['$.last_updated'],
};
const QUIRKS: Readonly<Record<string, readonly string[]>> = {
  location_put_example_add_evse: ['number for a text'],
  tariff_5_free_of_charge: ['step size of zero'],
};

const ALL = OCPI_VERSIONS.flatMap(version =>
  readdirSync(join(FOLDER, version))
    .filter(name => name.endsWith('.json'))
    .map(name => [version, name.slice(0, -5)] as const),
);

describe('the examples of the standard', () => {
  test('are all here', () => {
    expect(ALL.length).toBe(92);
  });

  test.each(ALL)('%s %s', (version, name) => {
    const [, kind] = KINDS.find(([pattern]) => pattern.test(name)) ?? [];
    const reading = readMessage({ ...kind!(version, name), version });
    expect(reading.isValid ? [] : reading.faults.map(({ path }) => path)).toEqual(REFUSED[name] ?? []);
    expect(reading.quirks).toEqual(QUIRKS[name] ?? []);
  });
});

describe('values become ours', () => {
  const read = <T>(schema: Joi.Schema<T>, version: OcpiVersion, name: string): T => {
    const reading = readMessage({ schema, message: example(version, name), version });
    if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
    return reading.value;
  };

  test('prices of both versions are net and gross, energy is a text', () => {
    const old = read(SESSION, '2.2.1', 'session_example_2_short_finished');
    expect(old).toMatchObject({ kwh: '41.12', total_cost: { net: '8.5', gross: '9.35' } });
    const later = read(CDR, '2.3.0', 'cdr_example');
    expect(later).toMatchObject({ total_energy: '15.342', total_cost: { net: '4', gross: '4.4' }, tariffs: [{ id: '12' }] });
    expect(read(TARIFF, '2.3.0', 'tariff_6_025kwh_start_max_price').max_price).toEqual({ net: '10', gross: '11' });
    expect(read(TARIFF, '2.2.1', 'tariff_6_025kwh_start_max_price').max_price).toEqual({ net: '10', gross: '11' });
  });

  test('times are instants, also without their Z, with an offset and with fractions', () => {
    const whole = objectOf('2.2.1', 'session_example_1_simple_start');
    const at = (last_updated: string) => {
      const reading = readMessage({ schema: SESSION, message: { ...whole, start_date_time: last_updated }, version: '2.2.1' });
      return reading.isValid ? [reading.value.start_date_time.toISOString(), ...reading.quirks] : reading.faults;
    };
    expect(at('2015-06-29T20:39:09Z')).toEqual(['2015-06-29T20:39:09.000Z']);
    expect(at('2015-06-29T20:39:09')).toEqual(['2015-06-29T20:39:09.000Z', 'time without zone']);
    expect(at('2015-06-29T22:39:09.1234567+02:00')).toEqual(['2015-06-29T20:39:09.123Z', 'time with an offset']);
    expect(at('yesterday')).toEqual([{ path: '$.start_date_time', reason: expect.stringContaining('must be a time') }]);
    expect(at('2015-13-29T20:39:09Z')).toEqual([
      { path: '$.start_date_time', reason: expect.stringContaining('must be a time') },
    ]);
  });

  test('periods of a session are added by a PATCH, and one that begins when a known one does replaces it', () => {
    const periods = (volume: number, start: string) => ({
      start_date_time: start,
      dimensions: [{ type: 'ENERGY', volume }],
    });
    const stored = { kwh: 1, charging_periods: [periods(1, '2020-01-01T10:00:00Z')] };
    const patch = { kwh: 3, charging_periods: [periods(2, '2020-01-01T10:00:00'), periods(1, '2020-01-01T10:15:00Z')] };
    expect(mergedSession(stored, patch)).toEqual({
      kwh: 3,
      charging_periods: [periods(2, '2020-01-01T10:00:00'), periods(1, '2020-01-01T10:15:00Z')],
    });
    expect(mergedSession(stored, { kwh: 2, total_cost: null })).toEqual({ ...stored, kwh: 2 });
  });

  test.each(['2020-01-01T10:00:00+00:00', '2020-01-01T11:00:00.000+0100', '2020-01-01t10:00:00z', '2020-01-01T10:00:00.0'])(
    'a period that begins at %s replaces the stored period of the same instant',
    start_date_time => {
      const stored = { charging_periods: [{ start_date_time: '2020-01-01T10:00:00Z', dimensions: [] }] };
      const patch = { charging_periods: [{ start_date_time, dimensions: [{ type: 'ENERGY', volume: 1 }] }] };
      expect(mergedSession(stored, patch)).toEqual(patch);
    },
  );

  test('the latest periods of a session are chosen by instant, whatever their offset', () => {
    const period = (minute: number) => ({ start_date_time: new Date(minute * 60_000).toISOString(), dimensions: [] });
    const first = { start_date_time: '1970-01-01T02:00:00+02:00', dimensions: [] };
    const later = Array.from({ length: 100 }, (_, n) => period(n + 1));
    expect(storedSession({ charging_periods: [...later, first] })).toEqual({ charging_periods: later });
  });
});
