import { DAY_MS, HOUR_MS } from '../../../../shared/model/time.ts';
import { loweredTo } from '../../../core/pricing/bill.ts';
import { later } from '../../../core/records/instants.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { enqueue, type OutboxRecord } from '../../../store/jobs/outboxRows.ts';
import { findPayment, type PaymentRecord } from '../../../store/shop/payments.ts';
import { findSessionByOrder, type SessionRecord } from '../../../store/shop/sessions.ts';
import { addressOf } from '../../catalogue/stationAddress.ts';

/**
 * Enqueues a notification about the result of a payment, if the session's CPO platform receives payment notifications. `trx`
 * must be the transaction that records the result.
 */
export async function enqueuePaymentAdvice(
  { stations }: Pick<OperatorContext, 'stations'>,
  trx: Trx,
  request: { session: SessionRecord; payment: Pick<PaymentRecord, 'id'>; now: Date },
): Promise<void> {
  const { receivesPaymentAdvice } = stations.capabilities(await addressOf(trx, request.session));
  if (receivesPaymentAdvice) await enqueue(trx, { kind: 'tell-payment', subjectId: request.payment.id, at: request.now });
}

/** Job handler (`HANDLERS` in jobs.ts): sends the result of a payment to the CPO platform. */
export async function handlePaymentAdvice(context: OperatorContext, row: OutboxRecord): Promise<Outcome> {
  const { subjectId } = row;
  const { db } = context.store;
  const payment = await findPayment(db, subjectId);
  const session = payment && (await findSessionByOrder(db, payment.orderId));
  if (!session?.bill || (payment?.state !== 'captured' && payment?.state !== 'capture_failed')) return 'done';
  const capturedMinor = payment.capturedMinor ?? 0;
  const answer = await context.stations.sendPaymentAdvice({
    authorizationReference: session.authorizationReference,
    address: await addressOf(db, session),
    payment: {
      id: payment.id,
      at: payment.settledAt ?? context.clock.now(),
      currency: payment.currency,
      billedMinor: session.bill.totalMinor,
      capturedMinor,
      vat: loweredTo(session.bill, capturedMinor).vat,
      cardBrand: payment.cardBrand,
      cardDigits: payment.cardDigits[0] ?? null,
    },
  });
  if (answer === 'sent') return 'done';
  const now = context.clock.now();
  if (answer === 'refused' && later(row.firstDueAt, GIVES_UP_AFTER_MS) <= now) {
    await context.store.inTransaction(trx => raiseAlertOnce(trx, { at: now, subjectId, why: 'a payment could not be told' }));
    return 'done';
  }
  const waitMs = Math.min(1000 * 2 ** Math.min(row.attempts, 16), MAX_WAIT_MS[answer]);
  return { retry: answer === 'refused' ? 'refused' : 'not told', notBefore: later(now, waitMs) };
}

/**
 * Maximum delay between two attempts. Long delays are harmless, because no driver waits for the notification. A platform that
 * has refused a notification usually refuses until its configuration changes.
 */
const MAX_WAIT_MS = { refused: 6 * HOUR_MS, unknown: HOUR_MS };
const GIVES_UP_AFTER_MS = 3 * DAY_MS;
