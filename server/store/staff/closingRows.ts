import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { BOOK_CLOSING, type BookClosingRecord, type BookMoveRecord } from '../tables/ledgerTables.ts';

const codec = codecOf(BOOK_CLOSING);

/** Records that a day or month of the ledger was exported. An existing record stays unchanged. */
export async function putClosing(trx: Trx, closing: BookClosingRecord): Promise<void> {
  await trx
    .insertInto('book_closings')
    .values(codec.encode(closing))
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Finds the exported day or month into which a ledger movement falls. Null: the period was not exported. */
export async function findClosing(
  db: Db,
  { supplier, currency, at, isDay }: Pick<BookMoveRecord, 'supplier' | 'currency' | 'at' | 'isDay'>,
): Promise<BookClosingRecord | null> {
  const row = await db
    .selectFrom('book_closings')
    .selectAll()
    .where('supplier', '=', supplier)
    .where('currency', '=', currency)
    .where(isDay ? 'from_day' : 'from_at', '<=', at.getTime())
    .where(isDay ? 'to_day' : 'to_at', '>', at.getTime())
    .orderBy('to_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? codec.decode(row) : null;
}
