import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Drops the stored state of prices, which a process holds in memory (docs/decisions/0055), and the view with a trigger that wrote a report
 * in one statement (docs/decisions/0056).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.dropTable('meters_so_far').execute();
  await db.schema.dropView('told_reports').execute();
  if (engine === 'postgres') await sql`drop function write_report()`.execute(db);
}
