import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { REFUND, type RefundRecord } from '../tables/ledgerTables.ts';

export type { RefundRecord } from '../tables/ledgerTables.ts';

const codec = codecOf(REFUND);

export async function findRefund(db: Db, id: string): Promise<RefundRecord | null> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** Lists the refunds of a payment in the order of their requests. */
export async function listRefunds(db: Db, paymentId: string): Promise<RefundRecord[]> {
  const query = db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId);
  return (await query.orderBy('requested_at').orderBy('n').execute()).map(codec.decode);
}

/** Returns true if this refund may still move money. */
export const isRefundPending = ({ state }: Pick<RefundRecord, 'state'>): boolean => state === 'asked' || state === 'dropping';

/** Returns true if a refund of this app explains the total that the payment provider reports as refunded. */
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

/**
 * Records the amount that was already refunded, and the time from which the idempotency key is valid. Must be called before the
 * first call to the payment provider. Recorded values are not overwritten.
 */
export async function noteBefore(db: Db, id: string, { beforeMinor, keyAt }: { beforeMinor: number; keyAt: Date }) {
  await db
    .updateTable('refunds')
    .set({ before_minor: beforeMinor, key_at: keyAt.getTime() })
    .where('id', '=', id)
    .where('before_minor', 'is', null)
    .execute();
}

/**
 * Stops using a refund's idempotency key. From `verifyFrom` on, the state at the payment provider decides whether the refund
 * took place. An earlier stored `verifyFrom` stays.
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

/** Gives a refund the next idempotency key, unless another worker has already done so. */
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
 * Begins to drop a refund, so that the payment provider is not called again.
 * @returns false if the refund has already ended
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
 * Marks a refund as done or dropped.
 * @returns false if the refund had already ended
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
