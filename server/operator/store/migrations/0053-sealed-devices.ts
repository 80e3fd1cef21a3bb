import type { Kysely } from 'kysely';

/**
 * Devices that are told of a session, sealed. In a table of their own: a version before, which cannot open them, would take them for
 * devices that are gone, and remove them. It goes on with `push_subscriptions`, whose rows are sealed at night.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_devices')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('session_id', 'text', column => column.notNull())
    .addColumn('sealed', 'text', column => column.notNull())
    .addColumn('told', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute();
  await db.schema.createIndex('push_devices_session').on('push_devices').columns(['session_id']).execute();
}
