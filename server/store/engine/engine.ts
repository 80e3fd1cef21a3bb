import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from '../tables/tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** Returns the database engine, for the few statements that only one engine supports. */
export const engineOf = (db: Pick<Kysely<Tables>, 'getExecutor'>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
