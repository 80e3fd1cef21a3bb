import { sql } from 'kysely';
import type { Db, Store, Trx } from '../engine/database.ts';
import { isLocked } from '../engine/migrate.ts';

// Readings lie by the month of their instant, on PostgreSQL; see docs/decisions/0031. What is asked of the whole table finds its rows
// in each part by the same key.

/** A part of the readings: from an instant (null: the beginning) up to another one. */
export interface MeterMonth {
  table: string;
  from: Date | null;
  until: Date;
}

const BOUNDS = /^FOR VALUES FROM \(('(-?\d+)'|MINVALUE)\) TO \('(-?\d+)'\)$/;

/** The parts, but for the one of readings that lie in none of them; the earliest first. None on SQLite. */
export async function listMeterMonths({ db, engine }: { db: Db; engine: Store['engine'] }): Promise<readonly MeterMonth[]> {
  if (engine === 'sqlite') return [];
  const { rows } = await sql<{ table: string; bounds: string }>`select relname as table, pg_get_expr(relpartbound, oid) as bounds
    from pg_class where oid in (select inhrelid from pg_inherits where inhparent = 'meter_values'::regclass)`.execute(db);
  return rows
    .flatMap(({ table, bounds }) => {
      const [, , from, until] = BOUNDS.exec(bounds) ?? [];
      return until === undefined ? [] : [{ table, from: from === undefined ? null : new Date(+from), until: new Date(+until) }];
    })
    .sort((one, other) => one.until.getTime() - other.until.getTime());
}

/**
 * Makes a month before its first reading comes. Readings that have come already are taken along. Made by several processes at once, it
 * is there once. False: others read or write too long; nothing has changed.
 */
export function makeMeterMonth(store: Store, { table, from, until }: MeterMonth & { from: Date }): Promise<boolean> {
  return alone(store, async trx => {
    const months = await listMeterMonths({ db: trx, engine: store.engine });
    if (months.some(month => month.table === table)) return;
    const [first, end] = [sql.lit(from.getTime()), sql.lit(until.getTime())];
    await sql`create table ${sql.table(table)} (like meter_values including indexes)`.execute(trx);
    await sql`with early as (delete from meter_values_other where at >= ${first} and at < ${end} returning *)
      insert into ${sql.table(table)} select * from early`.execute(trx);
    await sql`alter table meter_values attach partition ${sql.table(table)} for values from (${first}) to (${end})`.execute(trx);
  });
}

/**
 * From now on sessions that write into a month are noted: it is about to go. Whoever was writing has ended.
 * @throws where others write too long; see `isLocked`
 */
export async function watchMeterMonth(trx: Trx, table: string): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(trx);
  await sql`create or replace trigger note_open after insert or update on ${sql.table(table)}
    for each row execute function note_open_meter()`.execute(trx);
}

/** Notes a session whose readings in the month that is about to go have to stay as they are. */
export async function noteOpenMeter(trx: Trx, sessionId: string): Promise<void> {
  await sql`insert into meter_values_open values (${sessionId}) on conflict do nothing`.execute(trx);
}

/** The sessions with readings in a month, some at a time, in the order of their ids; each is found by one step in the index. */
export async function listSessionsIn(
  db: Db,
  { table, after, most }: { table: string; after: string; most: number },
): Promise<readonly string[]> {
  const part = sql.table(table);
  const { rows } = await sql<{ id: string }>`with recursive found(id) as (
      (select session_id from ${part} where session_id > ${after} order by session_id limit 1)
      union all
      select (select session_id from ${part} where session_id > found.id order by session_id limit 1)
      from found where found.id is not null
    ) select id from found where id is not null limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Removes a month with all of its readings at once, whatever their number. Those of sessions that were noted move to where readings of
 * no month lie. False: others read or write too long; nothing has changed.
 */
export function dropMeterMonth(store: Store, table: string): Promise<boolean> {
  return alone(store, async trx => {
    const months = await listMeterMonths({ db: trx, engine: store.engine });
    if (!months.some(month => month.table === table)) return;
    await sql`alter table meter_values detach partition ${sql.table(table)}`.execute(trx);
    // For each session one step in the index, however the engine guesses their number.
    await sql`insert into meter_values select own.* from meter_values_open as open_ones
      cross join lateral (select * from ${sql.table(table)} as gone where gone.session_id = open_ones.session_id offset 0) as own
      where not exists (select 1 from meter_values_kept as kept where kept.session_id = open_ones.session_id)`.execute(trx);
    await sql`drop table ${sql.table(table)}`.execute(trx);
    await sql`delete from meter_values_open`.execute(trx);
  });
}

/**
 * Changes the parts while nobody reads or writes them. The whole is locked before its parts, as everybody else does; who comes
 * meanwhile waits for a second at most.
 */
async function alone(store: Store, work: (trx: Trx) => Promise<void>): Promise<boolean> {
  try {
    await store.inTransaction(async trx => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await sql`lock table only meter_values in access exclusive mode`.execute(trx);
      await work(trx);
    });
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}
