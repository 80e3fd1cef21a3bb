import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Engine } from './engine.ts';
import type { MigrationStatus } from './migrate.ts';

/** The connection of a query: a transaction, or the database outside one. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

export type Isolation = 'serializable' | 'read committed';

/** Runs queries and transactions. */
export interface DatabaseAccess {
  db: Kysely<Tables>;
  /**
   * Runs `work` in one serializable transaction. `work` may await only its own `trx`: with one connection, any other query would
   * wait forever, and a call to another system would block all visitors. `work` may run several times, so it must have no other
   * effects.
   * @param isolation 'read committed' for work that calls `requireSerializable` when serializable isolation is needed after all
   */
  inTransaction<T>(work: (trx: Trx) => Promise<T>, isolation?: Isolation): Promise<T>;
}

export interface Store extends DatabaseAccess {
  engine: Engine;
  /** Notifies the processes on this database of changes. */
  changeFeed: ChangeFeed;
  /**
   * Connections for requests of visitors. A statement fails after 3 s without a response. Null: the general connections are
   * used.
   */
  visitors: DatabaseAccess | null;
  /**
   * Connections for stations, so that a mass reconnect does not take the connections of drivers. Null: the general connections
   * are used.
   */
  stations: DatabaseAccess | null;
  /**
   * Migrates the schema to this version. Safe while older versions use the database and other processes start.
   * @throws DatabaseTooOld
   */
  migrate(): Promise<void>;
  migrations(): Promise<readonly MigrationStatus[]>;
  /** Resolves if the database responds. */
  check(): Promise<void>;
  close(): Promise<void>;
}
