import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Store } from './engine/database.ts';
import { openPostgres } from './engine/postgres.ts';
import { createPostgresChangeFeed } from './engine/postgresChangeFeed.ts';
import { openSqlite } from './engine/sqlite.ts';
import { createStore } from './store.ts';

interface OpenStoreOptions {
  /** Null: the database is a file. */
  databaseUrl: string | null;
  /** Null: changes made by other processes are polled, not pushed. */
  databaseListenUrl: string | null;
  /** Folder of the database file, or ':memory:'. */
  dataDir: string;
}

/** The database file of a data folder. */
export const databaseFile = (dataDir: string): string =>
  dataDir === ':memory:' ? ':memory:' : path.join(dataDir, 'house.sqlite');

/** Renames the database file, which no process has open, after the time of its last change. @returns its new path */
export function moveDatabaseAside(dataDir: string): string {
  const file = databaseFile(dataDir);
  const moved = `${file}.${statSync(file).mtime.toISOString().replaceAll(':', '-')}`;
  // SQLite would read the log of one database into the other.
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, moved + part);
  return moved;
}

/** Drivers and staff wait less than six seconds for a page, drawn by a busy process, that says that the database is away. */
const VISITOR_LIMIT_MS = 3000;

/** The store that the settings name, as it is: not migrated yet. */
export function openStore({ databaseUrl, databaseListenUrl, dataDir }: OpenStoreOptions): Store {
  if (databaseUrl === null) return createStore(openSqlite(databaseFile(dataDir)));
  const db = openPostgres(databaseUrl, { maxConnections: 4 });
  return createStore(db, createPostgresChangeFeed({ db, listenUrl: databaseListenUrl }), {
    visitorsDb: openPostgres(databaseUrl, { maxConnections: 6, answerLimitMs: VISITOR_LIMIT_MS }),
    stationsDb: openPostgres(databaseUrl, { maxConnections: 3 }),
  });
}
