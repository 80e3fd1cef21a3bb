import type { Kysely } from 'kysely';

/**
 * A session knows where its station is reached, whatever becomes of the point, and what else stations tell of it. Points and
 * tariffs say who has told of them: the operator's files, or a source of stations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('station', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('stop_refused_at', 'bigint').execute();
  await db.schema.alterTable('sessions').addColumn('battery', 'text').execute();
  for (const table of ['points', 'tariffs', 'tariff_periods'])
    await db.schema
      .alterTable(table)
      .addColumn('source', 'text', column => column.notNull().defaultTo('files'))
      .execute();
  await db.schema.alterTable('points').addColumn('location', 'text').execute();
  await db.schema.createIndex('points_source').on('points').columns(['source', 'location']).execute();
  await db.schema
    .createTable('told_locations')
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('location', 'text', column => column.notNull())
    .addColumn('refused', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('told_locations_pk', ['source', 'location'])
    .execute();
}
