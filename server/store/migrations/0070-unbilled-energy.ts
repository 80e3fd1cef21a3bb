import type { Kysely } from 'kysely';

/** A session stores how much may have flowed before the value that it is billed from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('unbilled_wh', 'bigint').execute();
}
