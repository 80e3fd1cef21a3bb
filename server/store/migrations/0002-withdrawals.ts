import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('withdrawals')
    .addColumn('id', 'text', column => column.notNull().primaryKey())
    .addColumn('session_id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('email', 'text', column => column.notNull())
    .addColumn('locale', 'text', column => column.notNull())
    .addColumn('received_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('withdrawals_session_id', ['session_id'])
    .execute();
}
