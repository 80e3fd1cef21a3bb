import { type Hold, ProviderUnavailable } from '../../core/ports/ports.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { findPayment, type PaymentRecord, updatePayment } from '../../store/shop/payments.ts';
import { applyInJob } from './holds.ts';

/** Job handler (`HANDLERS` in jobs.ts): captures a hold at the payment provider. */

export async function handleCapture(context: OperatorContext, job: OutboxRecord): Promise<Outcome> {
  const payment = await findPayment(context.store.db, job.subjectId);
  if (payment?.state !== 'capturing' || payment.ref === null || payment.captureMinor === null) return 'done';
  const { ref, captureMinor: amountMinor, keyN: n } = payment;
  const call = () => context.payments.capture({ ref, amountMinor, key: `capture:${payment.id}:${n}` });
  return callProvider(context, { payment, job }, call);
}

export async function handleRelease(context: OperatorContext, job: OutboxRecord): Promise<Outcome> {
  const payment = await findPayment(context.store.db, job.subjectId);
  if (payment?.state !== 'releasing' || payment.ref === null) return 'done';
  const { ref, keyN: n } = payment;
  return callProvider(context, { payment, job }, () => context.payments.release({ ref, key: `release:${payment.id}:${n}` }));
}

/**
 * Calls the payment provider to capture or release a hold. If the call has no answer, the hold is read instead. If the hold
 * still exists, the next attempt uses a new idempotency key, because payment providers repeat their answer to a used key,
 * including errors.
 */
async function callProvider(
  context: OperatorContext,
  { payment, job }: { payment: PaymentRecord; job: OutboxRecord },
  call: () => Promise<Hold>,
): Promise<Outcome> {
  let hold: Hold;
  try {
    hold = await call();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    hold = await context.payments.read(payment.ref ?? '');
  }
  if (hold.state === 'authorised' || hold.state === 'open') {
    await context.store.inTransaction(async trx => {
      const current = await findPayment(trx, payment.id);
      if (current?.state === payment.state) await updatePayment(trx, current, { keyN: payment.keyN + 1 });
    });
    return { retry: 'still held' };
  }
  const { state, isFinished } = await applyInJob(context, payment, { hold, job });
  if (isFinished) return 'finished';
  return state === payment.state ? { retry: 'still held' } : 'done';
}
