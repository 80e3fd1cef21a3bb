import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openCutProxy } from '../../../test/proof/money/cutProxy.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import type { Standby } from '../../../test/support/postgresStandby.ts';
import { sqlAt } from '../../../test/support/sqlAt.ts';
import { until } from '../../../test/support/until.ts';
import type { Db } from './database.ts';
import { openPostgres } from './postgres.ts';
import { createReplica, type Replica } from './replica.ts';

const MOST_BEHIND_MS = 2000;

let server: PostgresServer;
let standby: Standby;
let url: string;
let replica: Replica;
let primary: ReturnType<typeof openPostgres>;
let told: string[];

const open = (replicaUrl: string) => {
  told = [];
  primary = openPostgres(url);
  const tell = (event: string, { reason }: Readonly<Record<string, string>>) => told.push(reason ? `${event}: ${reason}` : event);
  const db = openPostgres(replicaUrl, { answerLimitMs: 1000 });
  replica = createReplica({ primary, db, tell, mostBehindMs: MOST_BEHIND_MS });
};

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  await sqlAt(url, 'create table notes (n integer)');
  standby = await server.openStandby();
}, 60_000);
afterAll(async () => {
  await standby.close();
  await server.close();
});
beforeEach(async () => {
  await sqlAt(url, 'truncate notes');
  await standby.catchUp();
  open(standby.urlOf(url));
  await isReadBy('standby');
});
afterEach(async () => {
  await replica.close();
  await primary.destroy();
});

const write = (n: number) => sqlAt(url, `insert into notes values (${n})`);

interface Read {
  by: 'standby' | 'primary';
  count: number;
}

async function readNotes(db: Db): Promise<Read> {
  const { rows } = await sql<Read>`select case when pg_is_in_recovery() then 'standby' else 'primary' end as by,
    (select count(*) from notes)::integer as count`.execute(db);
  return rows[0]!;
}

const isReadBy = (who: Read['by']): Promise<Read> =>
  until(
    () => replica.read(readNotes),
    ({ by }) => by === who,
  );
const isTold = (line: string) =>
  until(
    async () => told,
    lines => lines.at(-1) === line,
  );

it('An idle primary writes nothing, and its standby is fresh all the same', async () => {
  await new Promise(resolve => setTimeout(resolve, 2 * MOST_BEHIND_MS));
  expect((await replica.read(readNotes)).by).toBe('standby');
  const { behindS, why } = replica.standing();
  expect([why, (behindS ?? 99) <= 2]).toEqual([null, true]);
});

it('A standby that shows old rows is read for a while, and the primary after it, until the standby has caught up', async () => {
  await standby.pause();
  await write(1);
  expect(await replica.read(readNotes)).toEqual({ by: 'standby', count: 0 });
  expect((await isReadBy('primary')).count).toBe(1);
  await isTold('replica not asked: too far behind');
  await standby.resume();
  expect((await isReadBy('standby')).count).toBe(1);
  await isTold('replica asked');
  expect(told).toEqual(['replica asked', 'replica not asked: too far behind', 'replica asked']);
});

it('Where the standby is away the same read is answered by the primary, and nobody waits for the standby to come back', async () => {
  await isTold('replica asked');
  await standby.stop();
  expect((await replica.read(readNotes)).by).toBe('primary');
  await isTold('replica not asked: it does not answer');
  await write(1);
  expect(await replica.read(readNotes)).toEqual({ by: 'primary', count: 1 });
  await standby.restart();
  expect((await isReadBy('standby')).count).toBe(1);
  await isTold('replica asked');
  expect(told).toHaveLength(3);
});

it('A standby that says nothing any more is waited for a moment only', async () => {
  const { host } = new URL(standby.urlOf(url));
  const proxy = await openCutProxy(() => `http://${host}`);
  await replica.close();
  await primary.destroy();
  open(standby.urlOf(url).replace(host, proxy.host));
  try {
    await isReadBy('standby');
    // Whoever comes anew is heard by nobody either.
    proxy.silence();
    const began = performance.now();
    expect((await replica.read(readNotes)).by).toBe('primary');
    expect(performance.now() - began).toBeLessThan(5000);
    await isReadBy('standby');
  } finally {
    proxy.close();
  }
});

it('What may not be read there, or cannot be yet, is read at the primary, and somebody hears of it', async () => {
  await sqlAt(url, 'drop role if exists stranger');
  await sqlAt(url, 'create role stranger login');
  await standby.catchUp();
  await replica.close();
  await primary.destroy();
  open(standby.urlOf(url).replace('charging@', 'stranger@'));
  await isTold('replica asked');
  expect((await replica.read(readNotes)).by).toBe('primary');
  // No right to look: 42501, insufficient_privilege.
  await isTold('replica not asked: it answers 42501');
});

it.each([
  ['of another database', async () => standby.urlOf(url).replace(/[^/]+$/, 'postgres'), 'it is of another database'],
  ['that is a primary itself', async () => `${url}?application_name=other`, 'it is no standby'],
])('A replica %s is never read', async (_name, address, reason) => {
  await replica.close();
  await primary.destroy();
  open(await address());
  await isTold(`replica not asked: ${reason}`);
  expect((await replica.read(readNotes)).by).toBe('primary');
});

it('What the primary refuses is refused, however the standby stands', async () => {
  await expect(replica.read(db => sql`select nothing from notes`.execute(db))).rejects.toThrow('nothing');
});
