import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createExclusiveRunner } from '../../../../shared/turns.ts';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { stretchesOf } from '../mapping/cdrPeriods.ts';
import { readCdr } from '../messages/cdr.ts';
import { NOTHING_AGREED } from '../registration/connections.ts';
import { someStart } from './start.fixture.ts';
import { keepStarts } from './starts.ts';

type Parts = Record<string, unknown>;
const LEFT_OUT = Symbol('left out');
const WAYS = [LEFT_OUT, null, '', '#NA', 7, 'text', { wrong: 'type' }, [7]] as const;

const exampleOf = (version: '2.2.1' | '2.3.0'): Parts => ({
  ...(JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../test/data/ocpi-examples/${version}/cdr_example.json`), 'utf8'),
  ) as Parts),
  session_id: 'S1',
  authorization_reference: 'A1',
  cdr_token: { country_code: 'DE', party_id: 'ABC', uid: 'A1', type: 'AD_HOC_USER', contract_id: 'DE-ABC-C1' },
});

/** Every field of an object and of the objects in it, as paths. */
const pathsIn = (part: unknown, path: readonly string[] = []): string[][] =>
  typeof part !== 'object' || part === null
    ? []
    : Object.entries(part).flatMap(([key, value]) => [[...path, key], ...pathsIn(value, [...path, key])]);

function changed(whole: Parts, path: readonly string[], value: unknown): Parts {
  const copy = structuredClone(whole);
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce<Parts>((part, key) => part[key] as Parts, copy);
  if (value === LEFT_OUT) delete parent[last];
  else parent[last] = value;
  return copy;
}

async function outcomeOf(raw: Parts, version: '2.2.1' | '2.3.0'): Promise<'billed' | 'alert' | 'silence'> {
  const rows = rowsInMemory();
  let outcome: 'billed' | 'alert' | 'silence' = 'silence';
  const starts = keepStarts({
    store: { ...rows, inTurn: createExclusiveRunner(), inTransaction: work => work(rows, {} as never) },
    listener: () => ({
      report: async (_, { isFinal, readings }) => {
        if (isFinal && [15_342, 7000].includes(readings.at(-1)?.energyWh ?? 0)) outcome = 'billed';
      },
      reportAccount: async () => {
        outcome = 'alert';
      },
      reportPlug: async () => undefined,
      reportOddity: async () => {
        outcome = 'alert';
      },
    }),
    agreedWith: async () => NOTHING_AGREED,
    now: () => new Date('2026-11-20T20:00:00Z'),
    party: { country_code: 'DE', party_id: 'ABC' },
    noteGap: () => undefined,
    poll: async () => undefined,
    stopOther: async () => undefined,
  });
  await starts.begin(someStart('A1'));
  await starts.addCdr({ connectionId: 'c1', raw, reading: readCdr(raw, version) });
  return outcome;
}

const NEEDED = ['id', 'start_date_time', 'end_date_time', 'currency', 'total_cost', 'total_energy'];

it.each(['2.2.1', '2.3.0'] as const)(
  'A CDR of %s with any field missing or wrong is billed, or a person is alerted',
  async version => {
    const whole = exampleOf(version);
    expect(await outcomeOf(whole, version)).toBe('billed');
    const silent: string[] = [];
    const unbilled = new Set<string>();
    for (const path of pathsIn(whole))
      for (const way of WAYS) {
        const outcome = await outcomeOf(changed(whole, path, way), version);
        if (outcome === 'silence') silent.push(`${path.join('.')} ${String(way)}`);
        if (outcome === 'alert') unbilled.add(path[0] ?? '');
      }
    expect(silent).toEqual([]);
    expect([...unbilled].filter(field => ![...NEEDED, 'credit'].includes(field))).toEqual([]);
  },
);

it.each([LEFT_OUT, null, '', '#NA', 7])('A CDR whose place names no EVSE and no connector (%p) is billed', async way => {
  const raw = changed(changed(exampleOf('2.2.1'), ['cdr_location', 'evse_uid'], way), ['cdr_location', 'connector_id'], way);
  expect(await outcomeOf(raw, '2.2.1')).toBe('billed');
});

const HOUR_MS = 3_600_000;
const cdrOfPeriods = (parking: number | null) => {
  const period = (hour: number, kwh: number) => ({
    start_date_time: `2026-11-20T1${hour}:00:00Z`,
    dimensions: [{ type: 'ENERGY', volume: kwh }, ...(parking === null ? [] : [{ type: 'PARKING_TIME', volume: parking }])],
  });
  const raw = {
    ...exampleOf('2.2.1'),
    start_date_time: '2026-11-20T10:00:00Z',
    end_date_time: '2026-11-20T13:00:00Z',
    charging_periods: [period(0, 5), period(1, 5), period(2, 5)],
    total_energy: 15,
    total_parking_time: 0.5,
  };
  const reading = readCdr(raw, '2.2.1');
  if (!('value' in reading)) throw new Error(JSON.stringify(reading.faults));
  return reading.value;
};

it.each([
  ['alone', null],
  ['and in each of its periods', 0.5],
])('The parking time that a CDR states as a total %s is counted once, at the end', (_, parking) => {
  const parked = stretchesOf(cdrOfPeriods(parking)).filter(({ isParking }) => isParking);
  expect(parked.map(({ fromMs, toMs }) => (toMs - fromMs) / HOUR_MS)).toEqual([0.5]);
  expect(parked[0]?.toMs).toBe(Date.parse('2026-11-20T13:00:00Z'));
});
