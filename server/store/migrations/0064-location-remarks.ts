import type { Kysely } from 'kysely';

/** Locations of sources have remarks on what is sold there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('told_locations').addColumn('remarks', 'text').execute();
}
