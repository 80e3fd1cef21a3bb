import { Temporal } from 'temporal-polyfill';
import type { SearchAsk } from '../../../shared/charging.ts';
import { readEvseId } from '../../../shared/evseId.ts';
import { readAmountMinor, searchedDays } from '../../../shared/forms/receiptSearch.ts';
import type { Currency } from '../../../shared/money.ts';
import type { DocumentState, FoundSession, HoldStep, InvoiceWait, Receipt, Settlement } from '../../../shared/receipt.ts';
import type { Bill } from '../../../shared/tariff.ts';
import { DAY_MS, iso } from '../../../shared/time.ts';
import { getClientRecord } from '../catalogue/offers.ts';
import { checkSession } from '../check/checkSession.ts';
import type { OperatorContext } from '../context.ts';
import { documentKind } from '../documents/invoiceDocument.ts';
import type { PointRecord } from '../records.ts';
import { isSettled, placeView } from '../sessions/views.ts';
import { findClient, findPoint } from '../store/catalogue.ts';
import { type IssuedDocument, listDocuments } from '../store/documents.ts';
import { findOrder } from '../store/orders.ts';
import { findPayment, type PaymentRow } from '../store/payments.ts';
import { listRefunds, type RefundRow } from '../store/refunds.ts';
import { findCharged, listSignedValues, type SessionRow } from '../store/sessions.ts';
import { openReceipt } from './openReceipt.ts';
import { companyInvoiceState, invoiceState, isBuyerMissing, viewDocuments } from './receiptDocuments.ts';
import { mailStateOf } from './receiptMail.ts';
import { createReceiptTokens } from './tokens.ts';

/**
 * Sessions that match what stands on a bank statement: the local day it began or ended or one beside it, the price, four
 * digits. The same one query whatever is wrong, so that the time it takes does not tell.
 */
export async function findSessions(context: OperatorContext, ask: SearchAsk): Promise<readonly FoundSession[]> {
  await getClientRecord(context, ask.clientId);
  const chargedMinor = readAmountMinor(ask.price);
  const noon = Date.parse(`${ask.date}T12:00:00Z`);
  if (!chargedMinor || Number.isNaN(noon) || !/^\d{4}$/.test(ask.lastDigits)) return [];
  // A session may have begun days before it ended, and days begin earlier and later than in UTC.
  const span = { from: new Date(noon - 5 * DAY_MS), to: new Date(noon + 2 * DAY_MS) };
  const card = { clientId: ask.clientId, chargedMinor, digits: ask.lastDigits };
  const candidates = await findCharged(context.store.db, { ...card, ...span });
  const found: FoundSession[] = [];
  for (const session of candidates) {
    const match = await matching(context, session, ask);
    if (match) found.push(match);
  }
  return found;
}

async function matching(
  context: OperatorContext,
  session: SessionRow,
  { country, date, evseId }: SearchAsk,
): Promise<FoundSession | null> {
  const point = await findPoint(context.store.db, session.evse_id, { hasGone: true });
  if (point?.country !== country || !isAt(point, evseId) || session.started_at === null || session.ended_at === null) return null;
  const days = searchedDays(date);
  const isThen = [session.started_at, session.ended_at].some(at => days.includes(localDay(at, point.timeZone)));
  return isThen ? foundSession(context, session, point, await paymentOf(context, session)) : null;
}

/** Asked for as well once too many have guessed: typed as tolerantly as on the home page. */
const isAt = (point: PointRecord, evseId: string | undefined): boolean =>
  evseId === undefined || readEvseId(evseId)?.compact === readEvseId(point.evseId)?.compact;

const localDay = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();

function foundSession(
  context: OperatorContext,
  session: SessionRow,
  point: PointRecord,
  payment: PaymentRow | null,
): FoundSession {
  const bill = billOf(session);
  const { evseId, street, postalCode, city, timeZone } = point;
  return {
    evseId,
    street,
    postalCode,
    city,
    timeZone,
    number: session.number,
    energyWh: session.energy_wh,
    receipt: createReceiptTokens(context.secret).issue(session.id, context.clock.now()),
    startedAt: new Date(session.started_at ?? session.created_at).toISOString(),
    endedAt: new Date(session.ended_at ?? session.created_at).toISOString(),
    price: {
      amountMinor: payment?.captured_minor ?? bill.totalMinor,
      currency: (payment?.currency as Currency | undefined) ?? bill.currency,
    },
  };
}

function billOf(session: SessionRow, currency: Currency = 'EUR'): Bill {
  return session.bill ? (JSON.parse(session.bill) as Bill) : { currency, lines: [], totalMinor: 0, vat: [] };
}

async function paymentOf(context: OperatorContext, session: SessionRow): Promise<PaymentRow | null> {
  const order = await findOrder(context.store.db, session.order_id);
  return order?.payment_id ? findPayment(context.store.db, order.payment_id) : null;
}

export async function getReceipt(context: OperatorContext, { receipt }: { receipt: string }): Promise<Receipt> {
  const session = await openReceipt(context, receipt);
  const point = await findPoint(context.store.db, session.evse_id, { hasGone: true });
  const order = await findOrder(context.store.db, session.order_id);
  const payment = order?.payment_id ? await findPayment(context.store.db, order.payment_id) : null;
  const client = await findClient(context.store.db, session.client_id, { hasGone: true });
  if (!point || !order || !client) throw new Error('A session has lost its point, order or client');
  const bill = billOf(session, order.currency as Currency);
  const documents = await listDocuments(context.store.db, session.id);
  const [cardDigits = null] = payment ? (JSON.parse(payment.card_digits) as string[]) : [];
  const signed = await listSignedValues(context.store.db, session.id);
  const invoice = invoiceState(session, payment, documents);
  return {
    receipt,
    found: foundSession(context, session, point, payment),
    plug: placeView(point, session.connector).plug,
    country: point.country,
    currency: bill.currency,
    lines: bill.lines,
    totalMinor: bill.totalMinor,
    vat: bill.vat,
    cardDigits,
    chargedMinor: payment?.captured_minor ?? 0,
    settlement: settlementOf(session, payment, context.payments.limits(bill.currency)),
    timeline: payment ? timelineOf(session, payment, await listRefunds(context.store.db, payment.id)) : [],
    isBilled: session.state === 'completed' && isSettled(payment),
    invoice,
    waitsFor: invoice === 'not-yet' ? waitOf(session, documents) : null,
    documents: viewDocuments(documents),
    companyInvoice: companyInvoiceState({ rows: documents, invoice, kind: documentKind(client, point.country) }),
    isBuyerMissing: isBuyerMissing(documents, client, point),
    mail: await mailStateOf(context.store.db, { session, order, invoice }),
    calibration: calibrationState(session, signed.length),
    check: signed.length > 0 ? await checkSession(context, session) : null,
  };
}

function settlementOf(
  session: SessionRow,
  payment: PaymentRow | null,
  { minMinor }: ReturnType<OperatorContext['payments']['limits']>,
): Settlement {
  if (payment === null) return 'free';
  if (!isSettled(payment)) return 'open';
  if (payment.state === 'capture_failed') return 'unpaid';
  const total = session.total_minor ?? 0;
  if (payment.captured_minor === null) {
    if (total === 0) return 'nothing';
    // Without a capture, only a small price was waived; a higher one found its hold gone.
    return Math.min(total, payment.amount_minor) < minMinor ? 'waived' : 'unpaid';
  }
  return payment.captured_minor < total ? 'capped' : 'charged';
}

/** Held → charged → released → refunded, with the amounts that moved and when; a step not yet taken has no time. */
function timelineOf(session: SessionRow, payment: PaymentRow, refunds: readonly RefundRow[]): HoldStep[] {
  if (payment.authorised_at === null) return [];
  const held: HoldStep = { kind: 'held', amountMinor: payment.amount_minor, at: iso(payment.authorised_at) };
  const chargedMinor = payment.captured_minor ?? (payment.state === 'capturing' ? payment.capture_minor : 0) ?? 0;
  const rest = payment.amount_minor - chargedMinor;
  const settledAt = isSettled(payment) ? iso(payment.settled_at) : null;
  if (payment.state === 'capture_failed') return [held];
  return [
    held,
    ...(chargedMinor > 0 || session.state !== 'cancelled'
      ? [{ kind: 'charged', amountMinor: chargedMinor, at: settledAt } as const]
      : []),
    ...(rest > 0 ? [{ kind: 'released', amountMinor: rest, at: settledAt } as const] : []),
    ...refunds
      .filter(({ state }) => state === 'done')
      .map(({ amount_minor, done_at }) => ({ kind: 'refunded', amountMinor: amount_minor, at: iso(done_at) }) as const),
  ];
}

function waitOf({ state, bill }: SessionRow, documents: readonly IssuedDocument[]): InvoiceWait {
  if (documents.length > 0) return 'document';
  if (bill !== null) return 'payment';
  return state === 'stopping' || state === 'completed' ? 'meter' : 'charging';
}

function calibrationState(session: SessionRow, signed: number): DocumentState {
  if (signed > 0) return 'ready';
  return session.state === 'completed' || session.state === 'cancelled' ? 'none' : 'not-yet';
}
