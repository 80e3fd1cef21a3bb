import { sql } from 'kysely';
import type { BookMoved } from '../../../shared/console/ledger.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { BOOK_MOVE, type BookMoveRecord, PAYOUT, type PayoutRecord } from '../tables/ledgerTables.ts';
import type { LedgerCursor, Span } from './ledgerRows.ts';

const codec = codecOf(BOOK_MOVE);
const payoutCodec = codecOf(PAYOUT);

/** Adds a ledger movement (see `BOOK_MOVE`). Movements are never changed or deleted. */
export async function addMove(trx: Trx, move: BookMoveRecord): Promise<void> {
  await trx.insertInto('book_moves').values(codec.encode(move)).execute();
}

/** Lists the ledger movements of a payment or payout. */
export async function listMovesOf(db: Db, ref: string): Promise<BookMoveRecord[]> {
  return (await db.selectFrom('book_moves').selectAll().where('ref', '=', ref).execute()).map(codec.decode);
}

/**
 * A period in the time zone of the ledger (`from`, `to`), and the same days as the payment provider counts them, from midnight
 * UTC.
 */
export interface MoveSpan extends Span {
  providerDays: Span;
}

const AT_ONCE = 500;

/**
 * Iterates over all ledger movements of a period, page by page: first those with a known time, then those of which only the
 * payment provider's day is known.
 */
export async function* movesIn(db: Db, { providerDays, ...span }: MoveSpan): AsyncGenerator<readonly BookMoveRecord[]> {
  for (const [isDay, each] of [
    [0, span],
    [1, { ...span, ...providerDays }],
  ] as const)
    for (let after: LedgerCursor | null = null; ; ) {
      const page: BookMoveRecord[] = await listMoves(db, each, { isDay, after });
      const last = page.at(-1);
      if (!last) break;
      yield page;
      after = { at: last.at, id: last.id };
    }
}

async function listMoves(
  db: Db,
  span: Span,
  { isDay, after }: { isDay: 0 | 1; after: LedgerCursor | null },
): Promise<BookMoveRecord[]> {
  let query = movesOf(db, span, isDay).selectAll();
  if (after) {
    const [at, { id }] = [after.at.getTime(), after];
    query = query.where('at', '>=', at).where(eb => eb.or([eb('at', '>', at), eb('id', '>', id)]));
  }
  return (await query.orderBy('at').orderBy('id').limit(AT_ONCE).execute()).map(codec.decode);
}

function movesOf(db: Db, { from, to, suppliers }: Span, isDay: 0 | 1) {
  const query = db
    .selectFrom('book_moves')
    .where('is_day', '=', isDay)
    .where('at', '>=', from.getTime())
    .where('at', '<', to.getTime());
  return suppliers === undefined ? query : query.where('supplier', 'in', suppliers);
}

/**
 * Sums up by how much a period's movements have changed the payment provider's debt, by brand, currency and kind of movement.
 * Also counts the movements.
 */
export async function sumMoves(db: Db, { providerDays, ...span }: MoveSpan): Promise<(BookMoved & { count: number })[]> {
  const sums = new Map<string, BookMoved & { count: number }>();
  for (const [isDay, each] of [
    [0, span],
    [1, { ...span, ...providerDays }],
  ] as const) {
    const rows = await movesOf(db, each, isDay)
      .select(eb => ['supplier', 'currency', 'kind', eb.fn.sum('minor').as('minor'), eb.fn.countAll().as('count')])
      .where('minor', '!=', 0)
      .groupBy(['supplier', 'currency', 'kind'])
      .execute();
    for (const { supplier, currency, kind, ...row } of rows) {
      const key = `${supplier} ${currency} ${kind}`;
      const { minor, count } = sums.get(key) ?? { minor: 0, count: 0 };
      sums.set(key, { supplier, currency, kind, minor: minor + Number(row.minor), count: count + Number(row.count) });
    }
  }
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Lists the app's refunds of a period that have no ledger movement. */
export async function refundsToBook(db: Db, { from, to }: Span, limit: number) {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'done_at'])
    .where('state', '=', 'done')
    .where('done_at', '>=', from.getTime())
    .where('done_at', '<', to.getTime())
    .where(eb =>
      eb.not(
        eb.exists(
          eb.selectFrom('book_moves').select('book_moves.id').where('book_moves.id', '=', sql<string>`'refund:' || refunds.id`),
        ),
      ),
    )
    .orderBy('done_at')
    .limit(limit)
    .execute();
  return rows.map(({ id, payment_id: paymentId, done_at: at }) => ({ id: `refund:${id}`, paymentId, at: new Date(at ?? 0) }));
}

/** Lists audit entries of a period that record a changed refund total at the payment provider and have no ledger movement yet. */
export async function refundNotesToBook(db: Db, { from, to }: Span, limit: number) {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('payments', 'payments.id', 'subject_id')
    .select(['audit.id', 'subject_id', 'at'])
    .where('what', '=', 'refunded')
    .where('at', '>=', from.getTime())
    .where('at', '<', to.getTime())
    .where(eb =>
      eb.not(
        eb.exists(
          eb.selectFrom('book_moves').select('book_moves.id').where('book_moves.id', '=', sql<string>`'note:' || audit.id`),
        ),
      ),
    )
    // Leaves out payments with a pending refund by the app, because that refund may have caused the change.
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.payment_id', '=', 'payments.id')
            .where('refunds.state', 'in', ['asked', 'dropping']),
        ),
      ),
    )
    .orderBy('at')
    .limit(limit)
    .execute();
  return rows.map(({ id, subject_id: paymentId, at }) => ({ id: `note:${id}`, paymentId, at: new Date(at) }));
}

/** Lists payouts whose ledger movements are missing or outdated. */
export async function payoutsToBook(db: Db, limit: number): Promise<PayoutRecord[]> {
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where('whole_at', 'is not', null)
    .where('booked_at', 'is', null)
    .orderBy('arrived_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(payoutCodec.decode);
}
