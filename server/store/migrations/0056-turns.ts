import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Whose turn it is, of processes that work on one thing. The embedded database has one process. A turn that a crash has left is
 * worth nothing soon, so the log need not hold it.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`create unlogged table turns (key text primary key, holder text not null, until timestamptz not null)`.execute(db);
}
