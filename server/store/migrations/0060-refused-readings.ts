import type { Kysely } from 'kysely';

/** A session remembers the meter value that its plug cannot have delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('refused', 'text').execute();
}
