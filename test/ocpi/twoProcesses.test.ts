import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { ocpiRows } from '../../server/compose/sources.ts';
import { NOTHING_AGREED } from '../../server/stations/ocpi/connections/connections.ts';
import { CDR } from '../../server/stations/ocpi/messages/cdr.ts';
import { readMessage } from '../../server/stations/ocpi/messages/message.ts';
import { mergedSession } from '../../server/stations/ocpi/messages/patch.ts';
import { SESSION } from '../../server/stations/ocpi/messages/session.ts';
import { createPeerRecords } from '../../server/stations/ocpi/sessions/peerRecords.ts';
import { someStart } from '../../server/stations/ocpi/sessions/start.fixture.ts';
import { createStarts, type Starts } from '../../server/stations/ocpi/sessions/starts.ts';
import { openTwoStores } from '../support/twoStores.ts';

const EXAMPLES = 'test/data/ocpi-examples/2.2.1';
const example = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8')) as Record<string, unknown>;
const [A_CDR, A_SESSION] = [example('cdr_example'), example('session_example_1_simple_start')];
const NOW = new Date('2026-11-20T20:00:00Z');
/** Time that the listener takes to apply a report of a station. */
const SLOW_MS = 30;

/** The reports that the listeners of all processes have received. */
interface Reported {
  billed: string[];
  sessions: string[];
  changes: string[];
  anomalies: string[];
}

let open: Awaited<ReturnType<typeof openTwoStores>>;
let reported: Reported;
/** Two processes that share only the database. */
let processes: readonly Starts[];
beforeAll(async () => {
  open = await openTwoStores();
});
afterAll(() => open.close());
beforeEach(async () => {
  await sql`truncate key_values, leases`.execute(open.stores[0].db);
  reported = { billed: [], sessions: [], changes: [], anomalies: [] };
  processes = open.stores.map(store =>
    createStarts({
      store: ocpiRows(store, { now: () => NOW }),
      records: createPeerRecords({ store: ocpiRows(store, { now: () => NOW }), now: () => NOW }),
      listener: () => ({
        async report(_reference, { cdr, state }) {
          await pause(SLOW_MS);
          if (cdr) reported.billed.push(cdr.reference);
          else reported.sessions.push(state);
        },
        reportPlug: async () => undefined,
        reportCdr: async (_reference, { kind }) => void reported.changes.push(kind),
        reportAnomaly: async ({ why }) => void reported.anomalies.push(why),
        reportClaims: async () => undefined,
      }),
      agreedWith: async () => NOTHING_AGREED,
      now: () => NOW,
      party: { country_code: 'DE', party_id: 'ABC' },
      noteGap: () => undefined,
      poll: async () => undefined,
      stopOther: async () => undefined,
    }),
  );
  await processes[0]!.begin(someStart('A1'));
});

const at = (process: number): Starts => processes[process]!;
const addCdr = (process: number, parts: Record<string, unknown>) => {
  const raw = { ...A_CDR, authorization_reference: 'A1', ...parts };
  const reading = readMessage({ schema: CDR, message: raw, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return at(process).addCdr({ connectionId: 'c1', raw, reading });
};
const OWNED = { connectionId: 'c1', country_code: 'DE', party_id: 'CPO', id: 'S1' };
const wholeOf = (raw: Record<string, unknown>) => {
  const reading = readMessage({ schema: SESSION, message: raw, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return { raw, value: reading.value, quirks: reading.quirks };
};
const STARTED_SESSION = { ...A_SESSION, authorization_reference: 'A1', charging_periods: [] };
const put = (process: number, parts: Record<string, unknown>, id = 'S1') =>
  at(process).receivers.sessions.put({ session: { ...OWNED, id }, whole: wholeOf({ ...STARTED_SESSION, id, ...parts }) });
const patch = (process: number, parts: Record<string, unknown>) =>
  at(process).receivers.sessions.patch({ session: OWNED, merge: stored => wholeOf(mergedSession(stored, parts)) });
const period = (minute: number) => ({
  start_date_time: `2020-03-09T11:${minute}:00Z`,
  dimensions: [{ type: 'ENERGY', volume: 1 }],
});

describe('What a CPO pushes to two processes at once', () => {
  it('of two CDRs of one start one is billed, and a person is told of the other', async () => {
    const both = await Promise.all([addCdr(0, { id: '1' }), addCdr(1, { id: '2' })]);
    expect(both.map(({ kind }) => kind)).toEqual(['created', 'created']);
    expect(reported.billed).toHaveLength(1);
    expect(reported.changes).toEqual(['another']);
    expect(both.map(({ reference }) => reference)).toContain((await at(0).load('A1'))?.cdr);
  });

  it('one CDR that is pushed to one and pulled by the other is billed once', async () => {
    const both = await Promise.all([addCdr(0, { id: '1' }), addCdr(1, { id: '1' })]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['created', 'repeated']);
    expect([reported.billed, reported.changes]).toEqual([['1'], []]);
  });

  it('two changes of a session both stay', async () => {
    await put(0, { status: 'ACTIVE' });
    await Promise.all([patch(0, { charging_periods: [period(10)] }), patch(1, { charging_periods: [period(20)] })]);
    const storedSession = (await at(0).receivers.sessions.find(OWNED)) as { charging_periods: readonly unknown[] };
    expect(storedSession.charging_periods).toEqual(expect.arrayContaining([period(10), period(20)]));
  });

  it('of two sessions of one start one is followed, and a person is told of the other', async () => {
    await Promise.all([put(0, { status: 'ACTIVE' }), put(1, { status: 'ACTIVE' }, 'S2')]);
    expect(reported.sessions).toEqual(['charging']);
    expect(reported.anomalies).toHaveLength(1);
  });
});

describe('Whoever works on a start', () => {
  it('leaves no turn behind', async () => {
    await put(0, { status: 'ACTIVE' });
    await addCdr(1, { id: '1' });
    expect((await sql`select * from leases`.execute(open.stores[0].db)).rows).toEqual([]);
  });

  it('and has died meanwhile is not waited for when its turn has passed', async () => {
    await put(0, { status: 'ACTIVE' });
    await sql`insert into leases (key, holder, until)
      select 'ocpi:start:c1:A1', 'a dead process', clock_timestamp() + interval '300 milliseconds'`.execute(open.stores[0].db);
    const began = performance.now();
    expect((await addCdr(1, { id: '1' })).kind).toBe('created');
    expect(performance.now() - began).toBeGreaterThan(250);
    expect(reported.billed).toEqual(['1']);
  });
});
