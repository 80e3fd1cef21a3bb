import type { Kysely } from 'kysely';

/**
 * Which process holds the socket of which station, so that its jobs are done where they can be; and which points a charge point
 * has. docs/decisions/0022.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('held_stations')
    .addColumn('station_id', 'text', column => column.primaryKey())
    .addColumn('process_id', 'text', column => column.notNull())
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('protocol', 'text', column => column.notNull())
    .addColumn('meter_interval_s', 'integer')
    .addColumn('seen_at', 'bigint', column => column.notNull())
    .execute();
  await db.schema.createIndex('held_stations_process').on('held_stations').column('process_id').execute();
  await db.schema.alterTable('outbox').addColumn('station', 'text').execute();
  await db.schema.createIndex('outbox_station').on('outbox').columns(['station', 'done_at']).execute();
  await db.schema.alterTable('points').addColumn('charge_point', 'text').execute();
  await db.schema.createIndex('points_charge_point').on('points').column('charge_point').execute();
}
