import { type AlertKind, raiseAlert, settleAlert } from '../alerts.ts';
import type { Hold } from '../ports.ts';
import { type AuditFacts, countAudit, writeAudit } from '../store/audit.ts';
import { listHistory } from '../store/console/history.ts';
import { type PaymentRecord, updatePayment } from '../store/payments.ts';
import { isOwnRefund } from '../store/refunds.ts';
import type { Db, Trx } from '../store/store.ts';

interface Seen {
  trx: Trx;
  payment: PaymentRecord;
  hold: Hold;
  now: Date;
}

/** How a dispute stands, as the audit has it. */
const DISPUTE = { open: 'disputed', won: 'dispute won', lost: 'dispute lost' } as const;
const ENDS: readonly string[] = [DISPUTE.won, DISPUTE.lost];

/**
 * A refund or dispute that began at the provider or the driver's bank, not here: recorded, with one alert for each. How a dispute
 * ended is recorded too.
 */
export async function recordOutsideRefund({ trx, payment, hold, now }: Seen): Promise<void> {
  const { refundedMinor } = hold;
  const isRefunded = refundedMinor !== payment.refundedMinor;
  const { isBegun, ended } = await newsOfDispute(trx, payment.id, hold);
  if (!isRefunded && !isBegun && !ended) return;
  // Of two transactions at once one records it; the other finds the row changed.
  if (!(await updatePayment(trx, payment, { refundedMinor }))) return;
  const isLess = refundedMinor < payment.refundedMinor;
  const isOurs = !isLess && (await isOwnRefund(trx, payment.id, refundedMinor));
  const write = (what: string, facts: AuditFacts) => writeAudit(trx, { at: now, subjectId: payment.id, what, facts });
  const tell = (why: AlertKind, facts: AuditFacts = {}) => raiseAlert(trx, { at: now, subjectId: payment.id, why, facts });
  if (isRefunded) {
    await write('refunded', { refundedMinor, isOurs });
    if (!isOurs) await tell(isLess ? 'a refund came back' : 'refunded at the provider', { refundedMinor });
  }
  if (isBegun) {
    await write(DISPUTE.open, hold.dispute ? { amountMinor: hold.dispute.amountMinor } : {});
    if (!ended) await tell('disputed by the bank');
  }
  if (ended) {
    const { amountMinor, what } = ended;
    await write(what, { amountMinor });
    await settleAlert(trx, { subjectId: payment.id, why: 'disputed by the bank', reason: what, now });
    if (what === DISPUTE.lost) await tell('a dispute was lost', { amountMinor });
  }
}

/** What of its disputes is not recorded yet. A payment may be disputed again, in part, after one dispute has ended. */
async function newsOfDispute(trx: Trx, paymentId: string, { isDisputed, dispute = null }: Hold) {
  if (!isDisputed && !dispute) return { isBegun: false, ended: null };
  const told = (await listHistory(trx, [paymentId])).filter(({ what }) => what === DISPUTE.open || ENDS.includes(what));
  const last = told.at(-1);
  const isFirst = last === undefined;
  if (!dispute) return { isBegun: isFirst, ended: null };
  const what = DISPUTE[dispute.state];
  if (what === DISPUTE.open) return { isBegun: last?.what !== what, ended: null };
  const isKnown = last?.what === what && last.facts.amountMinor === dispute.amountMinor;
  return { isBegun: isFirst, ended: isKnown ? null : { what, amountMinor: dispute.amountMinor } };
}

/** What the bank has taken back of a payment by disputes that were lost, in minor units. */
export async function lostToBank(db: Db, paymentId: string): Promise<number> {
  const last = (await listHistory(db, [paymentId])).findLast(({ what }) => ENDS.includes(what));
  return last?.what === DISPUTE.lost ? Number(last.facts.amountMinor) : 0;
}

/** We never capture a hold whose order is over. If somebody did at the provider, the driver has paid without a bill. */
export async function recordOutsideCapture({ trx, payment, hold, now }: Seen): Promise<void> {
  if (hold.state !== 'captured' || (await countAudit(trx, { subjectId: payment.id, what: 'taken' })) > 0) return;
  const { capturedMinor } = hold;
  await writeAudit(trx, { at: now, subjectId: payment.id, what: 'taken', facts: { capturedMinor } });
  await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'taken for an order that is over', facts: { capturedMinor } });
}
