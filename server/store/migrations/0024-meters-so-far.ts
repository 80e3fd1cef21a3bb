import type { Kysely } from 'kysely';

/** What a session's readings have come to, up to one of them: whoever goes on with it need not read them all again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('meters_so_far')
    .addColumn('session_id', 'text', column => column.primaryKey())
    .addColumn('meter_revision', 'bigint', column => column.notNull())
    .addColumn('reached_at', 'bigint', column => column.notNull())
    .addColumn('basis', 'text', column => column.notNull())
    .addColumn('json', 'text', column => column.notNull())
    .execute();
}
