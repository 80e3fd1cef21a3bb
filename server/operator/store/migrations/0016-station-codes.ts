import type { Kysely } from 'kysely';

/** A code on a station's screen is good for one order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_codes')
    .addColumn('evse_id', 'text', column => column.notNull())
    .addColumn('slot', 'bigint', column => column.notNull())
    .addColumn('order_id', 'text', column => column.notNull())
    .addColumn('used_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('used_codes_pk', ['evse_id', 'slot'])
    .execute();
}
