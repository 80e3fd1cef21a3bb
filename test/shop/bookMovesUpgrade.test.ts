import { afterEach, describe, expect, it } from '@jest/globals';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { getBook } from '../../server/staff/ledger/ledger.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { migrate } from '../../server/store/engine/migrate.ts';
import { sumMoves } from '../../server/store/staff/moveRows.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { migrationsUpTo } from '../support/migrations.ts';
import { openOperator } from '../support/openShop.ts';

const AT = Date.parse('2026-11-03T00:00:00Z');
const SPAN = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') };

describe.each(bothEngines())('Books of a version before, on %s', (_, openStore) => {
  let store: Store;
  const bookkeeping = () => ({
    ...{ store, documentFiles: null, holidays: createHolidays(), now: new Date('2026-12-02T10:00:00Z') },
    ...{ timeZone: 'Europe/Berlin', payoutDays: 14 },
  });
  const owed = async () =>
    (await sumMoves(store.db, { ...SPAN, providerDays: SPAN })).map(({ supplier, kind, minor }) => [supplier, kind, minor]);

  afterEach(() => store.close());

  it('have payouts that are booked once they are opened, on the day of their arrival', async () => {
    store = await openStore();
    const { earlier } = await migrationsUpTo('0066-book-moves');
    await migrate(store.db, earlier);
    const payout = {
      ...{ id: 'po_1', account: null, arrived_at: AT, currency: 'EUR', paid_minor: -105, captured_minor: 0, refunded_minor: 0 },
      ...{ fee_minor: 100, other_minor: -5, rows: 2, matched: 1, read_at: AT, state: 'paid', whole_at: AT },
    };
    const row = { payout_id: 'po_1', at: AT, ref: null, fee_minor: 0, payment_id: null, is_matched: 0 };
    await store.db
      .insertInto('payouts')
      .values(payout as never)
      .execute();
    for (const [id, kind, minor] of [
      ['txn_1', 'fee', -100],
      ['txn_2', 'other', -5],
    ] as const)
      await store.db
        .insertInto('payout_rows')
        .values({ ...row, id, kind, amount_minor: minor } as never)
        .execute();
    await store.migrate();
    const { payouts } = await getBook(bookkeeping(), { period: '2026-11' });
    expect(payouts).toMatchObject([{ id: 'po_1', gapMinor: 0 }]);
    expect(await owed()).toEqual([
      ['', 'fee', -100],
      ['', 'other', -5],
      ['', 'payout', 105],
    ]);
  });

  it('have sessions and documents that are derived again with their supplier, on their own days', async () => {
    const shop = await openOperator({ store: await openStore(), startsAt: '2026-11-02T10:00:00Z' });
    store = shop.store;
    const ordered = await shop.charging();
    await shop.pass(30);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(600);
    const before = await getBook(bookkeeping(), { period: '2026-11' });
    expect(before.moved).toMatchObject([{ supplier: 'blaufink', kind: 'capture', minor: 853 }]);
    await store.db.deleteFrom('book_moves').execute();
    await store.db.updateTable('book_lines').set({ supplier: null }).execute();
    const none = { supplier: null, home: null, served_at: null, shortfall_minor: null };
    await store.db.updateTable('book_entries').set(none).execute();
    expect(await getBook(bookkeeping(), { period: '2026-11' })).toEqual(before);
    const entries = await store.db.selectFrom('book_entries').select(['supplier', 'home', 'shortfall_minor']).execute();
    expect(entries.map(entry => ({ ...entry, shortfall_minor: Number(entry.shortfall_minor) }))).toEqual([
      { supplier: 'blaufink', home: 'de', shortfall_minor: 0 },
    ]);
  });
});
