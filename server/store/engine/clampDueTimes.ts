import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { Db } from './database.ts';

/** When something is due, by the clock that people set. */
type Due =
  | { table: 'payments'; column: 'look_at' }
  | { table: 'sessions'; column: 'look_at' | 'start_by' }
  | { table: 'outbox'; column: 'not_before' | 'claimed_until' };

export type Bound = Due & {
  longestMs: number;
  /** Of which rows. */
  of?(eb: ExpressionBuilder<Tables, Due['table']>): Expression<SqlBool>;
};

/** Whatever is due later than it can be from now on was written before the clock was put back: it is due as late as it can be. */
export async function bound(db: Db, { table, column, longestMs, of }: Bound, now: Date): Promise<void> {
  const latest = now.getTime() + longestMs;
  await db
    .updateTable(table as 'outbox')
    .set({ [column]: latest })
    .where(column as 'not_before', '>', latest)
    .$if(table === 'outbox', rows => rows.where('done_at', 'is', null))
    .$if(of !== undefined, rows => rows.where(eb => of?.(eb as never) ?? eb.lit(true)))
    .execute();
}
