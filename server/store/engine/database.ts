import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Engine } from './engine.ts';
import type { MigrationStatus } from './migrate.ts';

/** What a query runs on: a transaction inside one, else the database. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

export type Isolation = 'serializable' | 'read committed';

/** How statements reach the database. */
export interface DatabaseAccess {
  db: Kysely<Tables>;
  /**
   * Runs `work` in one serializable transaction. It may await only its own `trx`: with one connection any other query would
   * wait for ever, and a call to another system would block every other visitor. It may be run several times, so it must
   * change nothing else either.
   * @param isolation 'read committed' for work that calls `requireSerializable` where it has to be serializable after all
   */
  inTransaction<T>(work: (trx: Trx) => Promise<T>, isolation?: Isolation): Promise<T>;
}

export interface Store extends DatabaseAccess {
  engine: Engine;
  /** How the processes on this database tell each other of changes. */
  changeFeed: ChangeFeed;
  /** For what a visitor waits for: an answer that stays out for 3 s has failed. Null: access as for everything else. */
  visitors: DatabaseAccess | null;
  /** For stations: in a storm of them drivers wait for no connection. Null: access as for everything else. */
  stations: DatabaseAccess | null;
  /**
   * Brings the schema up to this version. Safe while older versions work on it, and while others start.
   * @throws DatabaseTooOld
   */
  migrate(): Promise<void>;
  migrations(): Promise<readonly MigrationStatus[]>;
  /** Resolves when the database answers. */
  check(): Promise<void>;
  close(): Promise<void>;
}
