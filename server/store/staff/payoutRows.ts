import { sql } from 'kysely';
import type { BookPayout, NotPaidOut } from '../../../shared/console/ledger.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { PAYOUT, PAYOUT_ROW, type PayoutRecord, type PayoutRowRecord } from '../tables/ledgerTables.ts';
import { isOf, type LedgerCursor, type Span } from './ledgerRows.ts';

const codec = codecOf(PAYOUT);
const rowCodec = codecOf(PAYOUT_ROW);

const MAX_UNKNOWN_ROWS = 5;
const AT_ONCE = 100;

/** Lists at most 100 payouts of a period, newest first. Payouts whose rows are not all read yet are left out. */
export async function listPayouts(
  db: Db,
  { from, to, suppliers }: Span,
  before: LedgerCursor | null = null,
): Promise<PayoutRecord[]> {
  let query = db
    .selectFrom('payouts')
    .selectAll()
    .where('arrived_at', '>=', from.getTime())
    .where('arrived_at', '<', to.getTime())
    .where('whole_at', 'is not', null);
  if (suppliers)
    query = query.where(eb =>
      eb.exists(
        eb
          .selectFrom('payout_rows')
          .select(sql<number>`1`.as('one'))
          .whereRef('payout_id', '=', 'payouts.id')
          .where('supplier', 'in', suppliers),
      ),
    );
  if (before) {
    const [at, { id }] = [before.at.getTime(), before];
    query = query.where('arrived_at', '<=', at).where(eb => eb.or([eb('arrived_at', '<', at), eb('id', '<', id)]));
  }
  const rows = await query.orderBy('arrived_at', 'desc').orderBy('id', 'desc').limit(AT_ONCE).execute();
  return rows.map(codec.decode);
}

/** Iterates over all payouts of a period, for exports. */
export async function* payoutsIn(db: Db, span: Span): AsyncGenerator<PayoutRecord> {
  let before: LedgerCursor | null = null;
  for (;;) {
    const page: PayoutRecord[] = await listPayouts(db, span, before);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    before = { at: last.arrivedAt, id: last.id };
  }
}

/** Lists the newest payouts of a period, each with some of its rows that match no payment or refund. */
export async function showPayouts(db: Db, span: Span): Promise<BookPayout[]> {
  const all: BookPayout[] = [];
  for (const { account: _, readAt: __, wholeAt: ___, failedAt: ____, bookedAt: _____, arrivedAt, ...payout } of await listPayouts(
    db,
    span,
  )) {
    const unknown = payout.matched === payout.rows ? [] : await listUnknown(db, payout.id);
    const { capturedMinor, refundedMinor, feeMinor, otherMinor, paidMinor } = payout;
    const sumMinor = capturedMinor - refundedMinor - feeMinor + otherMinor;
    all.push({ ...payout, arrivedAt: iso(arrivedAt), unknown, gapMinor: paidMinor - sumMinor });
  }
  return all;
}

async function listUnknown(db: Db, payoutId: string): Promise<BookPayout['unknown']> {
  const rows = await db
    .selectFrom('payout_rows')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('is_matched', '=', 0)
    .orderBy('id')
    .limit(MAX_UNKNOWN_ROWS)
    .execute();
  return rows.map(rowCodec.decode).map(({ id, at, kind, amountMinor, ref }) => ({ id, at: iso(at), kind, amountMinor, ref }));
}

/**
 * Lists one page of a payout's rows, sorted by id. `number` is the nine-digit number of the session. Null: the row belongs to no
 * session.
 */
export async function listPayoutRows(
  db: Db,
  { payoutId, after, suppliers }: { payoutId: string; after: string; suppliers?: readonly string[] | undefined },
): Promise<(PayoutRowRecord & { number: number | null })[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .leftJoin('book_lines', 'book_lines.id', 'payout_rows.payment_id')
    .selectAll('payout_rows')
    .select('number')
    .where('payout_id', '=', payoutId)
    .where('payout_rows.id', '>', after)
    .where(eb => (suppliers ? eb('payout_rows.supplier', 'in', suppliers) : eb.lit(true)))
    .orderBy('payout_rows.id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ number, ...row }) => ({ ...rowCodec.decode(row), number: number === null ? null : Number(number) }));
}

/**
 * Lists captures of a period that are in no payout. Captures before the first stored payout are left out, because an earlier
 * payout may contain them.
 * @param until leaves out captures from this time on, because the next payout may still contain them
 */
export async function listNotPaidOut(
  db: Db,
  { from, to, ...span }: Span,
  { until, limit }: { until: Date; limit: number },
): Promise<NotPaidOut[]> {
  const first = await db
    .selectFrom('payouts')
    .select('arrived_at')
    .where('whole_at', 'is not', null)
    .orderBy('arrived_at')
    .limit(1)
    .executeTakeFirst();
  if (!first) return [];
  const rows = await db
    .selectFrom('book_lines')
    .select(['number', 'at', 'currency', 'captured_minor'])
    .where('at', '>=', Math.max(from.getTime(), first.arrived_at))
    .where('at', '<', Math.min(to.getTime(), until.getTime()))
    .where('captured_minor', '>', 0)
    .where(isOf({ from, to, ...span }, 'supplier'))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payout_rows')
            .select(sql<number>`1`.as('one'))
            .whereRef('payout_rows.payment_id', '=', 'book_lines.payment_id')
            .where('payout_rows.kind', '=', 'capture')
            .where('payout_rows.is_matched', '=', 1),
        ),
      ),
    )
    .orderBy('at')
    .limit(limit)
    .execute();
  return rows.map(({ number, at, currency, captured_minor: capturedMinor }) => ({
    number: Number(number),
    at: iso(Number(at)),
    currency,
    capturedMinor: Number(capturedMinor),
  }));
}
