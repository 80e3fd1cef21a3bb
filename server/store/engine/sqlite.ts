import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, Kysely, type KyselyConfig, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../tables/tables.ts';
import { createSqliteDriver } from './sqliteDriver.ts';
import { sqliteFailure } from './sqliteFailures.ts';
import type { SqliteFile } from './sqliteGroups.ts';

/**
 * Maximum time for which opening the file may block on the lock of another process. Blocking is harmless here, because the app
 * serves no requests yet.
 */
const OPENING_LIMIT_MS = 5000;

/** Observers of queries (`log`) and commits, for tests and benchmarks. One commit may contain several transactions. */
interface Watching extends Pick<KyselyConfig, 'log'> {
  committed?: () => void;
}

/**
 * Opens the embedded database. The file ':memory:' is for tests. Uses synchronous=FULL, because payments must survive a power
 * cut.
 * @throws DatabaseUnavailable if the file is damaged or cannot be written
 */
export function openSqlite(file: string, { log, committed }: Watching = {}): Kysely<Tables> {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true });
  const database = open(file);
  const dialect = dialectOf(asDriverExpects(database, { file, committed }));
  return new Kysely<Tables>({ dialect, ...(log ? { log } : {}) });
}

function open(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: OPENING_LIMIT_MS });
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=0;');
    // Overwrites deleted content with zeros, so that a deleted e-mail address does not remain in the file.
    database.exec('PRAGMA secure_delete=ON;');
    if (file !== ':memory:') sortBeside(database, file);
    return database;
  } catch (error) {
    throw sqliteFailure(error, file);
  }
}

/**
 * Lets SQLite write temporary files into the folder of the database. SQLite needs them for large sorts, such as for a new index.
 * If neither /var/tmp nor /tmp is writable, as in a container with a read-only root, it would fail with "disk I/O error".
 */
function sortBeside(database: DatabaseSync, file: string): void {
  const folder = path.dirname(path.resolve(file)).replaceAll("'", "''");
  database.exec(`PRAGMA temp_store_directory='${folder}'`);
}

/**
 * Returns Kysely's SQLite dialect with the app's own driver and adapter. With Kysely's adapter, reads would wait behind a write
 * that waits for another process.
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

/** Adapts the SQLite module of Node.js to the interface that the app's driver expects. */
function asDriverExpects(
  database: DatabaseSync,
  { file, committed }: { file: string; committed: (() => void) | undefined },
): SqliteFile {
  const compile = createCompiler(database);
  return {
    run(sql, parameters) {
      const values = parameters as readonly SQLInputValue[];
      const { statement, hasRows } = compile(sql);
      if (hasRows) return { rows: statement.all(...values) };
      const { changes, lastInsertRowid } = statement.run(...values);
      if (sql === 'commit') committed?.();
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    isInTransaction: () => database.isTransaction,
    failure: error => sqliteFailure(error, file),
    close: () => database.close(),
  };
}

/**
 * Maximum number of cached statements. Each length of a list of ids has its own statement, so the cache would otherwise grow
 * without limit.
 */
const MAX_CACHED_STATEMENTS = 500;

interface Compiled {
  statement: StatementSync;
  hasRows: boolean;
}

/**
 * Creates a cache of compiled statements, because compiling takes longer than running most statements. After a schema change,
 * SQLite recompiles a statement by itself.
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
