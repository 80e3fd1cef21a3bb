import type { Bill } from '../../../../shared/model/tariff.ts';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { loweredTo } from '../../../core/pricing/bill.ts';
import { type AlertKind, raiseAlert, raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { enqueue } from '../../../store/jobs/outboxRows.ts';
import { type PaymentRecord, transitionPayment } from '../../../store/shop/payments.ts';
import { listReadings } from '../../../store/shop/readings.ts';
import { type SessionRecord, transitionSession } from '../../../store/shop/sessions.ts';
import { billUntil, type Priced, type PriceFacts, pricedSession } from '../cost/prices.ts';

/** A bill with the data from which it was computed. */
export interface MadeBill {
  session: SessionRecord;
  bill: Bill;
  /** The pricing data, without readings that are not billed. */
  priced: Priced;
}

/** Energy and end of a session according to a CDR. The bill does not exceed either. */
export interface Accounted {
  energyWh: number;
  endedAt: Date;
}

/** Returns the readings up to the end and energy of a CDR, without later or higher ones. */
export function upTo(readings: readonly MeterReading[], { energyWh, endedAt }: Accounted): readonly MeterReading[] {
  const before = readings.filter(reading => reading.at < endedAt && reading.energyWh <= energyWh);
  const isCharging = readings.findLast(({ at }) => at <= endedAt)?.isCharging ?? true;
  return [...before, { at: endedAt, energyWh, powerW: 0, isCharging }];
}

interface MakeBillOptions {
  session: SessionRecord;
  /** The pricing data without readings; missing if the caller has not loaded it. */
  facts?: PriceFacts;
  now: Date;
  accounted?: Accounted | null;
}

/** Computes the bill of a session whose last meter reading has arrived. */
export async function makeBill(
  context: OperatorContext,
  trx: Trx,
  { session, facts, now, accounted = null }: MakeBillOptions,
): Promise<MadeBill> {
  const current = facts
    ? { ...facts, readings: await listReadings(trx, session.id) }
    : await pricedSession(trx, session, context);
  if (accounted) {
    const priced = { ...current, readings: upTo(current.readings, accounted) };
    const ended = { ...session, ...accounted };
    return { session: ended, bill: billUntil(ended, priced, accounted.endedAt), priced };
  }
  const energyWh = current.readings.at(-1)?.energyWh ?? session.energyWh;
  // The last reading is the one that the meter signs. Higher readings before it are errors.
  const readings = current.readings.filter(reading => reading.energyWh <= energyWh);
  if (readings.length < current.readings.length)
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'meter values above the last one are not billed' });
  const priced = { ...current, readings };
  return { session: { ...session, energyWh }, bill: billUntil(session, priced, session.endedAt ?? now), priced };
}

/** Computes the bill and settles it, see `settleBill`. */
export async function completeSession(
  context: OperatorContext,
  trx: Trx,
  { maxMinor = null, ...request }: MakeBillOptions & { maxMinor?: number | null },
): Promise<SessionRecord | null> {
  return settleBill(context, trx, { made: await makeBill(context, trx, request), now: request.now, maxMinor });
}

/**
 * Stores the bill of a session and enqueues the capture or the release of its hold, all in the given transaction. `maxMinor` is
 * the maximum that staff have decided on, in minor units; null for the full bill.
 * @returns the session afterwards, or null if its row has changed since it was read
 */
export function settleBill(
  context: OperatorContext,
  trx: Trx,
  { made: { session, bill, priced }, now, maxMinor }: { made: MadeBill; now: Date; maxMinor: number | null },
): Promise<SessionRecord | null> {
  const { minMinor } = context.payments.limits(priced.currency);
  const lowered = loweredTo(bill, maxMinor ?? bill.totalMinor);
  return finaliseBill(trx, { session, payment: priced.payment, bill: lowered, minMinor, now });
}

/**
 * Stores the final bill and enqueues the capture of at most the hold. An amount below the payment provider's minimum is waived,
 * and the hold is released.
 * @param request.payment the current payment of the order, read in this transaction; null for free charging
 * @param request.minMinor the payment provider's minimum capture, in minor units of the bill's currency
 */
export async function finaliseBill(
  trx: Trx,
  request: { session: SessionRecord; payment: PaymentRecord | null; bill: Bill; minMinor: number; now: Date },
): Promise<SessionRecord | null> {
  const { session, payment, bill, minMinor, now } = request;
  const completed = await transitionSession(trx, session, 'completed', {
    endedAt: session.endedAt,
    energyWh: session.energyWh,
    powerW: 0,
    battery: session.battery,
    bill,
    totalMinor: bill.totalMinor,
    nextCheckAt: null,
    review: null,
    invoiceReference: session.invoiceReference,
  });
  if (completed && payment) await captureOrRelease(trx, { payment, bill, minMinor, now });
  return completed;
}

async function captureOrRelease(
  trx: Trx,
  { payment, bill, minMinor, now }: { payment: PaymentRecord; bill: Bill; minMinor: number; now: Date },
): Promise<void> {
  const unpaid = (why: AlertKind, unpaidMinor: number) =>
    raiseAlert(trx, { at: now, subjectId: payment.id, why, facts: { unpaidMinor } });
  if (payment.state !== 'authorised') {
    if (bill.totalMinor > 0) await unpaid('energy without a hold', bill.totalMinor);
    return;
  }
  const amount = Math.min(bill.totalMinor, payment.amountMinor);
  if (amount === 0 || amount < minMinor) {
    await transitionPayment(trx, payment, 'releasing', { nextCheckAt: null, waivedAt: amount > 0 ? now : null });
    await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.keyN, at: now });
    if (amount > 0) await unpaid('below the smallest capture: waived', amount);
    return;
  }
  await transitionPayment(trx, payment, 'capturing', { captureMinor: amount, nextCheckAt: null });
  await enqueue(trx, { kind: 'capture', subjectId: payment.id, n: payment.keyN, at: now });
  if (amount < bill.totalMinor) await unpaid('bill above the hold', bill.totalMinor - amount);
}
