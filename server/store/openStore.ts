import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Store } from './engine/database.ts';
import { openPostgres } from './engine/postgres.ts';
import { createPostgresChangeFeed } from './engine/postgresChangeFeed.ts';
import { openSqlite } from './engine/sqlite.ts';
import { createStore } from './store.ts';

interface OpenStoreOptions {
  /** URL of a PostgreSQL database. Null: the app uses an SQLite file in `dataDir`. */
  databaseUrl: string | null;
  /** URL of a direct connection for LISTEN. Null: the app polls for changes by other processes. */
  databaseListenUrl: string | null;
  /** Folder of the database file, or ':memory:'. */
  dataDir: string;
}

/** Returns the path of the database file in a data folder. */
export const databaseFile = (dataDir: string): string =>
  dataDir === ':memory:' ? ':memory:' : path.join(dataDir, 'house.sqlite');

/**
 * Renames the database file by adding the time of its last change. No process may have the file open.
 * @returns the new path
 */
export function moveDatabaseAside(dataDir: string): string {
  const file = databaseFile(dataDir);
  const moved = `${file}.${statSync(file).mtime.toISOString().replaceAll(':', '-')}`;
  // Also renames the write-ahead log. Otherwise SQLite would apply it to the new database.
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, moved + part);
  return moved;
}

/**
 * Time limit of a statement for visitors. If the database fails, drivers and staff then see an error page within six seconds,
 * even if the process is busy.
 */
const VISITOR_LIMIT_MS = 3000;

/** Opens the configured database without migrating it. */
export function openStore({ databaseUrl, databaseListenUrl, dataDir }: OpenStoreOptions): Store {
  if (databaseUrl === null) return createStore(openSqlite(databaseFile(dataDir)));
  const db = openPostgres(databaseUrl, { maxConnections: 4 });
  return createStore(db, createPostgresChangeFeed({ db, listenUrl: databaseListenUrl }), {
    visitorsDb: openPostgres(databaseUrl, { maxConnections: 6, answerLimitMs: VISITOR_LIMIT_MS }),
    stationsDb: openPostgres(databaseUrl, { maxConnections: 3 }),
  });
}
