import { type Kysely, sql } from 'kysely';

/**
 * What changes the money that the provider owes, one row for each reason; and whose books each line, entry and payout row belongs
 * to. Lines and entries without a supplier are derived again. A row of `book_closings` is a day or month that was taken as a batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('book_moves')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('is_day', 'integer', column => column.notNull())
    .addColumn('ref', 'text', column => column.notNull())
    .addColumn('supplier', 'text', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('minor', 'bigint', column => column.notNull())
    .addColumn('number', 'bigint')
    .execute();
  await db.schema
    .createTable('book_closings')
    .addColumn('supplier', 'text', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('from_at', 'bigint', column => column.notNull())
    .addColumn('to_at', 'bigint', column => column.notNull())
    .addColumn('from_day', 'bigint', column => column.notNull())
    .addColumn('to_day', 'bigint', column => column.notNull())
    .addColumn('closed_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('book_closings_key', ['supplier', 'currency', 'from_at', 'to_at'])
    .execute();
  for (const [table, name, type] of COLUMNS) await db.schema.alterTable(table).addColumn(name, type).execute();
  await db.schema.createIndex('book_moves_at').on('book_moves').columns(['is_day', 'at', 'id']).execute();
  await db.schema.createIndex('book_moves_ref').on('book_moves').columns(['ref', 'kind']).execute();
  await sql`create index payout_rows_passing on payout_rows (ref) where kind in ('payout', 'returned')`.execute(db);
  await sql`create index payouts_unbooked on payouts (id) where whole_at is not null and booked_at is null`.execute(db);
}

const COLUMNS = [
  ['book_lines', 'supplier', 'text'],
  ['book_entries', 'supplier', 'text'],
  ['book_entries', 'home', 'text'],
  ['book_entries', 'served_at', 'bigint'],
  ['book_entries', 'shortfall_minor', 'bigint'],
  ['payouts', 'failed_at', 'bigint'],
  ['payouts', 'booked_at', 'bigint'],
  ['payout_rows', 'supplier', 'text'],
] as const;
