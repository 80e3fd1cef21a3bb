import type { Kysely } from 'kysely';

/** When a version of a tariff is sold, so that a price can be announced for a date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tariff_periods')
    .addColumn('tariff_id', 'text', column => column.notNull())
    .addColumn('valid_from', 'bigint', column => column.notNull())
    .addColumn('valid_until', 'bigint')
    .addColumn('version', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('tariff_periods_pk', ['tariff_id', 'valid_from'])
    .execute();
}
