import { sql } from 'kysely';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { REFUND_REQUEST, type RefundRequestRecord } from '../tables/ledgerTables.ts';

export type { RefundRequestRecord } from '../tables/ledgerTables.ts';

const codec = codecOf(REFUND_REQUEST);

/** A literal instead of a parameter: the database uses the index of waiting requests only if the query repeats its condition. */
const IS_WAITING = sql<boolean>`state = 'waiting'`;

/** Finds the waiting refund request of a payment. A payment has at most one. */
export async function findWaitingRequest(db: Db, paymentId: string): Promise<RefundRequestRecord | null> {
  const query = db.selectFrom('refund_requests').selectAll().where('payment_id', '=', paymentId).where(IS_WAITING);
  const row = await query.executeTakeFirst();
  return row ? codec.decode(row) : null;
}

export async function addRefundRequest(trx: Trx, request: RefundRequestRecord): Promise<void> {
  await trx.insertInto('refund_requests').values(codec.encode(request)).execute();
}

type Decision = Pick<RefundRequestRecord, 'state' | 'decidedBy' | 'decidedByAccount' | 'decidedAt' | 'refundId'>;

/**
 * Confirms or declines a waiting refund request.
 * @returns false if the request is no longer waiting
 */
export async function decideRequest(trx: Trx, { id }: RefundRequestRecord, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refund_requests')
    .set(codec.encodePart(decision))
    .where('id', '=', id)
    .where(IS_WAITING)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
