import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { degreesOf } from './schema/degrees.ts';

/** Adds the index by which points near a position are found. The coordinates are part of the JSON of a point. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create index points_near on points (client_id, is_current, (${sql.raw(degreesOf('latitude', engine))}))`.execute(db);
}
