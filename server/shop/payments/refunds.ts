import type { Text } from '../../../shared/console/operating.ts';
import { stepMinor } from '../../../shared/model/money.ts';
import { newId } from '../../core/records/ids.ts';
import { no } from '../../core/records/refusals.ts';
import type { Db, Store, Trx } from '../../store/engine/database.ts';
import { findDispute, writeAudit } from '../../store/jobs/audit.ts';
import { enqueue } from '../../store/jobs/outboxRows.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { findPayment, type PaymentRecord, updatePayment } from '../../store/shop/payments.ts';
import { emitRefund } from '../../store/shop/refundEvents.ts';
import { addRefund, beginDrop, isRefundPending, listRefunds, type RefundRecord } from '../../store/shop/refunds.ts';
import { findSessionByNumber } from '../../store/shop/sessions.ts';
import type { Identity } from './samePerson.ts';

/**
 * Thrown if a refund is not allowed. The message gives the reason in English. `text` is the translated reason for the console;
 * null if there is none.
 */
export class RefundRefused extends Error {
  override name = 'RefundRefused';
  readonly text: Text | null;
  constructor(message: string, text: Text | null = null) {
    super(message);
    this.text = text;
  }
}

export interface RefundContext {
  store: Pick<Store, 'inTransaction'>;
  now: Date;
}

export interface RefundOptions {
  /** The session's number, which drivers see as transaction number. */
  number: number;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  reason: string;
  /** The staff member who requests the refund; missing if unknown. */
  by?: Identity;
}

/**
 * Enqueues a refund; a worker calls the payment provider later. A payment has at most one pending refund, because the refunded
 * sum must show whether that refund took place. The caller has already checked whether a second person must approve.
 * @throws RefundRefused
 */
export async function enqueueRefund({ store, now }: RefundContext, options: RefundOptions): Promise<RefundRecord> {
  return store.inTransaction(async trx => {
    const { payment, refunds } = await refundable(trx, options);
    await touch(trx, payment);
    const refund: RefundRecord = {
      id: newId(),
      paymentId: payment.id,
      n: Math.max(0, ...refunds.map(({ n }) => n)) + 1,
      keyAt: now,
      verifyFrom: null,
      amountMinor: options.amountMinor,
      reason: options.reason.trim(),
      state: 'asked',
      beforeMinor: null,
      requestedAt: now,
      doneAt: null,
      requestedBy: options.by?.name ?? null,
      requestedByAccount: options.by?.account ?? null,
    };
    await addRefund(trx, refund);
    await emitRefund(trx, 'refund.requested', refund);
    await enqueue(trx, { kind: 'refund', subjectId: refund.id, at: now });
    const facts = { refund: refund.id, amountMinor: options.amountMinor, reason: refund.reason };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund asked', facts });
    return refund;
  });
}

/**
 * Loads the payment of a session with its refunds, and checks that the requested refund is allowed.
 * @throws RefundRefused
 */
export async function refundable(
  trx: Trx,
  options: RefundOptions,
): Promise<{ payment: PaymentRecord; refunds: readonly RefundRecord[] }> {
  const payment = await paymentOf(trx, options.number);
  const refunds = await listRefunds(trx, payment.id);
  refuse({ payment, refunds, chargebackMinor: await getChargebackMinor(trx, payment) }, options);
  return { payment, refunds };
}

/**
 * Raises the payment's version, so that of two concurrent changes only one succeeds.
 * @throws RefundRefused if the payment has changed since it was read
 */
export async function touch(trx: Trx, payment: PaymentRecord): Promise<void> {
  if (!(await updatePayment(trx, payment, {})))
    throw new RefundRefused('The payment has just changed. Try again.', no('changed'));
}

export async function paymentOf(trx: Trx, number: number): Promise<PaymentRecord> {
  const session = await findSessionByNumber(trx, number);
  const order = session && (await findOrder(trx, session.orderId));
  const payment = order?.paymentId ? await findPayment(trx, order.paymentId) : null;
  if (!payment) throw new RefundRefused('No payment has this transaction number.', no('payment'));
  return payment;
}

/**
 * Returns the amount that the driver's bank has returned to the driver after a lost dispute, in minor units. A refund of the
 * same amount would pay the driver twice.
 */
export async function getChargebackMinor(db: Db, { id, capturedMinor }: PaymentRecord): Promise<number> {
  const dispute = await findDispute(db, id, ['won', 'lost']);
  return dispute?.state === 'lost' ? (dispute.amountMinor ?? capturedMinor ?? 0) : 0;
}

interface CapturedPayment {
  payment: PaymentRecord;
  refunds: readonly RefundRecord[];
  chargebackMinor: number;
}

/** Returns the part of the captured amount that can still be refunded, in minor units. */
export function leftToRefund({ payment, refunds, chargebackMinor }: CapturedPayment): number {
  const ours = refunds.reduce((sum, { amountMinor, state }) => sum + (state === 'dropped' ? 0 : amountMinor), 0);
  return Math.max(0, (payment.capturedMinor ?? 0) - Math.max(payment.refundedMinor, ours) - chargebackMinor);
}

const CHARGEBACK_MESSAGE = 'The driver’s bank has returned the amount. A refund would pay it twice.';

function refuse(taken: CapturedPayment, { amountMinor, reason }: RefundOptions): void {
  const { payment, refunds, chargebackMinor } = taken;
  const step = stepMinor(payment.currency);
  const leftMinor = leftToRefund(taken);
  const left = { amountMinor: leftMinor, currency: payment.currency };
  if (chargebackMinor > 0 && leftMinor === 0) throw new RefundRefused(CHARGEBACK_MESSAGE, { key: 'acts.refund.takenBack' });
  const faults: readonly (readonly [isSo: boolean, why: string, text: Text])[] = [
    [payment.state !== 'captured', 'Nothing was captured, so nothing can be refunded.', no('charged')],
    [refunds.some(isRefundPending), 'A refund of this payment is still in progress.', no('inProgress')],
    [!Number.isSafeInteger(amountMinor) || amountMinor < 1, 'Invalid amount.', no('amount')],
    [amountMinor % step !== 0, `Amounts in ${payment.currency} have no decimals.`, no('whole', { currency: payment.currency })],
    [
      amountMinor > leftMinor,
      `At most ${leftMinor / 100} ${payment.currency} can still be refunded.`,
      no('most', { amount: left }),
    ],
    [reason.trim() === '', 'Missing reason. It is stored in the audit log.', { key: 'acts.reasonMissing' }],
  ];
  const fault = faults.find(([isSo]) => isSo);
  if (fault) throw new RefundRefused(fault[1], fault[2]);
}

/**
 * Gives up a refund that the payment provider refuses, so that staff can request another one. The refund's job drops the refund
 * once its last call can no longer arrive, but only if the payment provider has not refunded it.
 * @throws RefundRefused
 */
export async function dropRefund({ store, now }: RefundContext, request: { number: number }): Promise<RefundRecord> {
  return store.inTransaction(async trx => {
    const payment = await paymentOf(trx, request.number);
    const refund = (await listRefunds(trx, payment.id)).find(({ state }) => state === 'asked');
    if (!refund || !(await beginDrop(trx, refund, now)))
      throw new RefundRefused('No refund of this payment is in progress.', no('drop'));
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund given up', facts: { refund: refund.id } });
    return refund;
  });
}
