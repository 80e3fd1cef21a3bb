import type { Kysely } from 'kysely';

/** A refund remembers from when a read decides whether a call with its key took place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refunds').addColumn('verify_from', 'bigint').execute();
}
