import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import { createManualClock } from '../../../../test/support/clock.ts';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { NOTHING_AGREED } from '../connections/connections.ts';
import type { Peers } from '../connections/peers.ts';
import { readCdr } from '../messages/cdr.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import { SESSION } from '../messages/session.ts';
import type { PeerClient } from '../transport/client.ts';
import { stretchesOf } from './cdrPeriods.ts';
import { createPeerRecords } from './peerRecords.ts';
import { createPulls } from './pulls.ts';
import { someStart } from './start.fixture.ts';
import { createStarts, type Starts } from './starts.ts';

type Parts = Record<string, unknown>;
const LEFT_OUT = Symbol('left out');
const CHANGES = [LEFT_OUT, null, '', '#NA', 7, 'text', { wrong: 'type' }, [7]] as const;

const NOW = new Date('2026-11-20T20:00:00Z');

const exampleOf = (version: OcpiVersion): Parts => ({
  ...(JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../test/data/ocpi-examples/${version}/cdr_example.json`), 'utf8'),
  ) as Parts),
  session_id: 'S1',
  authorization_reference: 'A1',
  cdr_token: { country_code: 'DE', party_id: 'ABC', uid: 'A1', type: 'AD_HOC_USER', contract_id: 'DE-ABC-C1' },
});

const sessionOf = (version: OcpiVersion): Parts => ({
  ...(JSON.parse(
    readFileSync(
      join(import.meta.dirname, `../../../../test/data/ocpi-examples/${version}/session_example_1_simple_start.json`),
      'utf8',
    ),
  ) as Parts),
  id: 'S1',
  status: 'ACTIVE',
  authorization_reference: 'A1',
  cdr_token: { country_code: 'DE', party_id: 'ABC', uid: 'A1', type: 'AD_HOC_USER', contract_id: 'DE-ABC-C1' },
});

/** Returns the paths of all fields of an object, including nested ones. */
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

type Outcome = 'used' | 'alert' | 'silence';
type Sending = 'pushed' | 'pulled';

/**
 * Returns the effect of one message about the start A1: 'used' if its energy was used, 'alert' if staff were alerted, otherwise
 * 'silence'.
 */
async function outcomeOf(module: 'sessions' | 'cdrs', raw: Parts, sending: Sending, version: OcpiVersion): Promise<Outcome> {
  const rows = rowsInMemory();
  let outcome: Outcome = 'silence';
  const starts = createStarts({
    store: { ...rows, withLease: createExclusiveRunner(), inTransaction: work => work(rows, {} as never) },
    records: createPeerRecords({ store: rows, now: () => NOW }),
    listener: () => ({
      report: async (_, { isFinal, readings }) => {
        if (module === 'sessions' || (isFinal && [15_342, 7000].includes(readings.at(-1)?.energyWh ?? 0))) outcome = 'used';
      },
      reportCdr: async () => {
        outcome = 'alert';
      },
      reportPlug: async () => undefined,
      reportAnomaly: async () => {
        outcome = 'alert';
      },
    }),
    agreedWith: async () => NOTHING_AGREED,
    now: () => NOW,
    party: { country_code: 'DE', party_id: 'ABC' },
    noteGap: () => undefined,
    poll: async () => undefined,
    stopOther: async () => undefined,
  });
  await starts.begin(someStart('A1'));
  if (sending === 'pulled') await pullsOf({ rows, starts, version, lists: { [module]: [raw] } }).since('c1', NOW);
  else if (module === 'cdrs') await starts.addCdr({ connectionId: 'c1', raw, reading: readCdr(raw, version) });
  else await pushSession(starts, raw, version);
  return outcome;
}

const pushSession = (starts: Starts, raw: Parts, version: OcpiVersion): Promise<unknown> => {
  const session = { connectionId: 'c1', country_code: 'DE', party_id: 'CPO', id: 'S1' };
  const reading = readMessage({ schema: SESSION, message: raw, version });
  return reading.isValid
    ? starts.receivers.sessions.put({ session, whole: { raw, value: reading.value, quirks: [] } })
    : starts.receivers.sessions.unreadable({ session, body: raw, faults: reading.faults });
};

interface PullsParts {
  rows: ReturnType<typeof rowsInMemory>;
  starts: Starts;
  version: OcpiVersion;
  lists: Readonly<Partial<Record<string, readonly Parts[]>>>;
}

const pullsOf = ({ rows, starts, version, lists }: PullsParts) =>
  createPulls({
    client: {
      call: async ({ module, url }: { module: string; url: string }) => {
        const data = lists[module] ?? [];
        return { outcome: 'success', data, headers: new Headers({ 'X-Total-Count': String(data.length) }), url };
      },
    } as unknown as PeerClient,
    clock: createManualClock(NOW.toISOString()),
    store: rows,
    note: () => undefined,
    peers: {
      endpoint: async (_: string, module: string) => ({ module, url: `https://cpo.example/${module}`, version }),
      isReachable: () => true,
    } as unknown as Peers,
    starts,
  });

/** Returns the fields whose change makes the message unusable. Every changed message must be used or cause an alert. */
async function unusedFields(module: 'sessions' | 'cdrs', whole: Parts, sending: Sending, version: OcpiVersion) {
  expect(await outcomeOf(module, whole, sending, version)).toBe('used');
  const silent: string[] = [];
  const unused = new Set<string>();
  for (const path of pathsIn(whole))
    for (const change of CHANGES) {
      const outcome = await outcomeOf(module, changed(whole, path, change), sending, version);
      if (outcome === 'silence') silent.push(`${path.join('.')} ${String(change)}`);
      if (outcome === 'alert') unused.add(path[0] ?? '');
    }
  expect(silent).toEqual([]);
  return [...unused];
}

const BOTH: readonly (readonly [OcpiVersion, Sending])[] = (['2.2.1', '2.3.0'] as const).flatMap(version =>
  (['pushed', 'pulled'] as const).map(sending => [version, sending] as const),
);

const NEEDED = ['id', 'start_date_time', 'end_date_time', 'currency', 'total_cost', 'total_energy'];

it.each(BOTH)('A CDR of %s, %s, with any field missing or wrong is billed, or a person is alerted', async (version, sending) => {
  const unused = await unusedFields('cdrs', exampleOf(version), sending, version);
  expect(unused.filter(field => ![...NEEDED, 'credit'].includes(field))).toEqual([]);
});

it.each(BOTH)(
  'A session of %s, %s, with any field missing or wrong is used, or a person is alerted',
  async (version, sending) => {
    const unused = await unusedFields('sessions', sessionOf(version), sending, version);
    expect(unused.filter(field => !['id', 'start_date_time', 'kwh', 'status'].includes(field))).toEqual([]);
  },
);

it.each([LEFT_OUT, null, '', '#NA', 7])('A CDR whose place names no EVSE and no connector (%p) is billed', async variant => {
  const raw = changed(
    changed(exampleOf('2.2.1'), ['cdr_location', 'evse_uid'], variant),
    ['cdr_location', 'connector_id'],
    variant,
  );
  expect(await outcomeOf('cdrs', raw, 'pushed', '2.2.1')).toBe('used');
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
