import type { Kysely } from 'kysely';

/** Other indexes begin with the same columns: these were written with every payment and document, and never read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['payments_search', 'documents_session']) await db.schema.dropIndex(index).ifExists().execute();
}
