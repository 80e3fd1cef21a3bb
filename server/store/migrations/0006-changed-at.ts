import { type Kysely, sql } from 'kysely';

/**
 * Adds the time of the last change of each point, and the time at which each version of a tariff was added. The public feed of
 * points and prices states both. Existing rows get the time of the migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const now = String(Date.now());
  await sql.raw(`alter table points add column changed_at bigint not null default ${now}`).execute(db);
  await sql.raw(`alter table tariffs add column added_at bigint not null default ${now}`).execute(db);
}
