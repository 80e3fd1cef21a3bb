import type { Kysely } from 'kysely';

/** Which card a payment was, as nobody else could tell, and when what it had charged was too little to be taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payments')
    .addColumn('card_key', 'text', column => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('payments').addColumn('waived_at', 'bigint').execute();
  await db.schema.createIndex('payments_card').on('payments').columns(['card_key', 'waived_at']).execute();
}
