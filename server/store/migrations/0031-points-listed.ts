import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Points can be switched off, and are listed by their ids and by their places. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('points').addColumn('switched_off', 'text').execute();
  // Versions that know nothing of it write points meanwhile.
  await (engine === 'sqlite'
    ? sql`alter table points add column place text
          generated always as (json_extract(json, '$.city') || ', ' || json_extract(json, '$.street')) virtual`
    : sql`alter table points add column place text
          generated always as ((json::jsonb ->> 'city') || ', ' || (json::jsonb ->> 'street')) stored`
  ).execute(db);
  await db.schema.createIndex('points_listed').on('points').columns(['is_current', 'compact']).execute();
  await db.schema.createIndex('points_placed').on('points').columns(['is_current', 'place', 'compact']).execute();
  await sql`create index points_off on points (compact) where switched_off is not null`.execute(db);
}
