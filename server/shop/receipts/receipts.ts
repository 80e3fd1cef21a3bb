import { Temporal } from 'temporal-polyfill';
import type { SearchQuery } from '../../../shared/charging/charging.ts';
import type {
  DocumentState,
  FoundSession,
  HoldStep,
  InvoiceWait,
  Receipt,
  Settlement,
} from '../../../shared/charging/receipt.ts';
import { readAmountMinor, searchedDays } from '../../../shared/forms/receiptSearch.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Bill } from '../../../shared/model/tariff.ts';
import { DAY_MS, iso } from '../../../shared/model/time.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient, findPoint } from '../../store/shop/catalogue.ts';
import { type IssuedDocument, listDocuments } from '../../store/shop/documents.ts';
import { findOrder, findWholeOrder } from '../../store/shop/orders.ts';
import { findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { listRefunds, type RefundRecord } from '../../store/shop/refunds.ts';
import { findCharged, listSignedValues, type SessionRecord } from '../../store/shop/sessions.ts';
import { getClientRecord } from '../catalogue/clients.ts';
import { locationView } from '../catalogue/locationView.ts';
import { documentKind } from '../documents/content/invoiceDocument.ts';
import { priceNow } from '../sessions/cost/priceNow.ts';
import { ifUnpriced } from '../sessions/cost/prices.ts';
import { isSettled } from '../sessions/views/views.ts';
import { checkSession } from './checkSession.ts';
import { openReceipt } from './openReceipt.ts';
import { companyInvoiceState, invoiceState, isBuyerMissing, viewDocuments } from './receiptDocuments.ts';
import { mailStateOf } from './receiptMail.ts';
import { createReceiptTokens } from './tokens.ts';

/**
 * Finds sessions by what a bank statement shows: the price, the last four digits of the card, and the local day on which the
 * session started or ended, give or take one day. The database query does not depend on which detail is wrong, so that its
 * duration reveals nothing.
 */
export async function findSessions(context: OperatorContext, query: SearchQuery): Promise<readonly FoundSession[]> {
  await getClientRecord(context, query.clientId);
  const chargedMinor = readAmountMinor(query.price);
  const noon = Date.parse(`${query.date}T12:00:00Z`);
  if (!chargedMinor || Number.isNaN(noon) || !/^\d{4}$/.test(query.lastDigits)) return [];
  // A wider range in UTC: a session may start days before its end, and local days differ from UTC days. `matching` checks the
  // exact days.
  const span = { from: new Date(noon - 5 * DAY_MS), to: new Date(noon + 2 * DAY_MS) };
  const card = { clientId: query.clientId, chargedMinor, digits: query.lastDigits };
  const candidates = await findCharged(context.store.db, { ...card, ...span });
  const found: FoundSession[] = [];
  for (const session of candidates) {
    const match = await matching(context, session, query);
    if (match) found.push(match);
  }
  return found;
}

async function matching(
  context: OperatorContext,
  session: SessionRecord,
  { country, date, evseId }: SearchQuery,
): Promise<FoundSession | null> {
  const point = await findPoint(context.store.db, session.evseId, { includesRemoved: true });
  if (point?.country !== country || !isAt(point, evseId) || session.startedAt === null || session.endedAt === null) return null;
  const days = searchedDays(date);
  const isThen = [session.startedAt, session.endedAt].some(at => days.includes(localDay(at, point.timeZone)));
  return isThen ? foundSession(context, session, point, await paymentOf(context, session)) : null;
}

/** Compares EVSE IDs, in all spellings that the home page accepts. The EVSE ID is required after too many wrong searches. */
const isAt = (point: PointRecord, evseId: string | undefined): boolean =>
  evseId === undefined || readEvseId(evseId)?.compact === readEvseId(point.evseId)?.compact;

const localDay = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

function foundSession(
  context: OperatorContext,
  session: SessionRecord,
  point: PointRecord,
  payment: PaymentRecord | null,
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
    energyWh: session.energyWh,
    receipt: createReceiptTokens(context.secret).issue(session.id, context.clock.now()),
    startedAt: (session.startedAt ?? session.createdAt).toISOString(),
    endedAt: (session.endedAt ?? session.createdAt).toISOString(),
    price: {
      amountMinor: payment?.capturedMinor ?? bill.totalMinor,
      currency: payment?.currency ?? bill.currency,
    },
  };
}

function billOf(session: SessionRecord, currency: Currency = 'EUR'): Bill {
  return session.bill ?? { currency, lines: [], totalMinor: 0, vat: [] };
}

async function paymentOf(context: OperatorContext, session: SessionRecord): Promise<PaymentRecord | null> {
  const order = await findOrder(context.store.db, session.orderId);
  return order?.paymentId ? findPayment(context.store.db, order.paymentId) : null;
}

export async function getReceipt(context: OperatorContext, { receipt }: { receipt: string }): Promise<Receipt> {
  const { db } = context.store;
  const { session, order, payment, refunds, documents } = await readMoney(context, receipt);
  const point = await findPoint(db, session.evseId, { includesRemoved: true });
  const client = await findClient(db, session.clientId, { includesRemoved: true });
  if (!point || !client) throw new Error('Point or client of the session not found');
  const bill = billOf(session, order.currency);
  const [cardDigits = null] = payment?.cardDigits ?? [];
  const signed = await listSignedValues(db, session.id);
  const invoice = invoiceState(session, payment, documents);
  return {
    receipt,
    found: foundSession(context, session, point, payment),
    plug: locationView(point, session.connector).plug,
    country: point.country,
    currency: bill.currency,
    lines: bill.lines,
    totalMinor: bill.totalMinor,
    vat: bill.vat,
    cardDigits,
    chargedMinor: payment?.capturedMinor ?? 0,
    settlement: settlementOf(session, payment, context.payments.limits(bill.currency)),
    timeline: payment ? timelineOf(session, payment, refunds) : [],
    isBilled: session.state === 'completed' && isSettled(payment),
    invoice,
    waitsFor: invoice === 'not-yet' ? await waitOf(context, session, documents) : null,
    documents: viewDocuments(documents),
    companyInvoice: companyInvoiceState({
      rows: documents,
      invoice,
      kind: documentKind(client, point.country, session.invoiceReference !== null),
    }),
    isBuyerMissing: isBuyerMissing(documents, client, point),
    mail: await mailStateOf(db, { session, order, invoice }),
    calibration: calibrationState(session, signed.length),
    check: signed.length > 0 ? await checkSession(context, session).catch(ifUnpriced(() => null)) : null,
  };
}

/**
 * Loads a receipt's rows. A credit note and its refund are written in one transaction, and so are a document and its payment.
 * Refunds are read first, then documents, then payments, so that a later read always finds the row that belongs to an earlier
 * one.
 */
async function readMoney(context: OperatorContext, receipt: string) {
  const { db } = context.store;
  const { id, orderId } = await openReceipt(context, receipt);
  const paymentId = (await findOrder(db, orderId))?.paymentId;
  const refunds = paymentId ? await listRefunds(db, paymentId) : [];
  const documents = await listDocuments(db, id);
  const whole = await findWholeOrder(db, { sessionId: id });
  if (!whole) throw new Error('Order of the session not found');
  return { ...whole, refunds, documents };
}

function settlementOf(
  session: SessionRecord,
  payment: PaymentRecord | null,
  { minMinor }: ReturnType<OperatorContext['payments']['limits']>,
): Settlement {
  if (payment === null) return 'free';
  if (!isSettled(payment)) return 'open';
  if (payment.state === 'capture_failed') return 'unpaid';
  const total = session.totalMinor ?? 0;
  if (payment.capturedMinor === null) {
    if (total === 0) return 'nothing';
    // A cost below the payment provider's minimum was waived. A higher cost was not captured because the hold had expired.
    return Math.min(total, payment.amountMinor) < minMinor ? 'waived' : 'unpaid';
  }
  return payment.capturedMinor < total ? 'capped' : 'charged';
}

/**
 * Lists the steps held → charged → released → refunded, with amounts in minor units. A step that has not happened yet has no
 * time.
 */
function timelineOf(session: SessionRecord, payment: PaymentRecord, refunds: readonly RefundRecord[]): HoldStep[] {
  if (payment.authorisedAt === null) return [];
  const held: HoldStep = { kind: 'held', amountMinor: payment.amountMinor, at: iso(payment.authorisedAt) };
  const chargedMinor = payment.capturedMinor ?? (payment.state === 'capturing' ? payment.captureMinor : 0) ?? 0;
  const rest = payment.amountMinor - chargedMinor;
  const settledAt = isSettled(payment) ? iso(payment.settledAt) : null;
  if (payment.state === 'capture_failed') return [held];
  return [
    held,
    ...(chargedMinor > 0 || session.state !== 'cancelled'
      ? [{ kind: 'charged', amountMinor: chargedMinor, at: settledAt } as const]
      : []),
    ...(rest > 0 ? [{ kind: 'released', amountMinor: rest, at: settledAt } as const] : []),
    ...refunds
      .filter(({ state }) => state === 'done')
      .map(({ amountMinor, doneAt }) => ({ kind: 'refunded', amountMinor, at: iso(doneAt) }) as const),
  ];
}

async function waitOf(
  context: OperatorContext,
  session: SessionRecord,
  documents: readonly IssuedDocument[],
): Promise<InvoiceWait> {
  if (documents.length > 0) return 'document';
  if (session.bill !== null) return 'payment';
  const isPriced = await priceNow(context.store.db, session, context).then(
    () => true,
    ifUnpriced(() => false),
  );
  if (!isPriced) return 'price';
  return session.state === 'stopping' || session.state === 'completed' ? 'meter' : 'charging';
}

function calibrationState(session: SessionRecord, signed: number): DocumentState {
  if (signed > 0) return 'ready';
  return session.state === 'completed' || session.state === 'cancelled' ? 'none' : 'not-yet';
}
