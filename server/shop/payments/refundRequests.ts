import { type Currency, decimalText, type Money } from '../../../shared/model/money.ts';
import { newId } from '../../core/records/ids.ts';
import { raiseAlert, settleAlert } from '../../runtime/alerts.ts';
import type { Trx } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import { emitRefund } from '../../store/shop/refundEvents.ts';
import {
  addRefundRequest,
  decideRequest,
  findWaitingRequest,
  type RefundRequestRecord,
} from '../../store/shop/refundRequests.ts';
import type { RefundRecord } from '../../store/shop/refunds.ts';
import { refundLimit } from './refundLimits.ts';
import { enqueueRefund, paymentOf, type RefundContext, type RefundOptions, RefundRefused, refundable, touch } from './refunds.ts';
import { type Identity, isSamePerson } from './samePerson.ts';

/**
 * The result of a refund request. 'asked': the refund is enqueued. 'waits': a second person must approve, because the person
 * exceeds `limit`, the amount that one person may refund per session.
 */
export type RefundOutcome =
  | { kind: 'asked'; refund: RefundRecord }
  | { kind: 'waits'; request: RefundRequestRecord; limit: Money };

const WAITS = 'a refund waits for a second person';

const inWords = (amountMinor: number, currency: Currency): string => `${decimalText(amountMinor, 2, '.')} ${currency}`;

/**
 * Requests a refund on behalf of a staff member. If the person exceeds the limit for one person and session, the refund waits
 * for the approval of a second person.
 * @throws RefundRefused
 */
export function refundBy({ store, now }: RefundContext, query: RefundOptions & { by: Identity }): Promise<RefundOutcome> {
  return store.inTransaction(async trx => {
    const { payment, refunds } = await refundable(trx, query);
    const waiting = await findWaitingRequest(trx, payment.id);
    if (waiting)
      throw new RefundRefused(
        `A refund of ${inWords(waiting.amountMinor, waiting.currency)} awaits approval. Approve or reject that refund first.`,
        { key: 'acts.refund.another', values: { amount: moneyOf(waiting) } },
      );
    const limitMinor = await refundLimit(trx, payment.currency);
    if (limitMinor === null || query.amountMinor + sumBy(refunds, query.by) <= limitMinor)
      return { kind: 'asked', refund: await enqueueRefund(within(trx, now), query) };
    const request = await storeRefundRequest(trx, { payment, query, now });
    return { kind: 'waits', request, limit: { amountMinor: limitMinor, currency: payment.currency } };
  });
}

/** Returns how much of one payment a person has refunded. Older refunds without a recorded person count for every person. */
const sumBy = (refunds: readonly RefundRecord[], by: Identity): number =>
  refunds
    .filter(
      ({ state, requestedBy, requestedByAccount }) =>
        state !== 'dropped' && (requestedBy === null || isSamePerson({ name: requestedBy, account: requestedByAccount }, by)),
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

interface StoreRefundRequestOptions {
  payment: PaymentRecord;
  query: RefundOptions & { by: Identity };
  now: Date;
}

async function storeRefundRequest(trx: Trx, { payment, query, now }: StoreRefundRequestOptions): Promise<RefundRequestRecord> {
  await touch(trx, payment);
  const request: RefundRequestRecord = {
    id: newId(),
    paymentId: payment.id,
    amountMinor: query.amountMinor,
    currency: payment.currency,
    reason: query.reason.trim(),
    requestedBy: query.by.name,
    requestedByAccount: query.by.account,
    requestedAt: now,
    state: 'waiting',
    decidedBy: null,
    decidedByAccount: null,
    decidedAt: null,
    refundId: null,
  };
  await addRefundRequest(trx, request);
  await emitRefund(trx, 'refund.waiting', request);
  const reason = `${request.requestedBy} requested ${inWords(request.amountMinor, request.currency)}: ${request.reason}`;
  await raiseAlert(trx, { at: now, subjectId: payment.id, why: WAITS, facts: { reason } });
  const facts = { request: request.id, amountMinor: request.amountMinor, reason: request.reason };
  await writeAudit(trx, { at: now, subjectId: payment.id, what: WAITS, facts });
  return request;
}

export const moneyOf = ({ amountMinor, currency }: RefundRequestRecord): Money => ({ amountMinor, currency });

interface DecideRefundOptions {
  number: number;
  /** The person who approves or rejects. */
  by: Identity;
  reason: string;
}

/**
 * Approves a refund that another person has requested. `amountMinor` is the amount that the approving person has seen; missing
 * if the caller has already compared the amounts.
 * @throws RefundRefused
 */
export function confirmRefund(
  { store, now }: RefundContext,
  { number, by, reason, amountMinor }: DecideRefundOptions & { amountMinor?: number },
): Promise<RefundRequestRecord> {
  return store.inTransaction(async trx => {
    refuseWithout(reason);
    const { payment, request } = await waitingOf(trx, number);
    if (amountMinor !== undefined && amountMinor !== request.amountMinor)
      throw new RefundRefused(
        `The request is for ${inWords(request.amountMinor, request.currency)}. Approve that amount or reject the request.`,
      );
    const requester: Identity = { name: request.requestedBy, account: request.requestedByAccount };
    if (isSamePerson(by, requester))
      throw new RefundRefused(`${request.requestedBy} requested this refund. Another person must approve it.`, {
        key: 'acts.confirm.notYourself',
      });
    const options = { number, amountMinor: request.amountMinor, reason: request.reason, by: requester };
    const refund = await enqueueRefund(within(trx, now), options);
    await decide(trx, { payment, request }, { state: 'confirmed', by, reason, now, refundId: refund.id });
    return request;
  });
}

/**
 * Rejects a refund that awaits approval. The person who requested the refund may reject it too.
 * @throws RefundRefused
 */
export function declineRefund(
  { store, now }: RefundContext,
  { number, by, reason }: DecideRefundOptions,
): Promise<RefundRequestRecord> {
  return store.inTransaction(async trx => {
    refuseWithout(reason);
    const { payment, request } = await waitingOf(trx, number);
    await touch(trx, payment);
    await decide(trx, { payment, request }, { state: 'declined', by, reason, now, refundId: null });
    return request;
  });
}

function refuseWithout(reason: string): void {
  if (reason.trim() === '')
    throw new RefundRefused('Missing reason. It is stored in the audit log.', { key: 'acts.reasonMissing' });
}

interface Waiting {
  payment: PaymentRecord;
  request: RefundRequestRecord;
}

async function waitingOf(trx: Trx, number: number): Promise<Waiting> {
  const payment = await paymentOf(trx, number);
  const request = await findWaitingRequest(trx, payment.id);
  if (!request) throw new RefundRefused('No refund of this session awaits approval.', { key: 'acts.confirm.nothingWaits' });
  return { payment, request };
}

interface Decided extends Omit<DecideRefundOptions, 'number'> {
  state: 'confirmed' | 'declined';
  now: Date;
  refundId: string | null;
}

async function decide(trx: Trx, { payment, request }: Waiting, { state, by, reason, now, refundId }: Decided): Promise<void> {
  if (!(await decideRequest(trx, request, { state, decidedBy: by.name, decidedByAccount: by.account, decidedAt: now, refundId })))
    throw new RefundRefused('This request has just been approved or rejected.', { key: 'acts.confirm.nothingWaits' });
  await settleAlert(trx, { subjectId: payment.id, why: WAITS, reason: `${state} by ${by.name}`, now });
  const facts = { request: request.id, amountMinor: request.amountMinor, reason: reason.trim() };
  await writeAudit(trx, { at: now, subjectId: payment.id, what: `refund ${state}`, facts });
}

const within = (trx: Trx, now: Date): RefundContext => ({ store: { inTransaction: work => work(trx) }, now });
