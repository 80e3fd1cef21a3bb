import type { Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

const BYTES = { sqlite: 'blob', postgres: 'bytea' } as const;

/**
 * Drawn pages lie beside the rows of their documents: SQLite reads through all of a row to reach its last columns. Those from
 * before stay in their rows until nights move them; see `moveFiles`.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('document_files')
    .addColumn('document_id', 'text', column => column.notNull().primaryKey())
    .addColumn('bytes', BYTES[engine], column => column.notNull())
    .execute();
}
