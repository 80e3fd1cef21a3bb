import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { claimCheck } from '../engine/dueChecks.ts';
import { changerOf } from '../engine/versioned.ts';
import { codecOf, type RowOf } from '../tables/codec.ts';
import { PAYMENT, type PaymentRecord, type PaymentState } from '../tables/tables.ts';
import { emitPayment } from './paymentEvents.ts';

export type { PaymentRecord } from '../tables/tables.ts';

const codec = codecOf(PAYMENT);
const change = changerOf('payments', PAYMENT);

/**
 * Allowed transitions between the states of a payment. `expired` is not final, because a hold may still appear on a payment page
 * that counts as closed.
 */
const NEXT: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['pending', 'authorised', 'releasing', 'expired'],
  pending: ['authorised', 'releasing', 'expired'],
  authorised: ['capturing', 'releasing', 'released'],
  capturing: ['captured', 'capture_failed'],
  captured: [],
  capture_failed: [],
  releasing: ['released', 'captured'],
  released: [],
  expired: ['releasing'],
};

const byId = compiledOnce((db, { id }: { id: string }) => db.selectFrom('payments').selectAll().where('id', '=', id));

export async function findPayment(db: Db, id: string): Promise<PaymentRecord | null> {
  const [row] = (await byId(db, { id })).rows;
  return row ? codec.decode(row) : null;
}

export async function findPaymentByRef(db: Db, ref: string): Promise<PaymentRecord | null> {
  const row = await db.selectFrom('payments').selectAll().where('ref', '=', ref).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

const insert = compiledOnce((db, row: RowOf<typeof PAYMENT>) => db.insertInto('payments').values(row));

export async function addPayment(trx: Trx, payment: PaymentRecord): Promise<void> {
  await insert(trx, codec.encode(payment));
}

/**
 * Changes the state of a payment.
 * @returns the new row, or null if nothing was written, because the row has changed since the caller read it
 * @throws Error if the transition is not allowed
 */
export async function transitionPayment(
  db: Db,
  payment: PaymentRecord,
  to: PaymentState,
  changes: Facts = {},
): Promise<PaymentRecord | null> {
  if (!NEXT[payment.state].includes(to)) throw new Error(`A payment cannot move from ${payment.state} to ${to}`);
  const changed = await change(db, payment, { ...changes, state: to });
  if (changed) await emitPayment(db, changed);
  return changed;
}

type Facts = Partial<Omit<PaymentRecord, 'state'>>;

/**
 * Changes columns of a payment other than its state.
 * @returns the new row, or null if the row has changed since the caller read it
 */
export function updatePayment(trx: Trx, payment: PaymentRecord, changes: Facts): Promise<PaymentRecord | null> {
  return change(trx, payment, changes);
}

/** States of a payment without a known hold. */
const UNPAID: readonly PaymentState[] = ['created', 'pending', 'expired'];

/**
 * Lists payments whose state must be read from the payment provider: up to `limit` with a hold, and up to `limit` without one.
 * Those without a hold alternate between networks, so that a visitor with many payment pages delays nobody else.
 */
export async function listDuePayments(db: Db, { now, limit }: { now: Date; limit: number }): Promise<PaymentRecord[]> {
  const due = db
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.next_check_at', '<=', now.getTime())
    .orderBy('payments.next_check_at');
  const first = await due.limit(limit + 1).execute();
  if (first.length <= limit) return first.map(codec.decode);
  const held = await due.where('payments.state', 'not in', UNPAID).limit(limit).execute();
  return [...held.map(codec.decode), ...(await unpaidRoundRobin(db, { now, limit }))];
}

/**
 * Claims a due payment and schedules its next check.
 * @returns false if another process has claimed the payment
 */
export function claimPaymentCheck(db: Db, { id, nextCheckAt: due }: PaymentRecord, at: Date | null): Promise<boolean> {
  return claimCheck(db, 'payments', { id, due, at });
}

async function unpaidRoundRobin(db: Db, { now, limit }: { now: Date; limit: number }): Promise<PaymentRecord[]> {
  const pages = db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select(eb => [
      'payments.id as payment_id',
      'payments.next_check_at as due_at',
      // An order without a network fingerprint counts as a network of its own.
      eb.fn.coalesce(eb.fn<string | null>('nullif', ['orders.visitor', eb.val('')]), 'payments.id').as('network'),
    ])
    .where('payments.next_check_at', '<=', now.getTime())
    .where('payments.state', 'in', UNPAID);
  const ranked = db.selectFrom(pages.as('pages')).select(eb => [
    'payment_id',
    eb.fn
      .agg<number>('row_number')
      .over(over => over.partitionBy('network').orderBy('due_at'))
      .as('turn'),
  ]);
  const rows = await db
    .selectFrom('payments')
    .innerJoin(ranked.as('turns'), 'turns.payment_id', 'payments.id')
    .selectAll('payments')
    .orderBy('turns.turn')
    .orderBy('payments.next_check_at')
    .limit(limit)
    .execute();
  return rows.map(codec.decode);
}
