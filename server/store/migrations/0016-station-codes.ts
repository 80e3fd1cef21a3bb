import type { Kysely } from 'kysely';

/**
 * A code on a station's screen is good for one order. A plug knows whose cable is in it, and what became of the wish to have it
 * unlocked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_codes')
    .addColumn('evse_id', 'text', column => column.notNull())
    .addColumn('slot', 'bigint', column => column.notNull())
    .addColumn('order_id', 'text', column => column.notNull())
    .addColumn('used_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('used_codes_pk', ['evse_id', 'slot'])
    .execute();
  await db.schema.alterTable('plugs').addColumn('session_id', 'text').execute();
  await db.schema.alterTable('plugs').addColumn('unlock', 'text').execute();
}
