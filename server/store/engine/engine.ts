import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from '../tables/tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** What a store is kept in. The few statements that only one engine understands ask this. */
export const engineOf = (db: Pick<Kysely<Tables>, 'getExecutor'>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
