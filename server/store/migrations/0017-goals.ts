import type { Kysely } from 'kysely';

/** A driver may say where charging should end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('goal', 'text').execute();
}
