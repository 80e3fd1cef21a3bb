import type { Kysely } from 'kysely';

/** Drops the stored state of prices: a process keeps that state in memory. See docs/decisions/0055. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('meters_so_far').execute();
}
