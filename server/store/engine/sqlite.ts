import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, Kysely, type KyselyConfig, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../tables/tables.ts';
import { createSqliteDriver } from './sqliteDriver.ts';
import { sqliteFailure } from './sqliteFailures.ts';
import type { SqliteFile } from './sqliteGroups.ts';

/** While the file is being opened nobody is served yet, so the call may block on a lock of another process. */
const OPENING_LIMIT_MS = 5000;

/** For tests and benches: what is asked, and each commit, which may be of several transactions. */
interface Watching extends Pick<KyselyConfig, 'log'> {
  committed?: () => void;
}

/**
 * Opens the embedded database; ':memory:' for tests. Money must survive a power cut: synchronous=FULL.
 * @throws DatabaseUnavailable when the file is damaged or cannot be written to
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
    // What is deleted is overwritten, so that a removed e-mail address is not left as bytes in the file.
    database.exec('PRAGMA secure_delete=ON;');
    if (file !== ':memory:') sortBeside(database, file);
    return database;
  } catch (error) {
    throw sqliteFailure(error, file);
  }
}

/**
 * What SQLite sorts beyond its cache, as for a new index, goes to a file that is removed at once. Without a directory for it
 * SQLite fails with "disk I/O error" where neither /var/tmp nor /tmp may be written to, as in a container with a read-only root.
 */
function sortBeside(database: DatabaseSync, file: string): void {
  const folder = path.dirname(path.resolve(file)).replaceAll("'", "''");
  database.exec(`PRAGMA temp_store_directory='${folder}'`);
}

/** Kysely's own dialect with our driver. Its adapter would queue readers behind a writer that waits for another process. */
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

/** Node's own SQLite in the shape the driver speaks. */
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

/** Lists of ids make statements of many lengths. */
const MAX_CACHED_STATEMENTS = 500;

interface Compiled {
  statement: StatementSync;
  hasRows: boolean;
}

/** Each statement once: that takes longer than most of them run. SQLite itself compiles it again where the schema has changed. */
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
