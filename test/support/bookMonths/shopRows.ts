import type { InvoiceDocument } from '../../../server/core/records/records.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import type { Currency } from '../../../shared/model/money.ts';

type Row = Readonly<Record<string, unknown>>;
const TABLES = ['orders', 'sessions', 'payments', 'documents'] as const;
const DERIVED = [
  'book_closings',
  'book_lines',
  'book_entries',
  'book_moves',
  'payouts',
  'payout_rows',
  'refunds',
  'audit',
] as const;

/** The rows that the app has really written for one sale. All further sales are copies of them with changed columns. */
export interface Sample {
  order: Row;
  session: Row;
  payment: Row;
  document: Row;
}

export async function readSample({ db }: Store): Promise<Sample> {
  const first = (table: (typeof TABLES)[number]) => db.selectFrom(table).selectAll().executeTakeFirstOrThrow() as Promise<Row>;
  return {
    order: await first('orders'),
    session: await first('sessions'),
    payment: await first('payments'),
    document: await first('documents'),
  };
}

export async function clear({ db }: Store): Promise<void> {
  for (const table of [...DERIVED, 'documents', 'sessions', 'payments', 'orders', 'outbox'] as const)
    await db.deleteFrom(table).execute();
}

export interface Sold {
  n: number;
  supplier: string;
  currency: Currency;
  at: Date;
  /**
   * Total of the bill; null if there is neither a bill nor a document, because the money was captured after the order had ended.
   */
  billMinor: number | null;
  capturedMinor: number;
  country: string;
  percent: number;
}

/** Writes an order with session and payment, and an invoice if the sale has a bill. */
export async function writeSale({ db }: Store, sample: Sample, sale: Sold): Promise<void> {
  const { n, supplier, currency, at, billMinor, capturedMinor } = sale;
  const ids = { order: `order-${n}`, session: `session-${n}`, payment: `payment-${n}` };
  const insert = (table: (typeof TABLES)[number], row: Row) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute();
  await insert('orders', {
    ...sample.order,
    id: ids.order,
    intent: `intent-${n}`,
    client_id: supplier,
    payment_id: ids.payment,
    currency,
  });
  await insert('payments', {
    ...{ ...sample.payment, id: ids.payment, order_id: ids.order, client_id: supplier, ref: `ref-${n}`, currency },
    ...{ amount_minor: capturedMinor, captured_minor: billMinor === null ? null : capturedMinor, refunded_minor: 0, version: 1 },
    ...{ state: billMinor === null ? 'released' : 'captured', settled_at: at.getTime(), next_check_at: null },
  });
  await insert('sessions', {
    ...{
      ...sample.session,
      id: ids.session,
      watch_id: `watch-${n}`,
      number: 100_000_000 + n,
      order_id: ids.order,
      client_id: supplier,
    },
    // The session needs no price, because the ledger reads only the amounts of documents and payments.
    ...{ start_id: `start-${n}`, total_minor: null, bill: null, state: 'completed', next_check_at: null },
  });
  if (billMinor === null) await note({ db }, { n, what: 'taken', at, facts: { capturedMinor } });
  else
    await writeDocument({ db }, sample, {
      sale,
      at,
      kind: 'invoice',
      totalMinor: billMinor,
      tag: 'R',
      sequence: 1,
      refundedAt: null,
    });
}

export const note = ({ db }: Pick<Store, 'db'>, { n, what, at, facts }: { n: number; what: string; at: Date; facts: object }) =>
  db
    .insertInto('audit')
    .values({ at: at.getTime(), subject_id: `payment-${n}`, what, facts: JSON.stringify(facts) } as never)
    .execute();

interface Issued {
  sale: Sold;
  at: Date;
  kind: 'invoice' | 'credit-note';
  totalMinor: number;
  /** Position among the documents of the sale, beginning with 1. */
  sequence: number;
  /** Part of the document number and id that is unique within the sale. */
  tag: string;
  refundedAt: Date | null;
}

export async function writeDocument({ db }: Pick<Store, 'db'>, sample: Sample, issued: Issued): Promise<void> {
  const { sale, at, kind, totalMinor, tag, sequence, refundedAt } = issued;
  const old = JSON.parse(String(sample.document.json)) as InvoiceDocument;
  const netMinor = Math.round((totalMinor * 100) / (100 + sale.percent));
  const number = `${kind === 'invoice' ? 'R' : 'G'}-${sale.supplier.toUpperCase()}${tag}-2026-${String(sale.n).padStart(6, '0')}`;
  const content = {
    ...old,
    ...{ kind, number, currency: sale.currency, totalMinor, endedAt: sale.at.toISOString() },
    vat: [{ percent: sale.percent, netMinor, vatMinor: totalMinor - netMinor, grossMinor: totalMinor }],
    place: { ...old.place, country: sale.country },
    hold: { heldMinor: sale.capturedMinor, chargedMinor: sale.capturedMinor, releasedMinor: 0 },
    cancels:
      kind === 'invoice'
        ? null
        : {
            number: 'R',
            issuedAt: at.toISOString(),
            isReceipt: false,
            isWhole: false,
            refundedAt: refundedAt?.toISOString() ?? null,
          },
  };
  const row = {
    ...sample.document,
    id: `document-${tag}-${sale.n}`,
    session_id: `session-${sale.n}`,
    kind,
    number,
    sequence,
    issued_at: at.getTime(),
  };
  await db
    .insertInto('documents')
    .values({ ...row, json: JSON.stringify(content), sha256: null } as never)
    .execute();
}

/**
 * Sets the refunded total of the payment. `own`: adds a row for a refund by the app; null: adds an audit entry for a refund made
 * at the payment provider.
 */
export async function writeRefund(
  { db }: Store,
  { n, at, minor, totalMinor, own }: { n: number; at: Date; minor: number; totalMinor: number; own: number | null },
): Promise<void> {
  const changes = { refunded_minor: totalMinor, version: 1 + totalMinor };
  await db
    .updateTable('payments')
    .set(changes as never)
    .where('id', '=', `payment-${n}`)
    .execute();
  if (own === null)
    return void (await note({ db }, { n, what: 'refunded', at, facts: { refundedMinor: totalMinor, isOurs: false } }));
  const row = {
    ...{ id: `refund-${n}-${own}`, payment_id: `payment-${n}`, n: own, key_at: at.getTime(), amount_minor: minor, reason: 'x' },
    ...{ state: 'done', before_minor: totalMinor - minor, requested_at: at.getTime(), done_at: at.getTime(), requested_by: null },
  };
  await db
    .insertInto('refunds')
    .values(row as never)
    .execute();
}
