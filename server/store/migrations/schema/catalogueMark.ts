import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';

const TABLES = ['clients', 'points', 'tariffs', 'tariff_periods'] as const;

/**
 * One row changes with everything that is sold, so a cached page is compared without loading it. SQLite counts changes without a
 * table.
 */
export async function addCatalogueMark(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`create table catalogue_mark (only_row boolean primary key default true check (only_row), mark text not null)`.execute(
    db,
  );
  await sql`insert into catalogue_mark (mark) values (gen_random_uuid()::text)`.execute(db);
  // A statement that finds nothing to change, as an import of the same files does, leaves the mark as it is. A role that may write a
  // client may change the mark.
  await sql`create function mark_catalogue() returns trigger language plpgsql
    security definer set search_path from current as $$
    begin
      if exists (select from touched) then update catalogue_mark set mark = gen_random_uuid()::text; end if;
      return null;
    end $$`.execute(db);
  for (const table of TABLES)
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql`create trigger ${sql.id(`${table}_${event}_marks`)} after ${sql.raw(event)} on ${sql.id(table)}
        referencing ${sql.raw(rows)} table as touched for each statement execute function mark_catalogue()`.execute(db);
}
