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
 * Enqueues a notification about a payment for a platform that wants one, in the transaction that records the result of the
 * payment.
 */
export async function enqueuePaymentAdvice(
  { stations }: Pick<OperatorContext, 'stations'>,
  trx: Trx,
  request: { session: SessionRecord; payment: Pick<PaymentRecord, 'id'>; now: Date },
): Promise<void> {
  const { receivesPaymentAdvice } = stations.capabilities(await addressOf(trx, request.session));
  if (receivesPaymentAdvice) await enqueue(trx, { kind: 'tell-payment', subjectId: request.payment.id, at: request.now });
}

/** Job handler: reports the result of a payment to the platform. See `HANDLERS` in jobs.ts. */
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
  if (answer === 'told') return 'done';
  const now = context.clock.now();
  if (answer === 'refused' && later(row.firstDueAt, GIVES_UP_AFTER_MS) <= now) {
    await context.store.inTransaction(trx => raiseAlertOnce(trx, { at: now, subjectId, why: 'a payment could not be told' }));
    return 'done';
  }
  const waitMs = Math.min(1000 * 2 ** Math.min(row.attempts, 16), MAX_WAIT_MS[answer]);
  return { retry: answer === 'refused' ? 'refused' : 'not told', notBefore: later(now, waitMs) };
}

/**
 * Maximum time between two attempts. No driver waits for the notification. A platform that refuses a notification does so until
 * its configuration changes.
 */
const MAX_WAIT_MS = { refused: 6 * HOUR_MS, unknown: HOUR_MS };
const GIVES_UP_AFTER_MS = 3 * DAY_MS;
