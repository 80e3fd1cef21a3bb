import { type Kysely, sql } from 'kysely';

/** Adds the index by which the overview and the reports find the sessions that ended in a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sessions_ended on sessions (state, ended_at)`.execute(db);
}
