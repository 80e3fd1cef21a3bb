import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { NOTHING_AGREED } from '../connections/connections.ts';
import { readMessage } from '../messages/message.ts';
import { mergedSession } from '../messages/patch.ts';
import type { JsonObject } from '../messages/receiver.ts';
import { SESSION } from '../messages/session.ts';
import type { OcpiStore } from '../storage/store.ts';
import { createPeerRecords } from './peerRecords.ts';
import { someStart } from './start.fixture.ts';
import { createStarts, type Starts } from './starts.ts';

const file = join(import.meta.dirname, '../../../../test/data/ocpi-examples/2.2.1/session_example_1_simple_start.json');
const STARTED_SESSION: JsonObject = {
  ...JSON.parse(readFileSync(file, 'utf8')),
  authorization_reference: 'A1',
  charging_periods: [],
};
const OWNED = { connectionId: 'c1', country_code: 'DE', party_id: 'CPO', id: 'S1' };

let starts: Starts;
/** How long the listener takes for a report of each session state, in milliseconds. */
let slowMs: Readonly<Record<string, number>>;
/** The anomalies that the listener has received. */
let anomalies: string[];

beforeEach(async () => {
  [slowMs, anomalies] = [{}, []];
  const rows = rowsInMemory();
  const store = {
    ...rows,
    withLease: createExclusiveRunner(),
    inTransaction: work => work(rows, undefined as never),
  } as OcpiStore;
  starts = createStarts({
    store,
    records: createPeerRecords({ store: rows, now: () => new Date('2026-11-20T20:00:00Z') }),
    listener: () => ({
      report: async (_reference, { state }) => void (await pause(slowMs[state] ?? 0)),
      reportPlug: async () => undefined,
      reportCdr: async () => undefined,
      reportAnomaly: async ({ why, session }) => void anomalies.push(`${why}: ${session}`),
    }),
    agreedWith: async () => NOTHING_AGREED,
    now: () => new Date('2026-11-20T20:00:00Z'),
    noteGap: () => undefined,
    poll: async () => undefined,
    party: { country_code: 'DE', party_id: 'XYZ' },
    stopOther: async () => undefined,
  });
  await starts.begin(someStart('A1'));
});

const wholeOf = (raw: JsonObject) => {
  const reading = readMessage({ schema: SESSION, message: raw, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return { raw, value: reading.value, quirks: reading.quirks };
};
const put = (more: JsonObject) =>
  starts.receivers.sessions.put({ session: OWNED, whole: wholeOf({ ...STARTED_SESSION, ...more }) });
const patch = (more: JsonObject) =>
  starts.receivers.sessions.patch({ session: OWNED, merge: stored => wholeOf(mergedSession(stored, more)) });
const period = (minute: number) => ({
  start_date_time: `2020-03-09T11:${minute}:00Z`,
  dimensions: [{ type: 'ENERGY', volume: 1 }],
});

it('Two changes of a session that are pushed at once both stay', async () => {
  await put({ status: 'ACTIVE' });
  slowMs = { charging: 20 };
  await Promise.all([patch({ charging_periods: [period(10)] }), patch({ charging_periods: [period(20)] })]);
  expect(await starts.receivers.sessions.find(OWNED)).toMatchObject({ charging_periods: [period(10), period(20)] });
});

it('A session that is told to have ended stays so, although an earlier message of it is still under way', async () => {
  slowMs = { charging: 40 };
  const [earlier, end] = [
    put({ status: 'ACTIVE', kwh: 1 }),
    put({ status: 'COMPLETED', kwh: 2, end_date_time: '2020-03-09T12:00:00Z', last_updated: '2020-03-09T12:00:01Z' }),
  ];
  await Promise.all([earlier, end]);
  expect(await starts.load('A1')).toMatchObject({ known: { state: 'ended' }, endedAt: '2020-03-09T12:00:00.000Z' });
});

it('A session that has ended does not wait again, whatever comes late', async () => {
  await put({ status: 'ACTIVE' });
  await put({ status: 'COMPLETED', end_date_time: '2020-03-09T12:00:00Z' });
  await put({ status: 'PENDING' });
  expect(await starts.load('A1')).toMatchObject({ known: { state: 'ended' } });
});

it('Of two sessions of one start that are pushed at once the first is billed, and a person is told of the second', async () => {
  slowMs = { charging: 20 };
  const other = { ...OWNED, id: 'S2' };
  await Promise.all([
    put({ id: 'S1', status: 'ACTIVE' }),
    starts.receivers.sessions.put({ session: other, whole: wholeOf({ ...STARTED_SESSION, id: 'S2', status: 'ACTIVE' }) }),
  ]);
  expect(await starts.load('A1')).toMatchObject({ session: { id: 'S1' }, others: ['S2'] });
  expect(anomalies).toHaveLength(1);
});

it('How many sessions are under way is known from the last look at those that are open', async () => {
  await starts.begin(someStart('A2'));
  await put({ status: 'COMPLETED', end_date_time: '2020-03-09T12:00:00Z' });
  expect(starts.runningOf('c1')).toBe(0);
  expect(await starts.open('c1')).toHaveLength(2);
  expect([starts.runningOf('c1'), starts.runningOf('c2')]).toEqual([1, 0]);
});
