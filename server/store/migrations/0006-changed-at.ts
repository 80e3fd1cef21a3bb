import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Adds the time of the last change of each point, and the time at which each version of a tariff was added. The public feed of
 * points and prices states both. Existing rows get the time of the migration.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const now = engine === 'sqlite' ? 'unixepoch() * 1000' : '(extract(epoch from now()) * 1000)::bigint';
  await sql`alter table points add column changed_at bigint not null default 0`.execute(db);
  await sql`alter table tariffs add column added_at bigint not null default 0`.execute(db);
  await sql.raw(`update points set changed_at = ${now}`).execute(db);
  await sql.raw(`update tariffs set added_at = ${now}`).execute(db);
}
