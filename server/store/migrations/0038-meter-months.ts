import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { WITHOUT_LIMIT } from '../engine/postgres.ts';
import { DatabaseUnavailable } from '../engine/unavailable.ts';

// PostgreSQL: the readings there are become the partition up to an instant, months follow, and what belongs to none has a place of
// its own. See docs/decisions/0031.

/**
 * The first one of a database that is in use is the one of so much later, and begins 59 to 90 days ahead: an update that was given up
 * halfway hinders nobody until then.
 */
const AHEAD = '90 days';
/** The constraint that proves where the readings there are end; its name tells the instant. */
const BOUND = /^meter_values_until_(\d+)$/;
/** Read by one statement: 8 MB, which also a slow disk reads in time. */
const BLOCKS_AT_ONCE = 1000;

interface Bound {
  until: number;
  isProven: boolean;
}

/**
 * Proves that no reading lies behind the bound, while everybody goes on: the table is read piece by piece and then once as a whole, and
 * attached later without being read. What is done stays done, whenever it ends. Answers whether it is proven.
 * @throws where others hold what it needs; see `isLocked`
 */
export async function prepare(db: Kysely<unknown>, engine: Engine): Promise<boolean> {
  if (engine === 'sqlite' || !(await holdsReadings(db))) return true;
  const known = await findBound(db);
  if (known?.isProven) return true;
  try {
    const until = known && (await hasTable(db, PROGRESS_NAME)) ? known.until : await db.transaction().execute(boundAdded);
    // Another process has done all of it.
    if (until === null) return true;
    while (await db.transaction().execute(trx => putSomeAside(trx, until)));
    await prove(db, until);
    return true;
  } catch (error) {
    // The server gave a statement up; or another process has done all of it, or taken it back.
    if (error instanceof DatabaseUnavailable || UNDEFINED.has((error as { code?: unknown }).code)) return false;
    throw error;
  }
}

/** SQLSTATE: undefined_object, undefined_table. */
const UNDEFINED: ReadonlySet<unknown> = new Set(['42704', '42P01']);

/** Of several processes that come at once, one adds it. Null: the readings lie by month already. */
async function boundAdded(trx: Kysely<unknown>): Promise<number | null> {
  await limitStatements(trx);
  await sql`lock table meter_values in access exclusive mode`.execute(trx);
  const { rows } = await sql`select 1 from pg_class where oid = to_regclass('meter_values') and relkind = 'r'`.execute(trx);
  if (rows.length === 0) return null;
  const until = (await findBound(trx))?.until ?? (await addBound(trx));
  // The constraint keeps the blocks that are added from now on from holding what it forbids.
  await sql`create table if not exists ${PROGRESS} as select 0::bigint as next_block,
    pg_relation_size('meter_values') / current_setting('block_size')::bigint as blocks`.execute(trx);
  return until;
}

/** How far the readings have been looked through; as long as it is prepared. */
const PROGRESS_NAME = 'meter_values_progress';
const PROGRESS = sql.table(PROGRESS_NAME);

/** The server gives up before we do (30 s), so that no statement goes on that nobody waits for. */
async function limitStatements(trx: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(trx);
  await sql`set local statement_timeout = '20s'`.execute(trx);
}

/** Processes that come at once take turns. Answers whether there is more. */
async function putSomeAside(trx: Kysely<unknown>, until: number): Promise<boolean> {
  await limitStatements(trx);
  const { rows } = await sql<{ first: number; blocks: number }>`select next_block as first, blocks from ${PROGRESS}
    where next_block < blocks for update`.execute(trx);
  if (!rows[0]) return false;
  const { first, blocks } = rows[0];
  const next = Math.min(first + BLOCKS_AT_ONCE, blocks);
  await putAside(trx, until, sql`and ctid >= ${startOf(first)} and ctid < ${startOf(next)}`);
  await sql`update ${PROGRESS} set next_block = ${next}`.execute(trx);
  return next < blocks;
}

const startOf = (block: number) => sql`${sql.lit(`(${block},0)`)}::tid`;

/**
 * Reads all of the table, which may take minutes. Where we end meanwhile, the server goes on by itself; whoever comes then waits for the
 * lock a little and is refused.
 */
async function prove(db: Kysely<unknown>, until: number): Promise<void> {
  await sql`${sql.raw(WITHOUT_LIMIT)}; set local lock_timeout = '3s';
    alter table meter_values validate constraint ${nameOf(until)}`.execute(db);
}

/** Takes back what was prepared: nothing hinders the version before. */
export async function giveUp(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bound = engine === 'postgres' ? await findBound(db) : null;
  if (!bound) return;
  await db.transaction().execute(async trx => {
    await limitStatements(trx);
    await sql`drop table if exists ${PROGRESS}`.execute(trx);
    await sql`alter table meter_values drop constraint if exists ${nameOf(bound.until)}`.execute(trx);
    await sql`with far as (delete from meter_values_other returning *) insert into meter_values select * from far`.execute(trx);
  });
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
  await sql`drop table if exists ${PROGRESS}`.execute(db);
  // Sessions that still write into a month that is about to go, or may: their readings go on living.
  await sql`create table meter_values_open (session_id text primary key)`.execute(db);
  // Whoever may write a reading may note its session.
  await sql`create function note_open_meter() returns trigger language plpgsql security definer set search_path from current as
    $$ begin insert into meter_values_open values (new.session_id) on conflict do nothing; return null; end $$`.execute(db);
}

const nameOf = (until: number) => sql.ref(`meter_values_until_${until}`);

async function holdsReadings(db: Kysely<unknown>): Promise<boolean> {
  return (await hasTable(db, 'meter_values')) && (await sql`select 1 from meter_values limit 1`.execute(db)).rows.length > 0;
}

async function hasTable(db: Kysely<unknown>, name: string): Promise<boolean> {
  return (await sql`select 1 where to_regclass(${name}) is not null`.execute(db)).rows.length > 0;
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
async function putAside(db: Kysely<unknown>, until: number, where = sql``): Promise<void> {
  await sql`with far as (delete from only meter_values where at >= ${sql.lit(until)} ${where} returning *)
    insert into meter_values_other select * from far`.execute(db);
}
