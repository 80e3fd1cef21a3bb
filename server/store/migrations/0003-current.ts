import type { Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** What an import no longer names is marked as gone. Databases made since then have the column from the start. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The app spoke no PostgreSQL then.
  if (engine === 'postgres') return;
  const tables = await db.introspection.getTables();
  for (const name of ['clients', 'points', 'tariffs']) {
    const table = tables.find(known => known.name === name);
    if (table?.columns.some(column => column.name === 'is_current')) continue;
    await db.schema
      .alterTable(name)
      .addColumn('is_current', 'integer', column => column.notNull().defaultTo(1))
      .execute();
  }
}
