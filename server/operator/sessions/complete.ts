import type { Bill } from '../../../shared/tariff.ts';
import { type AlertKind, raiseAlert, raiseAlertOnce } from '../alerts.ts';
import type { OperatorContext } from '../context.ts';
import { findOrder } from '../store/orders.ts';
import { enqueue } from '../store/outboxRows.ts';
import { findPayment, transitionPayment } from '../store/payments.ts';
import { type SessionRow, transitionSession } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import { billUntil, pricedSession } from './prices.ts';

/** The last meter value is there: one transaction makes the bill and enqueues its capture or the release of the hold. */
export async function completeSession(context: OperatorContext, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const priced = await pricedSession(trx, session, context);
  const energyWh = priced.readings.at(-1)?.energyWh ?? session.energy_wh;
  // The meter signs the last value, so readings above it cannot have been delivered.
  const readings = priced.readings.filter(reading => reading.energyWh <= energyWh);
  if (readings.length < priced.readings.length)
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'meter values above the last one are not billed' });
  const bill = billUntil(session, { ...priced, readings }, new Date(session.ended_at ?? now.getTime()));
  const { minMinor } = context.payments.limits(priced.currency);
  await finaliseBill(trx, { session: { ...session, energy_wh: energyWh }, bill, minMinor, now });
}

/**
 * Stores the final bill. At most the hold is enqueued for capture, and what is below the provider's minimum is waived.
 * @param ask.minMinor the least that can be captured, in minor units of the bill's currency
 */
export async function finaliseBill(
  trx: Trx,
  { session, bill, minMinor, now }: { session: SessionRow; bill: Bill; minMinor: number; now: Date },
): Promise<void> {
  const isMoved = await transitionSession(trx, session, 'completed', {
    ended_at: session.ended_at,
    energy_wh: session.energy_wh,
    power_w: 0,
    bill: JSON.stringify(bill),
    total_minor: bill.totalMinor,
    look_at: null,
  });
  const order = await findOrder(trx, session.order_id);
  const payment = order?.payment_id ? await findPayment(trx, order.payment_id) : null;
  if (!isMoved || !payment) return;
  const unpaid = (why: AlertKind, unpaidMinor: number) =>
    raiseAlert(trx, { at: now, subjectId: payment.id, why, facts: { unpaidMinor } });
  if (payment.state !== 'authorised') {
    if (bill.totalMinor > 0) await unpaid('energy without a hold', bill.totalMinor);
    return;
  }
  const amount = Math.min(bill.totalMinor, payment.amount_minor);
  if (amount === 0 || amount < minMinor) {
    await transitionPayment(trx, payment, 'releasing', { look_at: null, waived_at: amount > 0 ? now.getTime() : null });
    await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.key_n, at: now });
    if (amount > 0) await unpaid('below the smallest capture: waived', amount);
    return;
  }
  await transitionPayment(trx, payment, 'capturing', { capture_minor: amount, look_at: null });
  await enqueue(trx, { kind: 'capture', subjectId: payment.id, n: payment.key_n, at: now });
  if (amount < bill.totalMinor) await unpaid('bill above the hold', bill.totalMinor - amount);
}
