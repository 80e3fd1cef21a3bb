import path from 'node:path';
import type { Store } from './engine/database.ts';
import { openPostgres, openSharedPool } from './engine/postgres.ts';
import { createPostgresChangeFeed } from './engine/postgresChangeFeed.ts';
import { createReplica, type Replica, type TellReplica } from './engine/replica.ts';
import { openSqlite } from './engine/sqlite.ts';
import { createStore } from './store.ts';

interface Place {
  /** Null: the database is a file. */
  databaseUrl: string | null;
  /** Null: changes made by other processes are polled, not pushed. */
  databaseListenUrl: string | null;
  /** Missing or null: all reads go to the database itself. */
  databaseReplicaUrl?: string | null;
  /** Folder of the database file, or ':memory:'. */
  dataDir: string;
}

/** The database file of a data folder. */
export const databaseFile = (dataDir: string): string =>
  dataDir === ':memory:' ? ':memory:' : path.join(dataDir, 'house.sqlite');

/** The store that the settings name, as it is: not migrated yet. */
export function openStore(
  { databaseUrl, databaseListenUrl, databaseReplicaUrl = null, dataDir }: Place,
  tell: TellReplica = () => undefined,
): Store {
  if (databaseUrl === null) return createStore(openSqlite(databaseFile(dataDir)));
  const { db, visitorsDb } = openSharedPool(databaseUrl);
  const replica = databaseReplicaUrl === null ? null : openReplica(db, databaseReplicaUrl, tell);
  return createStore(db, createPostgresChangeFeed({ db, listenUrl: databaseListenUrl }), { replica, visitorsDb });
}

/** Nobody waits longer for a replica: the primary is there, too. */
const REPLICA_LIMIT_MS = 3000;

const openReplica = (primary: Store['db'], url: string, tell: TellReplica): Replica =>
  createReplica({ primary, db: openPostgres(url, { answerLimitMs: REPLICA_LIMIT_MS }), tell });
