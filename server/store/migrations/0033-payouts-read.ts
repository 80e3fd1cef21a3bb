import type { Kysely } from 'kysely';

/** What reading the provider's payouts needs: how far one has been read, what became of it, and what each row moved on a card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, name, type] of COLUMNS) {
    await db.schema
      .alterTable(table)
      .addColumn(name, type, column => (name === 'state' ? column.notNull().defaultTo('paid') : column))
      .execute();
  }
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute();
  // The first columns of another one now.
  await db.schema.dropIndex('payout_rows_payout').execute();
}

const COLUMNS = [
  ['payouts', 'state', 'text'],
  ['payouts', 'whole_at', 'bigint'],
  ['payout_rows', 'card_currency', 'text'],
  ['payout_rows', 'card_minor', 'bigint'],
] as const;

const INDEXES = {
  payout_rows_listed: ['payout_rows', 'payout_id', 'id'],
  payout_rows_matched: ['payout_rows', 'payout_id', 'is_matched', 'id'],
  payout_rows_payment: ['payout_rows', 'payment_id', 'kind'],
} as const satisfies Readonly<Record<string, readonly [table: string, ...columns: string[]]>>;
