import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Engine } from './engine.ts';
import type { MigrationStatus } from './migrate.ts';

/** The database, or a transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

export type Isolation = 'serializable' | 'read committed';

export interface DatabaseAccess {
  db: Kysely<Tables>;
  /**
   * Runs `work` in one serializable transaction. `work` may run several times, so it must have no effects outside of `trx`. It
   * must await only queries of `trx`: with a single connection, any other query would wait for ever, and a call to another
   * system would block all visitors.
   * @param isolation 'read committed' for work that calls `requireSerializable` as soon as it needs serializable isolation
   */
  inTransaction<T>(work: (trx: Trx) => Promise<T>, isolation?: Isolation): Promise<T>;
}

export interface Store extends DatabaseAccess {
  engine: Engine;
  changeFeed: ChangeFeed;
  /**
   * Separate connections for visitors' requests, on which a statement fails after 3 s without a response. Null: the general
   * connections are used.
   */
  visitors: DatabaseAccess | null;
  /**
   * Separate connections for stations. When thousands of stations reconnect, drivers then still find a free connection. Null:
   * the general connections are used.
   */
  stations: DatabaseAccess | null;
  /** Sets the clock for the times of webhook events. The process must call it before an event can occur. */
  setClock(clock: { now(): Date }): void;
  /**
   * Migrates the schema to the version of this code. It is safe to call while other processes start, and while older versions
   * use the database.
   * @throws DatabaseTooOld if the database is older than 1.0.0
   */
  migrate(): Promise<void>;
  migrations(): Promise<readonly MigrationStatus[]>;
  /** Resolves if the database responds. */
  check(): Promise<void>;
  close(): Promise<void>;
}
