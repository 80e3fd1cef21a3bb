import type { Kysely } from 'kysely';

/** Which request has enqueued a job. Null: none, or the version before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('correlation', 'text').execute();
}
