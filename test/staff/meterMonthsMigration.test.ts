import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import type { Store } from '../../server/store/engine/database.ts';
import { type Migration, type Migrations, migrate } from '../../server/store/engine/migrate.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { watchMeterMonth } from '../../server/store/shop/meterMonths.ts';
import { addReadings, listReadings } from '../../server/store/shop/readings.ts';
import { createStore } from '../../server/store/store.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { migrationsUpTo } from '../support/migrations.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const NAME = '0038-meter-months';
const SESSIONS = 40;
const EACH = 100;
const NOW = Date.now();
/** Clocks of stations are wrong by years in both directions. */
const FAR = [Date.UTC(2099, 0, 1), Date.UTC(1970, 0, 1), NOW + 200 * DAY_MS];

let server: PostgresServer;
let earlier: Migrations;
let ours: Required<Migration>;
beforeAll(async () => {
  server = await startPostgres();
  ({ earlier, ours } = await migrationsUpTo(NAME));
});
afterAll(() => server.close());

let url: string;
let store: Store;
beforeEach(async () => {
  url = await server.createDatabase();
  store = createStore(openPostgres(url));
  await migrate(store.db, earlier);
  const rows = Array.from({ length: SESSIONS * EACH }, (_, n) => row(`s-${n % SESSIONS}`, NOW - n * MINUTE_MS, n));
  const distantRows = FAR.map((at, n) => row('s-1', at, n));
  for (const some of [rows.slice(0, 2000), rows.slice(2000), distantRows])
    await store.db.insertInto('meter_values').values(some).execute();
});
afterEach(() => store.close());

const row = (session: string, at: number, energy: number) => ({
  ...{ session_id: session, at, energy_wh: energy, power_w: 1, is_charging: 1 as const },
});
const db = () => store.db as unknown as Kysely<unknown>;
const countByPartition = async (session: string) =>
  (
    await sql<{ part: string; count: number }>`select tableoid::regclass::text as part, count(*)::int as count
      from meter_values where session_id = ${session} group by 1 order by 1`.execute(store.db)
  ).rows;
const countAll = async () => (await sql<{ n: number }>`select count(*)::int as n from meter_values`.execute(store.db)).rows[0]?.n;
const isBounded = async () =>
  (await sql`select 1 from pg_constraint where conname ~ '^meter_values_until_'`.execute(db())).rows.length > 0;

it('A database in use keeps every reading, while a version before writes and three processes of this one start', async () => {
  const writer = createStore(openPostgres(url));
  let [written, isOver] = [0, false];
  const writing = (async () => {
    for (; !isOver; written++) {
      const at = new Date(NOW + written * 1000);
      // Each is told twice, as stations do.
      for (let times = 0; times < 2; times++)
        await writer.inTransaction(trx =>
          addReadings(trx, { id: 'at-work', heardAt: null }, [{ at, energyWh: written, powerW: 0, isCharging: true }]),
        );
    }
  })();
  const others = [store, ...[1, 2].map(() => createStore(openPostgres(url)))];
  await Promise.all(others.map(other => other.migrate()));
  isOver = true;
  await writing;

  expect(await countAll()).toBe(SESSIONS * EACH + FAR.length + written);
  expect(written).toBeGreaterThan(0);
  expect(await listReadings(store.db, 'at-work')).toHaveLength(written);
  const energies = (await listReadings(store.db, 's-7')).map(({ energyWh }) => energyWh).sort((a, b) => a - b);
  expect(energies).toEqual(Array.from({ length: EACH }, (_, n) => 7 + n * SESSIONS));
  expect(await countByPartition('s-1')).toEqual([
    { part: 'meter_values_before', count: EACH + 1 },
    { part: 'meter_values_other', count: 2 },
  ]);
  expect(await isBounded()).toBe(false);
  await Promise.all([writer, ...others.slice(1)].map(other => other.close()));
});

it('The readings there are become a part without being read while others wait', async () => {
  const readWhile = (isPrepared: boolean) =>
    new Promise<number>((resolve, reject) => {
      const undone = store.db.transaction().execute(async trx => {
        if (isPrepared !== (await isBounded())) throw new Error('It was prepared otherwise');
        const readOf = async (table: string) =>
          (
            await sql<{ read: number }>`select seq_tup_read::int as read from pg_stat_xact_user_tables
              where relname = ${table}`.execute(trx)
          ).rows[0]?.read ?? 0;
        const before = await readOf('meter_values');
        await ours.up(trx as unknown as Kysely<unknown>, 'postgres');
        resolve((await readOf('meter_values_before')) - before);
        throw new Error('undone');
      });
      undone.catch(reject);
    });
  expect(await readWhile(false)).toBeGreaterThan(SESSIONS * EACH);
  expect(await ours.prepare(db(), 'postgres')).toBe(true);
  expect(await readWhile(true)).toBe(0);
  // Asked again, as by a process that comes later.
  expect(await ours.prepare(db(), 'postgres')).toBe(true);
  await store.migrate();
  expect(await countAll()).toBe(SESSIONS * EACH + FAR.length);
});

it('A process that dies after it has prepared leaves a database in which both versions go on', async () => {
  await ours.prepare(db(), 'postgres');
  await store.db
    .insertInto('meter_values')
    .values(row('s-2', NOW + 58 * DAY_MS, 5))
    .execute();
  await store.migrate();
  expect(await countAll()).toBe(SESSIONS * EACH + FAR.length + 1);
});

it('Where an update fails, the version before goes on as if nothing had been prepared', async () => {
  const failing = { ...earlier, [NAME]: { ...ours, up: () => Promise.reject(new Error('the disk is full')) } };
  await expect(migrate(store.db, failing)).rejects.toThrow('the disk is full');
  expect(await isBounded()).toBe(false);
  await store.db
    .insertInto('meter_values')
    .values(row('s-2', Date.UTC(2098, 0, 1), 5))
    .execute();
  // What was put aside is where it was.
  expect(await countAll()).toBe(SESSIONS * EACH + FAR.length + 1);
  await store.migrate();
  expect(await countAll()).toBe(SESSIONS * EACH + FAR.length + 1);
});

it('A session is noted also where the one who writes has rights to the readings alone', async () => {
  await store.migrate();
  await store.db.transaction().execute(trx => watchMeterMonth(trx, 'meter_values_before'));
  await sql`create role meter_writer`.execute(store.db);
  await sql`grant insert on meter_values to meter_writer`.execute(store.db);
  await store.db.transaction().execute(async trx => {
    await sql`set local role meter_writer`.execute(trx);
    await sql`insert into meter_values values ('s-written', ${NOW - 400 * DAY_MS}, 1, 1, 1)`.execute(trx);
  });
  const { rows } = await sql`select session_id from meter_values_open`.execute(store.db);
  expect(rows).toEqual([{ session_id: 's-written' }]);
});

it('A database without readings begins with this month', async () => {
  const empty = createStore(openPostgres(await server.createDatabase()));
  await empty.migrate();
  const month = new Date().toISOString().slice(0, 7);
  const { rows } = await sql<{ bounds: string }>`select pg_get_expr(relpartbound, oid) as bounds
    from pg_class where relname = 'meter_values_before'`.execute(empty.db);
  expect(rows[0]?.bounds).toBe(`FOR VALUES FROM (MINVALUE) TO ('${Date.parse(`${month}-01T00:00:00Z`)}')`);
  await empty.close();
});
