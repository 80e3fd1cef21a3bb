import { type Kysely, sql } from 'kysely';

/** Refunds that wait for a second person, and who has asked for a refund. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refund_requests')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('payment_id', 'text', column => column.notNull())
    .addColumn('amount_minor', 'bigint', column => column.notNull())
    .addColumn('currency', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('asked_by', 'text', column => column.notNull())
    .addColumn('asked_at', 'bigint', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'bigint')
    .addColumn('refund_id', 'text')
    .execute();
  // One of a payment at most.
  await sql`create unique index refund_requests_waiting on refund_requests (payment_id) where state = 'waiting'`.execute(db);
  await db.schema.alterTable('refunds').addColumn('asked_by', 'text').execute();
}
