import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import { type Engine, engineOf } from './engine.ts';

export interface Migration {
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}
/** Migrations by name, applied in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

export interface MigrationStatus {
  name: string;
  /** Time at which the migration was applied, as text in the format of the database. Null: not applied. */
  appliedAt: string | null;
}

/** Thrown if the database has the tables of a version before 1.0.0. The database stays unchanged. */
export class DatabaseTooOld extends Error {
  override name = 'DatabaseTooOld';

  constructor() {
    super(
      'This database was made by a version before 1.0.0 and cannot be migrated: export what you need with that version ' +
        '(`npm run operator -- books <month> --take zip`, `npm run operator -- list --take csv`) and start with an empty database.',
    );
  }
}

/**
 * Key of PostgreSQL's advisory lock for migrations. The value is arbitrary but must never change, because all versions must use
 * the same lock.
 */
const LOCK = 7_203_114;
const PAUSE_MS = 250;
/** With `PAUSE_MS`, the wait is ten minutes, because another process's migration may take long. */
const MAX_ATTEMPTS = 2400;

/**
 * Applies all missing migrations in one transaction. If several processes start at the same time, one migrates and the others
 * wait. Migrations of a newer version are ignored, because that version may already be running.
 * @throws DatabaseTooOld if the database began with another first migration
 */
export async function migrate(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  for (let tries = 1; (await missing(db, migrations)).length > 0; tries++) {
    if (await tryToMigrate(db, migrations)) return;
    if (tries === MAX_ATTEMPTS) throw new Error('Another process has held the migration lock for ten minutes');
    await pause(PAUSE_MS);
  }
}

/**
 * Lists the migrations of this version, each with the time at which it was applied.
 * @throws DatabaseTooOld if the database began with another first migration
 */
export async function migrationStatus(db: Kysely<Tables>, migrations: Migrations): Promise<MigrationStatus[]> {
  const applied = await listApplied(db);
  if ([...applied.keys()].some(name => name.startsWith('0001-') && !(name in migrations))) throw new DatabaseTooOld();
  return namesOf(migrations).map(name => ({ name, appliedAt: applied.get(name) ?? null }));
}

const namesOf = (migrations: Migrations): string[] => Object.keys(migrations).sort();

async function missing(db: Kysely<Tables>, migrations: Migrations): Promise<string[]> {
  const status = await migrationStatus(db, migrations);
  return status.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name);
}

interface Applied {
  kysely_migration: { name: string; timestamp: string };
}

async function listApplied(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const tables = await (engineOf(db) === 'postgres'
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
  ).execute(db);
  if (tables.rows.length === 0) return new Map();
  const rows = await asApplied(db).selectFrom('kysely_migration').selectAll().execute();
  return new Map(rows.map(({ name, timestamp }) => [name, timestamp]));
}

/**
 * Tries to migrate.
 * @returns false if the caller must try again, because another process is migrating or has locked a table for too long
 */
async function tryToMigrate(db: Kysely<Tables>, migrations: Migrations): Promise<boolean> {
  const engine = engineOf(db);
  try {
    return await db.transaction().execute(async trx => {
      if (engine === 'postgres' && !(await tryLock(trx))) return false;
      await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
        trx,
      );
      for (const name of await missing(trx, migrations)) {
        await migrations[name]?.up(asAny(trx), engine);
        const timestamp = sql<string>`cast(current_timestamp as varchar(255))`;
        await asApplied(trx).insertInto('kysely_migration').values({ name, timestamp }).execute();
      }
      return true;
    });
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}

/** Returns true for SQLSTATE lock_not_available: another transaction has locked a table. */
const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * Takes the advisory lock, and limits the wait for a table lock to 3 s. While an ALTER TABLE waits for the table, all statements
 * of other processes on this table wait behind it.
 */
async function tryLock(trx: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as has`.execute(trx);
  await sql`set local lock_timeout = '3s'`.execute(trx);
  return rows[0]?.has === true;
}

const asAny = (db: Kysely<Tables>) => db as unknown as Kysely<unknown>;
const asApplied = (db: Kysely<Tables>) => db as unknown as Kysely<Applied>;
