import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Engine } from './engine.ts';
import type { MigrationStatus } from './migrate.ts';

/** Where a query runs: in a transaction, or on the database outside of one. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

export type Isolation = 'serializable' | 'read committed';

/** Runs queries and transactions. */
export interface DatabaseAccess {
  db: Kysely<Tables>;
  /**
   * Runs `work` in one serializable transaction. `work` must await nothing but queries of its `trx`: with a single connection,
   * any other query would wait for ever, and a call to another system would block all visitors. `work` may run several times, so
   * it must have no effects outside of `trx`.
   * @param isolation 'read committed' for work that calls `requireSerializable` as soon as serializable isolation is needed
   */
  inTransaction<T>(work: (trx: Trx) => Promise<T>, isolation?: Isolation): Promise<T>;
}

export interface Store extends DatabaseAccess {
  engine: Engine;
  /** Notifies the processes on this database of changes. */
  changeFeed: ChangeFeed;
  /**
   * Connections for requests of visitors: a statement fails after 3 s without a response. Null: the general connections are
   * used.
   */
  visitors: DatabaseAccess | null;
  /**
   * Connections for stations, so that drivers have free connections when thousands of stations reconnect. Null: the general
   * connections are used.
   */
  stations: DatabaseAccess | null;
  /**
   * Migrates the schema to the version of this code. Safe while older versions use the database and while other processes start.
   * @throws DatabaseTooOld if the database is older than 1.0.0
   */
  migrate(): Promise<void>;
  migrations(): Promise<readonly MigrationStatus[]>;
  /** Resolves if the database responds. */
  check(): Promise<void>;
  close(): Promise<void>;
}
