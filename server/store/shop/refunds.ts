import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { REFUND, type RefundRecord } from '../tables/ledgerTables.ts';

export type { RefundRecord } from '../tables/ledgerTables.ts';

const codec = codecOf(REFUND);

export async function findRefund(db: Db, id: string): Promise<RefundRecord | null> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** The refunds of a payment, in the order of their requests. */
export async function listRefunds(db: Db, paymentId: string): Promise<RefundRecord[]> {
  const query = db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId);
  return (await query.orderBy('requested_at').orderBy('n').execute()).map(codec.decode);
}

/** True if this refund may still move money. */
export const isRefundPending = ({ state }: Pick<RefundRecord, 'state'>): boolean => state === 'asked' || state === 'dropping';

/** True if the provider's refunded total is explained by one of the shop's own refunds. */
export async function isOwnRefund(db: Db, paymentId: string, refundedMinor: number): Promise<boolean> {
  const refunds = await listRefunds(db, paymentId);
  return refunds.some(
    ({ beforeMinor, amountMinor, state }) =>
      state !== 'dropped' && beforeMinor !== null && beforeMinor + amountMinor === refundedMinor,
  );
}

export async function addRefund(trx: Trx, refund: RefundRecord): Promise<void> {
  await trx.insertInto('refunds').values(codec.encode(refund)).execute();
}

/** Stores the refunded total before the first call. A stored value stays. */
export async function noteBefore(db: Db, id: string, { beforeMinor, keyAt }: { beforeMinor: number; keyAt: Date }) {
  await db
    .updateTable('refunds')
    .set({ before_minor: beforeMinor, key_at: keyAt.getTime() })
    .where('id', '=', id)
    .where('before_minor', 'is', null)
    .execute();
}

/**
 * Ends the use of a refund's idempotency key. From `verifyFrom`, a read of the payment decides whether the refund took place. A
 * stored value stays.
 */
export async function retireKey(db: Db, { id, n }: RefundRecord, verifyFrom: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ verify_from: verifyFrom.getTime() })
    .where('id', '=', id)
    .where('n', '=', n)
    .where('verify_from', 'is', null)
    .execute();
}

/** Moves a refund to its next idempotency key, unless another worker has done that. */
export async function moveToNextKey(db: Db, { id, paymentId, n }: RefundRecord, keyAt: Date): Promise<void> {
  const used = await listRefunds(db, paymentId);
  await db
    .updateTable('refunds')
    .set({ n: Math.max(...used.map(refund => refund.n)) + 1, key_at: keyAt.getTime(), verify_from: null })
    .where('id', '=', id)
    .where('n', '=', n)
    .where('state', '=', 'asked')
    .execute();
}

/**
 * Marks a refund as being dropped, so that no further call is made.
 * @returns false if the refund has just ended
 */
export async function beginDrop(trx: Trx, { id }: RefundRecord, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ state: 'dropping', key_at: now.getTime() })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends a refund.
 * @returns false if the refund ended before
 */
export async function finishRefund(
  trx: Trx,
  id: string,
  { state, now }: { state: 'done' | 'dropped'; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ state, done_at: now.getTime() })
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'dropping'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
