import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as start from './migrations/0001-start.ts';
import * as withdrawals from './migrations/0002-withdrawals.ts';
import * as current from './migrations/0003-current.ts';
import type { Tables } from './tables.ts';

/** What a query runs on: a transaction inside one, else the database. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

export interface Store {
  db: Kysely<Tables>;
  /**
   * Everything in `work` happens or nothing. It may await only its own `trx`: with one connection any other query would
   * wait for ever, and an outside call would hold every other visitor up.
   */
  inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  migrate(): Promise<void>;
  /** Resolves when the database answers. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const MIGRATIONS = { '0001-start': start, '0002-withdrawals': withdrawals, '0003-current': current };

export function createStore(db: Kysely<Tables>): Store {
  return {
    db,
    inTransaction: work => db.transaction().execute(work),
    async migrate() {
      const { error } = await new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } }).migrateToLatest();
      if (error) throw error;
    },
    async check() {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}
