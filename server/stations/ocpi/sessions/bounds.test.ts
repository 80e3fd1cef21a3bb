import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { NOTHING_AGREED } from '../connections/connections.ts';
import { readCdr } from '../messages/cdr.ts';
import { readMessage } from '../messages/message.ts';
import { mergedSession } from '../messages/patch.ts';
import type { JsonObject } from '../messages/receiver.ts';
import { SESSION } from '../messages/session.ts';
import { createPeerRecords, type PeerRecords } from './peerRecords.ts';
import { someStart } from './start.fixture.ts';
import { createStarts, type Starts } from './starts.ts';

const example = (name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../test/data/ocpi-examples/2.2.1/${name}.json`), 'utf8'),
  ) as JsonObject;
const A_SESSION: JsonObject = { ...example('session_example_1_simple_start'), authorization_reference: 'A1', status: 'ACTIVE' };
const A_CDR: JsonObject = { ...example('cdr_example'), authorization_reference: 'A1' };
const NOW = () => new Date('2026-11-20T20:00:00Z');

let rows: ReturnType<typeof rowsInMemory>;
let records: PeerRecords;
let starts: Starts;
let billed: (string | undefined)[];
let alerts: string[];
beforeEach(async () => {
  [billed, alerts] = [[], []];
  rows = rowsInMemory();
  records = createPeerRecords({ store: rows, now: NOW });
  starts = createStarts({
    store: { ...rows, withLease: createExclusiveRunner(), inTransaction: work => work(rows, {} as never) },
    records,
    listener: () => ({
      report: async (_, { cdr }) => void (cdr && billed.push(cdr.reference)),
      reportCdr: async (_, { kind }) => void alerts.push(kind),
      reportPlug: async () => undefined,
      reportAnomaly: async ({ why }) => void alerts.push(why),
    }),
    agreedWith: async () => NOTHING_AGREED,
    now: NOW,
    party: { country_code: 'DE', party_id: 'ABC' },
    noteGap: () => undefined,
    poll: async () => undefined,
    stopOther: async () => undefined,
  });
  await starts.begin(someStart('A1'));
});

const read = (body: JsonObject) => {
  const reading = readMessage({ schema: SESSION, message: body, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return { raw: body, value: reading.value, quirks: reading.quirks };
};
const owned = (id: string) => ({ connectionId: 'c1', country_code: 'DE', party_id: 'CPO', id });
const put = (id: string, more: JsonObject = {}) =>
  starts.receivers.sessions.put({ session: owned(id), whole: read({ ...A_SESSION, id, ...more }) });
const patch = (id: string, change: JsonObject) =>
  starts.receivers.sessions.patch({ session: owned(id), merge: stored => read(mergedSession(stored, change)) });
const cdr = (raw: JsonObject) => starts.addCdr({ connectionId: 'c1', raw, reading: readCdr(raw, '2.2.1') });
const rowsOf = (kind: string) => rows.listKeys(`${kind}:c1:`);

describe('What a peer can have stored', () => {
  it('of a session without a start of ours is nothing but a count and the last ten headers', async () => {
    for (let n = 0; n < 50; n++) await put(`STRANGE${n}`, { authorization_reference: 'unknown', cdr_token: { uid: 'unknown' } });
    expect(await rowsOf('session')).toEqual([]);
    const { unmatched, lastUnmatched } = await records.of('c1');
    expect([unmatched, lastUnmatched.length, lastUnmatched.at(-1)?.name]).toEqual([50, 10, 'DE*CPO*STRANGE49']);
  });

  it('of ever more sessions that name one start is limited', async () => {
    for (let n = 0; n < 60; n++) await put(`S${n}`);
    expect((await rowsOf('session')).length).toBeLessThanOrEqual(20);
    expect((await starts.load('A1'))?.others).toHaveLength(10);
    const start = JSON.stringify(await starts.load('A1'));
    expect(start.length).toBeLessThan(2000);
  });

  it('of ever more cancelled sessions, each followed by another one, is limited', async () => {
    for (let n = 0; n < 60; n++) await put(`S${n}`, { status: 'INVALID' });
    expect((await rowsOf('session')).length).toBeLessThanOrEqual(20);
  });

  it('of ever more CDRs that name one start is limited: the first is billed, and of the others a person is alerted', async () => {
    for (let n = 0; n < 60; n++) await cdr({ ...A_CDR, id: `CDR${n}` });
    expect((await rowsOf('cdr')).length).toBe(20);
    expect(billed).toEqual(['CDR0']);
    expect(new Set(alerts)).toEqual(new Set(['another']));
    expect((await cdr({ ...A_CDR, id: 'CDR99' })).kind).toBe('excess');
  });

  it('of credits of CDRs that never come is limited', async () => {
    for (let n = 0; n < 60; n++) await cdr({ ...A_CDR, id: `CREDIT${n}`, credit: true, credit_reference_id: `CDR${n}` });
    expect((await rowsOf('cdr')).length).toBe(20);
    expect((await starts.load('A1'))?.earlyCredits).toHaveLength(20);
  });

  it('of CDRs that cannot be read is limited, and one that can be read is billed after them', async () => {
    for (let n = 0; n < 60; n++) await cdr({ ...A_CDR, id: `CDR${n}`, total_energy: 'much' });
    expect((await rowsOf('cdr')).length).toBe(5);
    expect(new Set(alerts)).toEqual(new Set(['a CDR cannot be read']));
    await cdr(A_CDR);
    expect(billed).toEqual([A_CDR.id]);
  });

  it('of a session that is changed for weeks are its latest periods', async () => {
    await put('S1');
    for (let n = 0; n < 300; n++) {
      const start_date_time = new Date(Date.parse('2026-11-20T10:00:00Z') + n * 10_000).toISOString();
      await patch('S1', { charging_periods: [{ start_date_time, dimensions: [{ type: 'ENERGY', volume: 1 }] }] });
    }
    const { charging_periods: periods } = (await starts.receivers.sessions.find(owned('S1'))) as { charging_periods: unknown[] };
    expect(periods).toHaveLength(100);
    expect(periods.at(-1)).toMatchObject({ start_date_time: '2026-11-20T10:49:50.000Z' });
  });

  it('of a session to which each change adds a field has at most the length of one message', async () => {
    await put('S1');
    for (let n = 0; n < 5; n++)
      await patch('S1', { [`more${n}`]: 'x'.repeat(900_000), kwh: n + 1, last_updated: `2026-11-20T10:0${n}:00Z` });
    expect(JSON.stringify(await starts.receivers.sessions.find(owned('S1'))).length).toBeLessThanOrEqual(1_048_576);
    expect((await starts.load('A1'))?.known?.lastReading?.energyWh).toBeGreaterThan(0);
  });
});

it('A CDR of the twentieth session of one start is not billed as that of the first', async () => {
  for (let n = 0; n < 20; n++) await put(`S${n}`);
  await cdr({ ...A_CDR, session_id: 'S19' });
  expect(billed).toEqual([]);
  await cdr({ ...A_CDR, id: 'FIRST', session_id: 'S0' });
  expect(billed).toEqual(['FIRST']);
});

it('Habits and unreadable messages about sessions of ours are counted for each connection, also by several processes', async () => {
  const other = createPeerRecords({ store: rows, now: NOW });
  other.noteHabits('c1', ['field missing']);
  const { currency: _, ...bare } = A_SESSION;
  await put('S1', { ...bare, currency: null });
  await cdr({ ...A_CDR, total_energy: 'much' });
  await cdr({ ...A_CDR, total_energy: 'much' });
  await records.writeDown();
  await other.writeDown();
  expect(await records.of('c1')).toMatchObject({ habits: { 'field missing': 2, 'null or empty text': 1 }, unreadable: 1 });
});
