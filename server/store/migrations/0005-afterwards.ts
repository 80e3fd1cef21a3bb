import type { Kysely } from 'kysely';

/** Documents that follow others, and money that is given back. Until now a session had one document at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('documents')
    .addColumn('sequence', 'integer', column => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('documents').addColumn('replaces_id', 'text').execute();
  await db.schema.alterTable('documents').addColumn('cancels_id', 'text').execute();
  await db.schema.createIndex('documents_sequence').unique().on('documents').columns(['session_id', 'sequence']).execute();
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', column => column.notNull().primaryKey())
    .addColumn('payment_id', 'text', column => column.notNull())
    .addColumn('n', 'integer', column => column.notNull())
    .addColumn('key_at', 'bigint', column => column.notNull())
    .addColumn('amount_minor', 'bigint', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('before_minor', 'bigint')
    .addColumn('asked_at', 'bigint', column => column.notNull())
    .addColumn('done_at', 'bigint')
    .addUniqueConstraint('refunds_payment_n', ['payment_id', 'n'])
    .execute();
}
