import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { isLocked, type Migration, type Migrations, migrate } from '../../server/store/engine/migrate.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { DatabaseUnavailable } from '../../server/store/engine/unavailable.ts';
import type { Tables } from '../../server/store/tables/tables.ts';
import { migrationsUpTo } from '../support/migrations.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const NAME = '0038-meter-months';
const ROWS = 1_500_000;
const FAR = Date.UTC(2099, 0, 1);
/** A start is asked again and again; before, each ended with the scan it began with. */
const MAX_ATTEMPTS = 20;

let server: PostgresServer;
let large: string;
let earlier: Migrations;
let ours: Required<Migration>;
beforeAll(async () => {
  server = await startPostgres();
  ({ earlier, ours } = await migrationsUpTo(NAME));
  large = await server.createDatabase();
  const db = openPostgres(large);
  await migrate(db, earlier);
  // The one of a wrong clock is the last in the table.
  await sql`insert into meter_values (session_id, at, energy_wh, power_w, is_charging)
    select 's-' || (n % 1000), case n when ${sql.lit(ROWS)} then ${sql.lit(FAR)} else 1.7e12 + n * 1000 end, n, 1, 1
    from generate_series(1, ${sql.lit(ROWS)}) n`.execute(db);
  await db.destroy();
});
afterAll(() => server.close());

let url: string;
beforeEach(async () => {
  url = await server.createDatabase(large);
});

const queries: string[] = [];
const opened = async (work: (db: Kysely<unknown>) => Promise<void>, answerLimitMs = 30_000) => {
  const db = openPostgres(url, { answerLimitMs, log: ({ query }) => void queries.push(query.sql) });
  await work(db as unknown as Kysely<unknown>).finally(() => db.destroy());
};
const scan = async (db: Kysely<unknown>) => {
  const began = performance.now();
  await db.transaction().execute(async trx => {
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    await sql`select 1 from meter_values where at > ${sql.lit(FAR)}`.execute(trx);
  });
  return performance.now() - began;
};
const atWork = async (db: Kysely<unknown>) =>
  (
    await sql<{ query: string }>`select query from pg_stat_activity
      where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()`.execute(
      db,
    )
  ).rows;

it('A table that takes longer to read than we wait for a statement is proven', () =>
  opened(async db => {
    const limit = Math.min(await scan(db), await scan(db), await scan(db)) / 2;
    let tries = 0;
    await opened(async hasty => {
      // A machine that is slow for a moment fails a try.
      const prepared = () =>
        ours.prepare(hasty, 'postgres').catch(error => {
          if (error instanceof DatabaseUnavailable) return false;
          throw error;
        });
      while (!(await prepared()) && ++tries < MAX_ATTEMPTS);
    }, limit);
    expect(tries).toBeLessThan(MAX_ATTEMPTS);
    expect(await ours.prepare(db, 'postgres')).toBe(true);
  }));

it('A start that is refused leaves what it has done to the next one, and disturbs nobody who proves it meanwhile', () =>
  opened(async db => {
    const refused = async (work: Promise<unknown>) => {
      const error: unknown = await work.catch(thrown => thrown);
      expect(isLocked(error)).toBe(true);
      expect(await atWork(db)).toHaveLength(0);
    };
    await sql`create table meter_values_other (like meter_values)`.execute(db);
    await sql`create function give_up() returns trigger language plpgsql as
        $$ begin raise exception 'it took too long' using errcode = 'query_canceled'; end $$`.execute(db);
    await sql`create trigger give_up before insert on meter_values_other for each row execute function give_up()`.execute(db);
    expect(await ours.prepare(db, 'postgres')).toBe(false);
    await sql`drop function give_up cascade`.execute(db);
    const { rows } = await sql<{ next: number }>`select next_block as next from meter_values_progress`.execute(db);
    expect(rows[0]?.next).toBeGreaterThan(0);

    queries.length = 0;
    await db.transaction().execute(async trx => {
      // As whoever proves it does.
      await sql`lock table meter_values in share update exclusive mode`.execute(trx);
      await refused(ours.prepare(db, 'postgres'));
      await refused(ours.giveUp(db, 'postgres'));
    });
    const firstPages = queries.flatMap(text => /ctid >= '\((\d+),/.exec(text)?.[1] ?? []);
    expect(firstPages).toEqual([String(rows[0]?.next)]);

    await migrate(db as unknown as Kysely<Tables>, { ...earlier, [NAME]: ours });
    const partitions = await sql`select tableoid::regclass::text as part from meter_values where at = ${sql.lit(FAR)}`.execute(
      db,
    );
    expect(partitions.rows).toEqual([{ part: 'meter_values_other' }]);
  }));
