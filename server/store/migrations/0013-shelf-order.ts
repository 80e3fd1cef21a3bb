import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** What begins with the same letters is found side by side; SQLite's key has that order already. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`create index shelf_order on shelf (owner, key collate "C")`.execute(db);
}
