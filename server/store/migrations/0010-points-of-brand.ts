import { type Kysely, sql } from 'kysely';

/** Adds an index for the list of the places of one brand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index points_client_placed on points (client_id, is_current, place, compact)`.execute(db);
}
