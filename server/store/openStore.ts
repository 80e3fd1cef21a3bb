import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Store } from './engine/database.ts';
import { openPostgres } from './engine/postgres.ts';
import { createPostgresChangeFeed } from './engine/postgresChangeFeed.ts';
import { openSqlite } from './engine/sqlite.ts';
import { createStore } from './store.ts';

interface OpenStoreOptions {
  /** Null: an SQLite file is used. */
  databaseUrl: string | null;
  /** Null: changes of other processes are polled, not pushed. */
  databaseListenUrl: string | null;
  /** Folder of the database file, or ':memory:'. */
  dataDir: string;
}

/** The database file of a data folder. */
export const databaseFile = (dataDir: string): string =>
  dataDir === ':memory:' ? ':memory:' : path.join(dataDir, 'house.sqlite');

/**
 * Renames a database file by the time of its last change. No process may have the file open.
 * @returns the new path
 */
export function moveDatabaseAside(dataDir: string): string {
  const file = databaseFile(dataDir);
  const moved = `${file}.${statSync(file).mtime.toISOString().replaceAll(':', '-')}`;
  // The log is renamed too. Otherwise SQLite would apply the log of one database to another.
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, moved + part);
  return moved;
}

/**
 * Short enough that drivers and staff receive a page about the unavailable database within six seconds, even from a busy
 * process.
 */
const VISITOR_LIMIT_MS = 3000;

/** Opens the store of the settings without migrating the database. */
export function openStore({ databaseUrl, databaseListenUrl, dataDir }: OpenStoreOptions): Store {
  if (databaseUrl === null) return createStore(openSqlite(databaseFile(dataDir)));
  const db = openPostgres(databaseUrl, { maxConnections: 4 });
  return createStore(db, createPostgresChangeFeed({ db, listenUrl: databaseListenUrl }), {
    visitorsDb: openPostgres(databaseUrl, { maxConnections: 6, answerLimitMs: VISITOR_LIMIT_MS }),
    stationsDb: openPostgres(databaseUrl, { maxConnections: 3 }),
  });
}
