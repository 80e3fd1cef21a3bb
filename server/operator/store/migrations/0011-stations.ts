import type { Kysely } from 'kysely';

/** A session knows where its station is reached, whatever becomes of the point; and what else stations may tell of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('station', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('stop_refused_at', 'bigint').execute();
  await db.schema.alterTable('sessions').addColumn('battery', 'text').execute();
}
