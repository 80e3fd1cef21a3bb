import type { Hold } from '../../core/ports/ports.ts';
import { type AlertKind, raiseAlert, settleAlert } from '../../runtime/alerts.ts';
import type { Trx } from '../../store/engine/database.ts';
import { type AuditFacts, countAudit, DISPUTE_NOTES, findDispute, writeAudit } from '../../store/jobs/audit.ts';
import { emitDispute } from '../../store/shop/paymentEvents.ts';
import { type PaymentRecord, updatePayment } from '../../store/shop/payments.ts';
import { isOwnRefund } from '../../store/shop/refunds.ts';

interface Seen {
  trx: Trx;
  payment: PaymentRecord;
  hold: Hold;
  now: Date;
}

/**
 * Records a refund or dispute that was started outside the app, at the payment provider or by the driver's bank, and raises an
 * alert. The outcome of a dispute is recorded too.
 */
export async function recordOutsideRefund({ trx, payment, hold, now }: Seen): Promise<void> {
  const { refundedMinor } = hold;
  const isRefunded = refundedMinor !== payment.refundedMinor;
  const { isStarted, ended } = await findDisputeChanges(trx, payment.id, hold);
  if (!isRefunded && !isStarted && !ended) return;
  // If a concurrent transaction has recorded the change, the row has another version, and the update fails.
  if (!(await updatePayment(trx, payment, { refundedMinor }))) return;
  const isLess = refundedMinor < payment.refundedMinor;
  const isOurs = !isLess && (await isOwnRefund(trx, payment.id, refundedMinor));
  const write = (what: string, facts: AuditFacts) => writeAudit(trx, { at: now, subjectId: payment.id, what, facts });
  const alert = (why: AlertKind, facts: AuditFacts = {}) => raiseAlert(trx, { at: now, subjectId: payment.id, why, facts });
  if (isRefunded) {
    await write('refunded', { refundedMinor, isOurs });
    if (!isOurs) await alert(isLess ? 'a refund came back' : 'refunded at the provider', { refundedMinor });
  }
  if (isStarted) {
    const facts = hold.dispute ? { amountMinor: hold.dispute.amountMinor } : {};
    await write(DISPUTE_NOTES.open, facts);
    await emitDispute(trx, payment, hold.dispute?.amountMinor ?? null);
    if (!ended) await alert('disputed by the bank', facts);
  }
  if (ended) {
    const { amountMinor, state } = ended;
    const what = DISPUTE_NOTES[state];
    await write(what, { amountMinor });
    await settleAlert(trx, { subjectId: payment.id, why: 'disputed by the bank', reason: what, now });
    if (state === 'lost') await alert('a dispute was lost', { amountMinor });
  }
}

/**
 * Returns the changes of a dispute that are not recorded yet. After a dispute has ended, another part of the same payment may be
 * disputed.
 */
async function findDisputeChanges(trx: Trx, paymentId: string, { isDisputed, dispute = null }: Hold) {
  if (!isDisputed && !dispute) return { isStarted: false, ended: null };
  const last = await findDispute(trx, paymentId);
  if (!dispute) return { isStarted: last === null, ended: null };
  const { state, amountMinor } = dispute;
  if (state === 'open') return { isStarted: last?.state !== 'open', ended: null };
  const isKnown = last?.state === state && last.amountMinor === amountMinor;
  return { isStarted: last === null, ended: isKnown ? null : { state, amountMinor } };
}

/**
 * Records the capture of a hold that the app did not request: the order is over, so the hold was captured directly at the
 * payment provider, and the driver has paid without a bill.
 */
export async function recordOutsideCapture({ trx, payment, hold, now }: Seen): Promise<void> {
  if (hold.state !== 'captured' || (await countAudit(trx, { subjectId: payment.id, what: 'taken' })) > 0) return;
  const { capturedMinor } = hold;
  await writeAudit(trx, { at: now, subjectId: payment.id, what: 'taken', facts: { capturedMinor } });
  await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'taken for an order that is over', facts: { capturedMinor } });
}
