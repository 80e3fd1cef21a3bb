import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, Kysely, type KyselyConfig, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../tables/tables.ts';
import { createSqliteDriver, type SqliteFile } from './sqliteDriver.ts';
import { sqliteFailure } from './sqliteFailures.ts';

/** Opening may block the process on another process's lock, because no requests are served yet. */
const OPENING_LIMIT_MS = 5000;

/**
 * Opens the SQLite database. ':memory:' is for tests. synchronous=FULL protects payments against a power failure. Tests pass
 * `log`.
 * @throws DatabaseUnavailable if the file is damaged or cannot be written to
 */
export function openSqlite(file: string, { log }: Pick<KyselyConfig, 'log'> = {}): Kysely<Tables> {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true });
  const database = open(file);
  const dialect = dialectOf(asDriverExpects(database, file));
  return new Kysely<Tables>({ dialect, ...(log ? { log } : {}) });
}

function open(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: OPENING_LIMIT_MS });
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=0;');
    // Overwrites deleted data, so that a removed e-mail address does not remain in the file.
    database.exec('PRAGMA secure_delete=ON;');
    if (file !== ':memory:') sortBeside(database, file);
    return database;
  } catch (error) {
    throw sqliteFailure(error, file);
  }
}

/**
 * Sets the directory for temporary files, which SQLite uses for large sorts, for example for a new index. Otherwise SQLite fails
 * with "disk I/O error" if neither /var/tmp nor /tmp is writable, as in a container with a read-only root.
 */
function sortBeside(database: DatabaseSync, file: string): void {
  const folder = path.dirname(path.resolve(file)).replaceAll("'", "''");
  database.exec(`PRAGMA temp_store_directory='${folder}'`);
}

/**
 * Kysely's dialect with the app's driver. Kysely's own adapter would queue readers behind a writer that waits for another
 * process.
 */
const dialectOf = (file: SqliteFile): Dialect => ({
  createDriver: () => createSqliteDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SelfQueueingAdapter(),
  createIntrospector: db => new SqliteIntrospector(db),
});

class SelfQueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Adapts Node's SQLite to the interface of the driver. */
function asDriverExpects(database: DatabaseSync, file: string): SqliteFile {
  const compile = createCompiler(database);
  return {
    run(sql, parameters) {
      const values = parameters as readonly SQLInputValue[];
      const { statement, hasRows } = compile(sql);
      if (hasRows) return { rows: statement.all(...values) };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    isInTransaction: () => database.isTransaction,
    failure: error => sqliteFailure(error, file),
    close: () => database.close(),
  };
}

/** Limited, because lists of ids produce statements of many lengths. */
const MAX_CACHED_STATEMENTS = 500;

interface Compiled {
  statement: StatementSync;
  hasRows: boolean;
}

/**
 * Compiles each statement once, because compiling takes longer than most statements run. SQLite itself recompiles after a schema
 * change.
 */
function createCompiler(database: DatabaseSync): (sql: string) => Compiled {
  const compiled = new LRUCache<string, Compiled>({
    max: MAX_CACHED_STATEMENTS,
    memoMethod(sql) {
      const statement = database.prepare(sql);
      return { statement, hasRows: statement.columns().length > 0 };
    },
  });
  return sql => compiled.memo(sql);
}
