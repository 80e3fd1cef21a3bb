import { PostgresAdapter } from 'kysely';
import type { Db } from '../store.ts';

export type Engine = 'sqlite' | 'postgres';

/** What a store is kept in. The few statements that only one engine understands ask this. */
export const engineOf = (db: Pick<Db, 'getExecutor'>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
