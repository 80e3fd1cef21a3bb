import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { DatabaseUnavailable } from '../engine/unavailable.ts';

// PostgreSQL: the readings there are become the partition up to an instant, months follow, and what belongs to none has a place of
// its own. See docs/decisions/0031.

/** The first one of a database that is in use begins so much later: an update that was given up halfway hinders nobody until then. */
const AHEAD = '90 days';
/** The constraint that proves where the readings there are end; its name tells the instant. */
const BOUND = /^meter_values_until_(\d+)$/;

interface Bound {
  until: number;
  isProven: boolean;
}

/**
 * Proves that no reading lies behind the bound, while everybody goes on: the table is read once, and attached later without being
 * read. Answers whether it is proven.
 */
export async function prepare(db: Kysely<unknown>, engine: Engine): Promise<boolean> {
  if (engine === 'sqlite' || !(await holdsReadings(db))) return true;
  const known = await findBound(db);
  if (known?.isProven) return true;
  try {
    const until = known?.until ?? (await db.transaction().execute(boundAdded));
    // Another process has done all of it.
    if (until === null) return true;
    await putAside(db, until);
    await sql`alter table meter_values validate constraint ${nameOf(until)}`.execute(db);
    return true;
  } catch (error) {
    // It takes longer than we wait for a statement, and the server goes on by itself; or another process has done all of it.
    if (error instanceof DatabaseUnavailable || (error as { code?: unknown }).code === UNDEFINED_OBJECT) return false;
    throw error;
  }
}

const UNDEFINED_OBJECT = '42704';

/** Of several processes that come at once, one adds it. Null: the readings lie by month already. */
async function boundAdded(trx: Kysely<unknown>): Promise<number | null> {
  await sql`set local lock_timeout = '3s'`.execute(trx);
  await sql`lock table meter_values in access exclusive mode`.execute(trx);
  const { rows } = await sql`select 1 from pg_class where oid = to_regclass('meter_values') and relkind = 'r'`.execute(trx);
  if (rows.length === 0) return null;
  return (await findBound(trx))?.until ?? addBound(trx);
}

/** Takes back what was prepared: nothing hinders the version before. */
export async function giveUp(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bound = engine === 'postgres' ? await findBound(db) : null;
  if (!bound) return;
  await sql`alter table meter_values drop constraint if exists ${nameOf(bound.until)}`.execute(db);
  await sql`with far as (delete from meter_values_other returning *) insert into meter_values select * from far`.execute(db);
}

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('meter_values_kept')
    .addColumn('session_id', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('energy_wh', 'bigint', column => column.notNull())
    .addColumn('power_w', 'bigint', column => column.notNull())
    .addColumn('is_charging', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('meter_values_kept_key', ['session_id', 'at'])
    .execute();
  if (engine === 'postgres') await divide(db);
}

async function divide(db: Kysely<unknown>): Promise<void> {
  await sql`lock table meter_values in access exclusive mode`.execute(db);
  const known = await findBound(db);
  const until = known?.until ?? (await addBound(db));
  if (!known) await putAside(db, until);
  await sql`alter table meter_values rename to meter_values_before`.execute(db);
  await sql`alter table meter_values_before rename constraint meter_values_key to meter_values_before_key`.execute(db);
  await sql`create table meter_values (like meter_values_before, constraint meter_values_key primary key (session_id, at))
    partition by range (at)`.execute(db);
  await sql`alter table meter_values attach partition meter_values_before
    for values from (minvalue) to (${sql.lit(until)})`.execute(db);
  await sql`alter table meter_values attach partition meter_values_other default`.execute(db);
  await sql`alter table meter_values_before drop constraint ${nameOf(until)}`.execute(db);
  // Sessions that still write into a month that is about to go, or may: their readings go on living.
  await sql`create table meter_values_open (session_id text primary key)`.execute(db);
  await sql`create function note_open_meter() returns trigger language plpgsql as
    $$ begin insert into meter_values_open values (new.session_id) on conflict do nothing; return null; end $$`.execute(db);
}

const nameOf = (until: number) => sql.ref(`meter_values_until_${until}`);

async function holdsReadings(db: Kysely<unknown>): Promise<boolean> {
  const { rows: tables } = await sql`select 1 where to_regclass('meter_values') is not null`.execute(db);
  return tables.length > 0 && (await sql`select 1 from meter_values limit 1`.execute(db)).rows.length > 0;
}

async function findBound(db: Kysely<unknown>): Promise<Bound | null> {
  const { rows } = await sql<{ name: string; isProven: boolean }>`select conname as name, convalidated as "isProven"
    from pg_constraint where conrelid = to_regclass('meter_values') and contype = 'c'`.execute(db);
  for (const { name, isProven } of rows) {
    const until = BOUND.exec(name)?.[1];
    if (until !== undefined) return { until: Number(until), isProven };
  }
  return null;
}

/** A database without readings begins with this month. Answers the bound. */
async function addBound(db: Kysely<unknown>): Promise<number> {
  const ahead = (await holdsReadings(db)) ? AHEAD : '0 days';
  const { rows } = await sql<{ until: number }>`select (extract(epoch from
    date_trunc('month', now() at time zone 'UTC' + ${ahead}::interval)) * 1000)::bigint as until`.execute(db);
  const until = Number(rows[0]?.until);
  await sql`create table if not exists meter_values_other (like meter_values)`.execute(db);
  await sql`alter table meter_values add constraint ${nameOf(until)} check (at < ${sql.lit(until)}) not valid`.execute(db);
  return until;
}

/** Readings with an instant that is not near: a station's clock was wrong. None of a table that has parts: those are others. */
async function putAside(db: Kysely<unknown>, until: number): Promise<void> {
  await sql`with far as (delete from only meter_values where at >= ${sql.lit(until)} returning *)
    insert into meter_values_other select * from far`.execute(db);
}
