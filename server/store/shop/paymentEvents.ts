import type { PaymentEventData } from '../../../shared/console/webhooks.ts';
import type { Money } from '../../../shared/model/money.ts';
import type { Db } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';
import type { PaymentRecord, PaymentState } from '../tables/tables.ts';
import { sessionSubject } from './sessionEvents.ts';
import { findSessionByOrder } from './sessions.ts';

const TYPES = {
  authorised: 'payment.held',
  captured: 'payment.captured',
  released: 'payment.released',
} as const satisfies Partial<Record<PaymentState, string>>;

const subjectOf = (number: number | null, payment: PaymentRecord): string =>
  number === null ? `payment ${payment.id}` : sessionSubject(number);

/** Returns the fields that every event about a payment has. */
export async function paymentFacts(trx: Db, payment: PaymentRecord) {
  const { id, clientId, currency, capturedMinor } = payment;
  const number = (await findSessionByOrder(trx, payment.orderId))?.number ?? null;
  const money = (amountMinor: number): Money => ({ amountMinor, currency });
  const data: PaymentEventData = {
    ...{ payment: id, session: number, version: payment.version, state: payment.state, client: clientId },
    held: money(payment.amountMinor),
    captured: capturedMinor === null ? null : money(capturedMinor),
    refunded: money(payment.refundedMinor),
  };
  return { subject: subjectOf(number, payment), clientId, data };
}

/** Writes the event of a payment's new state, if there is one. */
export async function emitPayment(trx: Db, payment: PaymentRecord): Promise<void> {
  const { state } = payment;
  if (state === 'authorised' || state === 'captured' || state === 'released')
    await emit(trx, TYPES[state], () => paymentFacts(trx, payment));
}

/**
 * Writes the event that the driver's bank disputes a payment.
 * @param amountMinor the disputed amount. Null: unknown
 */
export const emitDispute = (trx: Db, payment: PaymentRecord, amountMinor: number | null): Promise<void> =>
  emit(trx, 'payment.disputed', async () => {
    const { data, ...facts } = await paymentFacts(trx, payment);
    const disputed = amountMinor === null ? null : { amountMinor, currency: payment.currency };
    return { ...facts, data: { ...data, disputed } };
  });
