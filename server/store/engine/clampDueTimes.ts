import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { Db } from './database.ts';

/** A column with a due time, written by the app's clock. The clock may be set back later. */
type Due =
  | { table: 'payments'; column: 'next_check_at' }
  | { table: 'sessions'; column: 'next_check_at' | 'start_by' }
  | { table: 'outbox'; column: 'not_before' | 'claimed_until' };

export type Bound = Due & {
  maxMs: number;
  /** Selects the rows whose due times are limited. Absent: all rows. */
  of?(eb: ExpressionBuilder<Tables, Due['table']>): Expression<SqlBool>;
};

/** Limits due times to `maxMs` from now. A later due time can only have been written before the clock was set back. */
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
