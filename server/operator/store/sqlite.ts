import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type KyselyConfig, SqliteDialect } from 'kysely';
import type { Tables } from './tables.ts';

/** Opens the embedded database; ':memory:' for tests, which may read along what is asked of it. Money must survive a power cut: synchronous=FULL. */
export function openSqlite(file: string, { log }: Pick<KyselyConfig, 'log'> = {}): Kysely<Tables> {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;');
  const dialect = new SqliteDialect({ database: asKyselyExpects(database) });
  return new Kysely<Tables>({ dialect, ...(log ? { log } : {}) });
}

/** Node's own SQLite in the shape Kysely's dialect speaks. */
function asKyselyExpects(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      // Kysely begins deferred; two writers would then meet a lock that no waiting resolves.
      const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters: ReadonlyArray<unknown>) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters: ReadonlyArray<unknown>) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters: ReadonlyArray<unknown>) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
  };
}
