import { sql } from 'kysely';
import type { Db } from '../engine/database.ts';
import { isOf, type Span } from './ledgerRows.ts';

/** Document numbers of one series that were used in a period. */
export interface SeriesWithin {
  series: string;
  /** Positions of the first and last number within the series. */
  first: number;
  last: number;
  documents: number;
}

export async function seriesWithin(db: Db, span: Span): Promise<SeriesWithin[]> {
  const rows = await db
    .selectFrom('book_entries')
    .select(eb => ['series', eb.fn.min('count').as('first'), eb.fn.max('count').as('last')])
    .select(sql<number>`count(distinct document_id)`.as('documents'))
    .where('at', '>=', span.from.getTime())
    .where('at', '<', span.to.getTime())
    .where(isOf(span, 'supplier'))
    .groupBy('series')
    .orderBy('series')
    .execute();
  return rows.map(({ series, first, last, documents }) => ({
    series,
    first: Number(first),
    last: Number(last),
    documents: Number(documents),
  }));
}

export async function numberAt(db: Db, { series, count }: { series: string; count: number }): Promise<string> {
  const row = await db
    .selectFrom('book_entries')
    .select('number')
    .where('series', '=', series)
    .where('count', '=', count)
    .executeTakeFirstOrThrow();
  return row.number;
}

/**
 * Finds the positions of a series without a document, from the last number before `first` up to `last`. A gap between two days
 * belongs to the later day. Times of issue are ignored, because they may have another order than the numbers if two processes
 * issue documents.
 */
export async function gapsOf(
  db: Db,
  { series, first, last }: SeriesWithin,
  limit: number,
): Promise<readonly { from: number; to: number }[]> {
  const before = await db
    .selectFrom('book_entries')
    .select(eb => eb.fn.max('count').as('count'))
    .where('series', '=', series)
    .where('count', '<', first)
    .executeTakeFirst();
  const { rows } = await sql<{ count: number; earlier: number | null }>`
    select count, earlier from (
      select count, lag(count) over (order by count) as earlier from book_entries
      where series = ${series} and count >= ${Number(before?.count ?? first)} and count <= ${last}
    ) as places where count - earlier > 1 order by count limit ${limit}`.execute(db);
  return rows.map(({ count, earlier }) => ({ from: Number(earlier) + 1, to: Number(count) - 1 }));
}
