import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

const CATALOGUE = ['clients', 'points', 'tariffs', 'tariff_periods'] as const;
const EVENTS = ['insert', 'update', 'delete'] as const;

/**
 * The operator's files that were taken over last, so that a start knows whether it has to read them. Forgotten with any change of what is
 * sold, by the database itself: versions of the app that know nothing of it change that as well.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('taken_files')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('json', 'text', column => column.notNull())
    .execute();
  if (engine === 'postgres')
    // Whoever may write a client may have the files forgotten.
    await sql`create function forget_taken_files() returns trigger language plpgsql
      security definer set search_path from current as
      $$ begin delete from taken_files; return null; end $$`.execute(db);
  for (const table of CATALOGUE)
    for (const event of EVENTS) {
      const trigger = sql`create trigger ${sql.id(`${table}_taken_${event}`)} after ${sql.raw(event)} on ${sql.table(table)} for each row`;
      await (engine === 'postgres'
        ? sql`${trigger} execute function forget_taken_files()`
        : sql`${trigger} begin delete from taken_files; end`
      ).execute(db);
    }
}
