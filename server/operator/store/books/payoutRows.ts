import type { BookPayout } from '../../../../shared/console/books.ts';
import { iso } from '../../../../shared/time.ts';
import type { Db } from '../store.ts';
import { PAYOUT, PAYOUT_ROW } from '../tables/bookTables.ts';
import { codecOf } from '../tables/codec.ts';
import type { Span } from './bookRows.ts';

const codec = codecOf(PAYOUT);
const rowCodec = codecOf(PAYOUT_ROW);

const MOST_UNKNOWN = 5;

/** What has arrived at the bank within a time, the newest first, each with the first rows that nobody knows. */
export async function listPayouts(db: Db, { from, to }: Span): Promise<BookPayout[]> {
  const payouts = await db
    .selectFrom('payouts')
    .selectAll()
    .where('arrived_at', '>=', from.getTime())
    .where('arrived_at', '<', to.getTime())
    .orderBy('arrived_at', 'desc')
    .limit(100)
    .execute();
  const all: BookPayout[] = [];
  for (const { account: _, readAt: __, arrivedAt, ...payout } of payouts.map(codec.decode)) {
    const unknown = payout.matched === payout.rows ? [] : await listUnknown(db, payout.id);
    all.push({ ...payout, arrivedAt: iso(arrivedAt), unknown });
  }
  return all;
}

async function listUnknown(db: Db, payoutId: string): Promise<BookPayout['unknown']> {
  const rows = await db
    .selectFrom('payout_rows')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('is_matched', '=', 0)
    .limit(MOST_UNKNOWN)
    .execute();
  return rows.map(rowCodec.decode).map(({ id, at, amountMinor, ref }) => ({ id, at: iso(at), amountMinor, ref }));
}
