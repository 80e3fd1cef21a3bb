import { type Kysely, sql } from 'kysely';
import { type ChangeFeed, collectTopics, createLocalChangeFeed } from './engine/changeFeed.ts';
import type { DatabaseAccess, Store } from './engine/database.ts';
import { engineOf } from './engine/engine.ts';
import { type Migrations, migrate, migrationStatus } from './engine/migrate.ts';
import { transact } from './engine/transactions.ts';
import { createWebhookOutlet } from './jobs/webhookOutlet.ts';
import * as schema from './migrations/0001-schema.ts';
import * as plugChanges from './migrations/0002-plug-changes.ts';
import * as pointsNear from './migrations/0003-points-near.ts';
import * as sessionsEnded from './migrations/0004-sessions-ended.ts';
import * as faultReports from './migrations/0005-fault-reports.ts';
import * as changedAt from './migrations/0006-changed-at.ts';
import * as webhooks from './migrations/0007-webhooks.ts';
import * as apiTokens from './migrations/0008-api-tokens.ts';
import * as limitedRoles from './migrations/0009-limited-roles.ts';
import * as pointsOfBrand from './migrations/0010-points-of-brand.ts';
import * as stationLogFiles from './migrations/0011-station-log-files.ts';
import type { Tables } from './tables/tables.ts';

/** All migrations. The first one has the schema of 1.0.0. Each schema change adds an entry, and existing entries never change. */
export const MIGRATIONS: Migrations = {
  '0001-schema': schema,
  '0002-plug-changes': plugChanges,
  '0003-points-near': pointsNear,
  '0004-sessions-ended': sessionsEnded,
  '0005-fault-reports': faultReports,
  '0006-changed-at': changedAt,
  '0007-webhooks': webhooks,
  '0008-api-tokens': apiTokens,
  '0009-limited-roles': limitedRoles,
  '0010-points-of-brand': pointsOfBrand,
  '0011-station-log-files': stationLogFiles,
};

/** Separate connection pools of the same database. Absent: all requests share one pool. */
interface StorePools {
  visitorsDb?: Kysely<Tables>;
  stationsDb?: Kysely<Tables>;
}

/** Creates the store on either database engine. Without a `changeFeed`, this must be the only process on the database. */
export function createStore(
  db: Kysely<Tables>,
  changeFeed: ChangeFeed = createLocalChangeFeed(),
  { visitorsDb, stationsDb }: StorePools = {},
): Store {
  const pools = [db, visitorsDb, stationsDb].filter(pool => pool !== undefined);
  const webhooks = createWebhookOutlet(db, { changeFeed, dbs: pools });
  const accessOn = (on: Kysely<Tables>): DatabaseAccess => ({
    db: on,
    inTransaction(work, isolation) {
      let publish = () => {};
      const done = transact(
        on,
        trx => {
          publish = collectTopics(trx, changeFeed);
          webhooks.begin(trx);
          return work(trx);
        },
        isolation,
      );
      // `publish` must not delay the caller. Even one microtask later, the caller would miss the commit that SQLite transactions
      // share.
      done.then(
        () => publish(),
        () => undefined,
      );
      return done;
    },
  });
  return {
    ...accessOn(db),
    visitors: visitorsDb ? accessOn(visitorsDb) : null,
    stations: stationsDb ? accessOn(stationsDb) : null,
    changeFeed,
    engine: engineOf(db),
    setClock: webhooks.setClock,
    async migrate() {
      await migrate(db, MIGRATIONS);
      await webhooks.refresh();
    },
    migrations: () => migrationStatus(db, MIGRATIONS),
    async check() {
      await sql`select 1`.execute(db);
    },
    async close() {
      await changeFeed.close();
      for (const pool of pools) await pool.destroy();
    },
  };
}
