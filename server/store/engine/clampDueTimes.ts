import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { Db } from './database.ts';

/**
 * A column with a due time, written with the app's clock. If the clock is set back later, the due time may be far in the future.
 */
type Due =
  | { table: 'payments'; column: 'next_check_at' }
  | { table: 'sessions'; column: 'next_check_at' | 'start_by' }
  | { table: 'outbox'; column: 'not_before' | 'claimed_until' };

export type Bound = Due & {
  maxMs: number;
  /** Returns the condition for the rows to limit. Absent: all rows are limited. */
  of?(eb: ExpressionBuilder<Tables, Due['table']>): Expression<SqlBool>;
};

/** Limits due times to `maxMs` from now. A due time beyond this limit was written before the clock was set back. */
export async function bound(db: Db, { table, column, maxMs, of }: Bound, now: Date): Promise<void> {
  const latest = now.getTime() + maxMs;
  await db
    .updateTable(table as 'outbox')
    .set({ [column]: latest })
    .where(column as 'not_before', '>', latest)
    .$if(table === 'outbox', rows => rows.where('done_at', 'is', null))
    .$if(of !== undefined, rows => rows.where(eb => of?.(eb as never) ?? eb.lit(true)))
    .execute();
}
