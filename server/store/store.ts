import { type Kysely, sql } from 'kysely';
import { type ChangeFeed, collectTopics, createLocalChangeFeed } from './engine/changeFeed.ts';
import type { DatabaseAccess, Store } from './engine/database.ts';
import { engineOf } from './engine/engine.ts';
import { type Migrations, migrate, migrationStatus } from './engine/migrate.ts';
import { transact } from './engine/transactions.ts';
import * as start from './migrations/0001-start.ts';
import * as withdrawals from './migrations/0002-withdrawals.ts';
import * as current from './migrations/0003-current.ts';
import * as searchMisses from './migrations/0004-search-misses.ts';
import * as afterwards from './migrations/0005-afterwards.ts';
import * as visitors from './migrations/0006-visitors.ts';
import * as growth from './migrations/0007-growth.ts';
import * as limits from './migrations/0008-limits.ts';
import * as attention from './migrations/0009-attention.ts';
import * as tariffPeriods from './migrations/0010-tariff-periods.ts';
import * as stations from './migrations/0011-stations.ts';
import * as reviews from './migrations/0012-reviews.ts';
import * as shelfOrder from './migrations/0013-shelf-order.ts';
import * as heldStations from './migrations/0015-held-stations.ts';
import * as stationCodes from './migrations/0016-station-codes.ts';
import * as goals from './migrations/0017-goals.ts';
import * as push from './migrations/0018-push.ts';
import * as documentFiles from './migrations/0020-document-files.ts';
import * as unreadIndexes from './migrations/0021-unread-indexes.ts';
import * as metersSoFar from './migrations/0024-meters-so-far.ts';
import * as console from './migrations/0026-console.ts';
import * as consoleLists from './migrations/0027-console-lists.ts';
import * as books from './migrations/0028-books.ts';
import * as correlation from './migrations/0030-correlation.ts';
import * as pointsListed from './migrations/0031-points-listed.ts';
import * as payoutsRead from './migrations/0033-payouts-read.ts';
import * as refundRequests from './migrations/0034-refund-requests.ts';
import * as cardIndex from './migrations/0035-card-index.ts';
import * as cheaperOrders from './migrations/0037-cheaper-orders.ts';
import * as meterMonths from './migrations/0038-meter-months.ts';
import * as takenFiles from './migrations/0047-taken-files.ts';
import * as catalogueMark from './migrations/0050-catalogue-mark.ts';
import * as devicesAndPlugsSold from './migrations/0053-devices-and-plugs-sold.ts';
import * as turns from './migrations/0056-turns.ts';
import * as reportsAtOnce from './migrations/0057-reports-at-once.ts';
import * as refusedReadings from './migrations/0060-refused-readings.ts';
import * as locationRemarks from './migrations/0064-location-remarks.ts';
import * as refundKeys from './migrations/0065-refund-keys.ts';
import * as bookMoves from './migrations/0066-book-moves.ts';
import * as legalTexts from './migrations/0068-legal-texts.ts';
import * as accounts from './migrations/0069-accounts.ts';
import * as unbilledEnergy from './migrations/0070-unbilled-energy.ts';
import * as withoutCatalogueMark from './migrations/0072-without-catalogue-mark.ts';
import type { Tables } from './tables/tables.ts';

const MIGRATIONS: Migrations = {
  '0001-start': start,
  '0002-withdrawals': withdrawals,
  '0003-current': current,
  '0004-search-misses': searchMisses,
  '0005-afterwards': afterwards,
  '0006-visitors': visitors,
  '0007-growth': growth,
  '0008-limits': limits,
  '0009-attention': attention,
  '0010-tariff-periods': tariffPeriods,
  '0011-stations': stations,
  '0012-reviews': reviews,
  '0013-shelf-order': shelfOrder,
  '0015-held-stations': heldStations,
  '0016-station-codes': stationCodes,
  '0017-goals': goals,
  '0018-push': push,
  '0020-document-files': documentFiles,
  '0021-unread-indexes': unreadIndexes,
  '0024-meters-so-far': metersSoFar,
  '0026-console': console,
  '0027-console-lists': consoleLists,
  '0028-books': books,
  '0030-correlation': correlation,
  '0031-points-listed': pointsListed,
  '0033-payouts-read': payoutsRead,
  '0034-refund-requests': refundRequests,
  '0035-card-index': cardIndex,
  '0037-cheaper-orders': cheaperOrders,
  '0038-meter-months': meterMonths,
  '0047-taken-files': takenFiles,
  '0050-catalogue-mark': catalogueMark,
  '0053-devices-and-plugs-sold': devicesAndPlugsSold,
  '0056-turns': turns,
  '0057-reports-at-once': reportsAtOnce,
  '0060-refused-readings': refusedReadings,
  '0064-location-remarks': locationRemarks,
  '0065-refund-keys': refundKeys,
  '0066-book-moves': bookMoves,
  '0068-legal-texts': legalTexts,
  '0069-accounts': accounts,
  '0070-unbilled-energy': unbilledEnergy,
  '0072-without-catalogue-mark': withoutCatalogueMark,
};

interface StoreParts {
  /** The same database with the limits of visitors; missing: there are none. */
  visitorsDb?: Kysely<Tables> | null;
}

/** One schema on two engines; without a `changeFeed`, the process has the database to itself. */
export function createStore(
  db: Kysely<Tables>,
  changeFeed: ChangeFeed = createLocalChangeFeed(),
  { visitorsDb = null }: StoreParts = {},
): Store {
  const accessOn = (on: Kysely<Tables>): DatabaseAccess => ({
    db: on,
    inTransaction(work) {
      let publish = () => {};
      const done = transact(on, trx => {
        publish = collectTopics(trx, changeFeed);
        return work(trx);
      });
      // Beside what is returned: a caller that continues one microtask later misses the commit that SQLite does for several.
      done.then(
        () => publish(),
        () => undefined,
      );
      return done;
    },
  });
  return {
    ...accessOn(db),
    visitors: visitorsDb && accessOn(visitorsDb),
    changeFeed,
    engine: engineOf(db),
    migrate: () => migrate(db, MIGRATIONS),
    migrations: () => migrationStatus(db, MIGRATIONS),
    async check() {
      await sql`select 1`.execute(db);
    },
    async close() {
      await changeFeed.close();
      await db.destroy();
    },
  };
}
