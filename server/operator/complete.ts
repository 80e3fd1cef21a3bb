import type { Bill } from '../../shared/tariff.ts';
import { attend, attendOnce, type Why } from './attention.ts';
import type { Desk } from './parts.ts';
import { billUntil, pricedSession } from './prices.ts';
import { findOrder } from './store/orders.ts';
import { promise } from './store/outboxRows.ts';
import { findPayment, movePayment } from './store/payments.ts';
import { moveSession, type SessionRow } from './store/sessions.ts';
import type { Trx } from './store/store.ts';

/** The last meter value is there: one transaction makes the bill and promises its capture or the release of the hold. */
export async function completeSession(desk: Desk, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const priced = await pricedSession(trx, session, desk);
  const energyWh = priced.readings.at(-1)?.energyWh ?? session.energy_wh;
  // The last value is the one that the meter signs: whatever lies above it was never delivered.
  const readings = priced.readings.filter(reading => reading.energyWh <= energyWh);
  if (readings.length < priced.readings.length)
    await attendOnce(trx, { at: now, subjectId: session.id, why: 'meter values above the last one are not billed' });
  const bill = billUntil(session, { ...priced, readings }, new Date(session.ended_at ?? now.getTime()));
  const { minMinor } = desk.payments.limits(priced.currency);
  await settleBill(trx, { session: { ...session, energy_wh: energyWh }, bill, minMinor, now });
}

/**
 * The bill stands: never more than the hold is promised to be captured, and what is too little for a card is waived.
 * @param ask.minMinor the least that can be captured, in minor units of the bill's currency
 */
export async function settleBill(
  trx: Trx,
  { session, bill, minMinor, now }: { session: SessionRow; bill: Bill; minMinor: number; now: Date },
): Promise<void> {
  const isMoved = await moveSession(trx, session, 'completed', {
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
  const unpaid = (why: Why, unpaidMinor: number) => attend(trx, { at: now, subjectId: payment.id, why, facts: { unpaidMinor } });
  if (payment.state !== 'authorised') {
    if (bill.totalMinor > 0) await unpaid('energy without a hold', bill.totalMinor);
    return;
  }
  const amount = Math.min(bill.totalMinor, payment.amount_minor);
  if (amount === 0 || amount < minMinor) {
    await movePayment(trx, payment, 'releasing', { look_at: null, waived_at: amount > 0 ? now.getTime() : null });
    await promise(trx, { kind: 'release', subjectId: payment.id, n: payment.key_n, at: now });
    if (amount > 0) await unpaid('below the smallest capture: waived', amount);
    return;
  }
  await movePayment(trx, payment, 'capturing', { capture_minor: amount, look_at: null });
  await promise(trx, { kind: 'capture', subjectId: payment.id, n: payment.key_n, at: now });
  if (amount < bill.totalMinor) await unpaid('bill above the hold', bill.totalMinor - amount);
}
