import { createHash } from 'node:crypto';
import type { ContactForm } from '../../shared/forms/contact.ts';
import type { Locale } from '../../shared/locales.ts';
import { pathTo } from '../../shared/paths.ts';
import type { Bill } from '../../shared/tariff.ts';
import {
  createInvoiceDocument,
  type DocumentCustomer,
  type DocumentKind,
  documentKind,
  type InvoiceDocument,
} from './documents/invoiceDocument.ts';
import { invoicePdf } from './documents/invoicePdf.ts';
import { meterFacts } from './documents/meterFacts.ts';
import { newId } from './ids.ts';
import type { Desk } from './parts.ts';
import { pricedSession } from './prices.ts';
import type { ClientRecord, PointRecord } from './records.ts';
import { addDocument, findDocument, isNumberIssued, keepPdf, takeNumber } from './store/documents.ts';
import { promise } from './store/outboxRows.ts';
import type { PaymentRow } from './store/payments.ts';
import { listSignedValues, type SessionRow } from './store/sessions.ts';
import type { Trx } from './store/store.ts';
import { placeOf } from './views.ts';

/**
 * Issues the document of a paid session: its number and what it says, in the transaction that notes the capture. So a
 * number exists exactly once, when its money was taken. The page is drawn afterwards, as often as needed, from this.
 */
export async function issueDocument(
  desk: Desk,
  trx: Trx,
  ask: { session: SessionRow; payment: PaymentRow; now: Date },
): Promise<void> {
  const { session, payment, now } = ask;
  const priced = await pricedSession(trx, session, desk);
  const { client, point, order } = priced;
  if (session.bill === null || session.started_at === null || session.ended_at === null || payment.captured_minor === null)
    return;
  const kind = documentKind(client, point.country);
  const number = await nextNumber(trx, { client, point, kind, now });
  const signedValues = await listSignedValues(trx, session.id);
  const [cardDigits = null] = JSON.parse(payment.card_digits) as string[];
  const document = createInvoiceDocument({
    client,
    number,
    issuedAt: now,
    locale: order.locale as Locale,
    place: placeOf(point, session.connector),
    session: { number: session.number, startedAt: new Date(session.started_at), endedAt: new Date(session.ended_at) },
    meter: meterFacts(signedValues),
    signedRecords: signedValues.length,
    bill: JSON.parse(session.bill) as Bill,
    payment: {
      cardDigits,
      paidAt: new Date(payment.settled_at ?? now.getTime()),
      heldMinor: payment.amount_minor,
      chargedMinor: payment.captured_minor,
    },
    customer: customerOf(JSON.parse(order.contact) as ContactForm),
    checkUrl:
      desk.origin === '' ? null : desk.origin + pathTo('receipts', { locale: order.locale as Locale, clientId: client.id }),
  });
  const id = newId();
  await addDocument(trx, {
    ...{ id, session_id: session.id, kind, number, issued_at: now.getTime() },
    ...{ json: JSON.stringify(document), pdf: null, sha256: null },
  });
  await promise(trx, { kind: 'draw-document', subjectId: id, at: now });
}

const SERIES: Readonly<Record<DocumentKind, string>> = { invoice: 'R', receipt: 'B', 'credit-note': 'G' };

/**
 * One series per supplier, kind and calendar year of the place: without gaps, because the number comes with the row. Two
 * clients may begin alike, and a supplier may change its name: a number that exists is passed over, or the capture could
 * never be noted.
 */
async function nextNumber(
  trx: Trx,
  ask: { client: ClientRecord; point: PointRecord; kind: DocumentKind; now: Date },
): Promise<string> {
  const { client, point, kind, now } = ask;
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: point.timeZone }).format(now);
  const count = await takeNumber(trx, `${kind}:${client.supplier.name}:${year}`);
  const number = `${SERIES[kind]}-${client.id.slice(0, 3).toUpperCase()}-${year}-${String(count).padStart(6, '0')}`;
  return (await isNumberIssued(trx, number)) ? nextNumber(trx, ask) : number;
}

function customerOf({ firstName, lastName, email }: ContactForm): DocumentCustomer | null {
  const name = `${firstName.trim()} ${lastName.trim()}`.trim();
  return name === '' ? null : { name, email: email.trim() || null, address: null };
}

/** Draws the page of an issued document and keeps its bytes with their sha-256; downloads serve these bytes for ever. Answers the session. */
export async function drawDocument(desk: Desk, documentId: string): Promise<string | null> {
  const row = await findDocument(desk.store.db, documentId);
  if (!row || row.pdf !== null) return row?.session_id ?? null;
  const document = JSON.parse(row.json) as InvoiceDocument;
  const values = (await listSignedValues(desk.store.db, row.session_id)).slice(0, document.signedRecords);
  const bytes = await invoicePdf(document, desk.words, values);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await keepPdf(desk.store.db, { id: row.id, pdf: Buffer.from(bytes).toString('base64'), sha256 });
  return row.session_id;
}
