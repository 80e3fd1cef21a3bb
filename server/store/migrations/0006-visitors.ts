import type { Kysely } from 'kysely';

/** Who started for free without an e-mail address; and the receipt search finds its payments by their time as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('visitor', 'text', column => column.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('orders_visitor').on('orders').columns(['visitor', 'created_at']).execute();
  await db.schema.createIndex('payments_found').on('payments').columns(['client_id', 'captured_minor', 'created_at']).execute();
}
