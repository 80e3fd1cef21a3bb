import type { Kysely } from 'kysely';

/** A bill may wait for a person, where the station's source accounts for a session otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('review', 'text').execute();
}
