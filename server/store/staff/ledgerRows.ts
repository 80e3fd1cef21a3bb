import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { BookLine } from '../../../shared/console/ledger.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { BOOK_LINE, type BookLineRecord } from '../tables/ledgerTables.ts';
import type { Tables } from '../tables/tables.ts';

const lineCodec = codecOf(BOOK_LINE);

/** A period, optionally for some brands only. `from` is inclusive, `to` is exclusive. */
export interface Span {
  from: Date;
  to: Date;
  /** Ids of the brands whose rows are selected. Absent: all rows. */
  suppliers?: readonly string[];
}

/** Returns an SQL condition that selects the brands of a span. */
export const isOf =
  ({ suppliers }: Span, column: string | RawBuilder<string>) =>
  <T extends Tables, K extends keyof T & string>(eb: ExpressionBuilder<T, K>) =>
    suppliers === undefined ? eb.lit(true) : eb(typeof column === 'string' ? sql.ref<string>(column) : column, 'in', suppliers);

/** The last row of a page in a list that is sorted by time. The next page begins after this row. */
export interface LedgerCursor {
  at: Date;
  id: string;
}

export async function putLine(trx: Trx, line: BookLineRecord): Promise<void> {
  const row = lineCodec.encode(line);
  await trx
    .insertInto('book_lines')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute();
}

/**
 * Lists the ids of payments that were settled in a period and have no reconciliation line (`book_lines`), or only an outdated
 * one.
 */
export async function paymentsToBook(db: Db, { from, to }: Span, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('book_lines', 'book_lines.id', 'payments.id')
    .select('payments.id')
    .where('settled_at', '>=', from.getTime())
    .where('settled_at', '<', to.getTime())
    .where(eb =>
      eb.or([
        eb('book_lines.id', 'is', null),
        eb('payment_version', '!=', eb.ref('payments.version')),
        eb('book_lines.supplier', 'is', null),
      ]),
    )
    .where(eb =>
      eb.or([
        eb('payments.state', 'in', ['captured', 'capture_failed']),
        eb('waived_at', 'is not', null),
        eb.and([eb('payments.state', '=', 'released'), eb.exists(costing(eb))]),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the session of a payment, if the session has a price and the payment is the current one of the order. */
const costing = (eb: ExpressionBuilder<Tables, 'payments'>) =>
  eb
    .selectFrom('sessions')
    .innerJoin('orders', 'orders.id', 'sessions.order_id')
    .select('sessions.id')
    .whereRef('orders.id', '=', 'payments.order_id')
    .whereRef('orders.payment_id', '=', 'payments.id')
    .where('total_minor', '>', 0);

/**
 * Lists a period's captures that were made at the payment provider after the order was over. They are known from audit entries.
 * Captures with an up-to-date reconciliation line are left out.
 */
export async function listOutsideCaptures(db: Db, { from, to }: Span, limit: number) {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('payments', 'payments.id', 'subject_id')
    .select(['at', 'subject_id', 'facts'])
    .where('what', '=', 'taken')
    .where('at', '>=', from.getTime())
    .where('at', '<', to.getTime())
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('book_lines')
            .select('book_lines.id')
            .whereRef('payment_id', '=', 'payments.id')
            .whereRef('payment_version', '=', 'payments.version')
            .where('supplier', 'is not', null)
            .where('book_lines.id', 'like', 'taken:%'),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(({ at, subject_id: paymentId, facts }) => ({
    at: new Date(at),
    paymentId,
    capturedMinor: Number((JSON.parse(facts) as Record<string, unknown>).capturedMinor ?? 0),
  }));
}

/**
 * Finds the reconciliation line of a capture that was made at the payment provider after the order was over. Null: there is
 * none.
 */
export async function findOutsideCaptureLine(db: Db, paymentId: string): Promise<BookLineRecord | null> {
  const row = await db.selectFrom('book_lines').selectAll().where('id', '=', `taken:${paymentId}`).executeTakeFirst();
  return row ? lineCodec.decode(row) : null;
}

/** Returns an SQL condition that selects the reconciliation lines of a span. */
export const within = (span: Span) => (eb: ExpressionBuilder<Tables, 'book_lines'>) =>
  eb.and([eb('at', '>=', span.from.getTime()), eb('at', '<', span.to.getTime()), isOf(span, 'supplier')(eb)]);

/** Lists reconciliation lines with a difference: first the open ones, then the newest. */
export async function listDifferences(db: Db, span: Span, limit: number): Promise<BookLine[]> {
  const rows = await db
    .selectFrom('book_lines')
    .selectAll()
    .where(within(span))
    .where(sql<boolean>`why is not null`)
    .orderBy('is_open', 'desc')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return withUnbilled(db, rows);
}

interface LinesQuery {
  limit: number;
  /** Null: the page begins with the newest line. */
  before: LedgerCursor | null;
  /** True: only lines without a difference. */
  agreeing?: boolean;
}

/** Lists one page of reconciliation lines, newest first. */
export async function listLines(db: Db, span: Span, { limit, before, agreeing = false }: LinesQuery): Promise<BookLine[]> {
  let query = db.selectFrom('book_lines').selectAll().where(within(span));
  if (agreeing) query = query.where('why', 'is', null);
  if (before) {
    const [at, { id }] = [before.at.getTime(), before];
    query = query.where('at', '<=', at).where(eb => eb.or([eb('at', '<', at), eb('id', '<', id)]));
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return withUnbilled(db, rows);
}

/** Adds to each line the maximum energy that flowed before the first billed meter value of its session. */
async function withUnbilled(db: Db, rows: readonly Tables['book_lines'][]): Promise<BookLine[]> {
  const lines = rows.map(row => lineCodec.decode(row));
  if (lines.length === 0) return [];
  const ids = lines.map(({ sessionId }) => sessionId);
  const found = await db.selectFrom('sessions').select(['id', 'unbilled_wh']).where('id', 'in', ids).execute();
  const unbilled = new Map(found.map(row => [row.id, row.unbilled_wh]));
  return lines.map(({ paymentId: _, paymentVersion: __, sessionId, at, ...line }) => ({
    ...line,
    at: iso(at),
    unbilledWh: unbilled.get(sessionId) || null,
  }));
}
