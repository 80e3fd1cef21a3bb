import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** The change feed announces what is sold, so the triggers of 0050 are not needed. With the function go its triggers. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`drop function mark_catalogue cascade`.execute(db);
  await sql`drop table catalogue_mark`.execute(db);
}
