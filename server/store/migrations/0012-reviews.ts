import type { Kysely } from 'kysely';

/**
 * A bill may wait for a person, where the station's source accounts for a session otherwise; and the source may write the invoice
 * itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['review', 'invoice_reference'])
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
}
