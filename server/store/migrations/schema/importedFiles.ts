import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';

const CATALOGUE = ['clients', 'points', 'tariffs', 'tariff_periods'] as const;
const EVENTS = ['insert', 'update', 'delete'] as const;

/**
 * Adds the table that records the last import of the operator's files. Any change of the catalogue deletes its row, so that the
 * app imports the files again at its next start.
 */
export async function addImportedFiles(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table imported_files (name text primary key, json text not null)`.execute(db);
  if (engine === 'postgres')
    // `security definer`: a database role that changes the catalogue then needs no right to delete the row.
    await sql`create function forget_imported_files() returns trigger language plpgsql
      security definer set search_path from current as
      $$ begin delete from imported_files; return null; end $$`.execute(db);
  for (const table of CATALOGUE)
    for (const event of EVENTS) {
      const trigger = sql`create trigger ${sql.id(`${table}_imported_${event}`)} after ${sql.raw(event)} on ${sql.table(table)} for each row`;
      await (engine === 'postgres'
        ? sql`${trigger} execute function forget_imported_files()`
        : sql`${trigger} begin delete from imported_files; end`
      ).execute(db);
    }
}
