import type { Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Misses of the receipt search, as rate-limiter-flexible counts them. One process alone counts in memory. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await db.schema
    .createTable('search_misses')
    .addColumn('key', 'varchar(255)', column => column.primaryKey())
    .addColumn('points', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
}
