import { type Kysely, sql } from 'kysely';

/** Adds the index with which reports read the completed sessions that ended in a day or month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sessions_ended on sessions (state, ended_at)`.execute(db);
}
