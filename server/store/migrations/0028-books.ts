import { type Kysely, sql } from 'kysely';

/**
 * What the operator's books are made of, derived from payments and documents, so that a month is summed up without reading
 * its documents; and what the payment provider says it has paid out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { columns, key }] of Object.entries(TABLES)) {
    let table = db.schema.createTable(name).addPrimaryKeyConstraint(`${name}_key`, [...key] as never);
    for (const [column, type] of Object.entries(columns)) {
      const isNullable = type.endsWith(' null');
      table = table.addColumn(column, type.replace(' null', '') as 'text', definition =>
        isNullable ? definition : definition.notNull(),
      );
    }
    await table.execute();
  }
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute();
  // Few lines differ, and those are what everybody looks for first.
  await sql`create index book_lines_differ on book_lines (at) where why is not null`.execute(db);
}

const TABLES: Readonly<Record<string, { columns: Readonly<Record<string, string>>; key: readonly string[] }>> = {
  book_lines: {
    columns: {
      id: 'text',
      payment_id: 'text',
      payment_version: 'integer',
      at: 'bigint',
      session_id: 'text',
      number: 'bigint',
      currency: 'text',
      captured_minor: 'bigint',
      billed_minor: 'bigint',
      priced_minor: 'bigint',
      energy_wh: 'bigint',
      is_signed: 'integer',
      why: 'text null',
      is_open: 'integer',
      document: 'text null',
    },
    key: ['id'],
  },
  book_entries: {
    columns: {
      document_id: 'text',
      n: 'integer',
      at: 'bigint',
      series: 'text',
      count: 'bigint',
      number: 'text',
      kind: 'text',
      session_number: 'bigint',
      currency: 'text',
      country: 'text',
      vat_milli: 'integer',
      net_minor: 'bigint',
      vat_minor: 'bigint',
      gross_minor: 'bigint',
      is_refund: 'integer',
      is_elsewhere: 'integer',
    },
    key: ['document_id', 'n'],
  },
  payouts: {
    columns: {
      id: 'text',
      account: 'text null',
      arrived_at: 'bigint',
      currency: 'text',
      paid_minor: 'bigint',
      captured_minor: 'bigint',
      refunded_minor: 'bigint',
      fee_minor: 'bigint',
      other_minor: 'bigint',
      rows: 'integer',
      matched: 'integer',
      read_at: 'bigint',
    },
    key: ['id'],
  },
  payout_rows: {
    columns: {
      id: 'text',
      payout_id: 'text',
      at: 'bigint',
      kind: 'text',
      ref: 'text null',
      amount_minor: 'bigint',
      fee_minor: 'bigint',
      payment_id: 'text null',
      is_matched: 'integer',
    },
    key: ['id'],
  },
};

const INDEXES = {
  book_lines_at: ['book_lines', 'at', 'id'],
  book_lines_payment: ['book_lines', 'payment_id'],
  book_entries_at: ['book_entries', 'at', 'document_id'],
  book_entries_series: ['book_entries', 'series', 'count'],
  payments_settled: ['payments', 'settled_at'],
  documents_issued: ['documents', 'issued_at', 'id'],
  payouts_arrived: ['payouts', 'arrived_at'],
  payout_rows_payout: ['payout_rows', 'payout_id', 'is_matched'],
} as const satisfies Readonly<Record<string, readonly [table: string, ...columns: string[]]>>;
