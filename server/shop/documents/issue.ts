import { createHash } from 'node:crypto';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { ContactForm } from '../../../shared/forms/contact.ts';
import type { Bill } from '../../../shared/model/tariff.ts';
import type { DrawPage } from '../../core/ports/ports.ts';
import type { ClientRecord, DocumentCustomer, DocumentKind, PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findDocument, type IssuedDocument, noteDrawn } from '../../store/shop/documents.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import { listSignedValues, type SessionRecord } from '../../store/shop/sessions.ts';
import { locationView } from '../catalogue/locationView.ts';
import { priceFacts } from '../sessions/cost/prices.ts';
import { createInvoiceDocument, documentKind } from './content/invoiceDocument.ts';
import { meterFacts } from './content/meterFacts.ts';
import { currentFiles } from './files.ts';
import { issue } from './numbering.ts';
import { invoicePdf } from './pdf/invoicePdf.ts';

/**
 * Issues the document of a paid session in the transaction that records the capture. A document number therefore exists only for
 * captured money, and only once. The PDF is drawn later from the stored content, as often as needed.
 */
export async function issueDocument(
  context: OperatorContext,
  trx: Trx,
  request: { session: SessionRecord; payment: PaymentRecord; now: Date },
): Promise<void> {
  const { session, payment, now } = request;
  const { client, point, order } = await priceFacts(trx, session, context);
  if (session.bill === null || session.startedAt === null || session.endedAt === null || payment.capturedMinor === null) return;
  const { bill } = session;
  const isInvoicedByOther = session.invoiceReference !== null;
  const kind = documentKind(client, point.country, isInvoicedByOther);
  const signedValues = await listSignedValues(trx, session.id);
  const [cardDigits = null] = payment.cardDigits;
  const facts = {
    client,
    issuedAt: now,
    locale: order.locale,
    place: locationView(point, session.connector),
    session: { number: session.number, startedAt: session.startedAt, endedAt: session.endedAt },
    isInvoicedByOther,
    meter: meterFacts(signedValues),
    signedRecords: signedValues.length,
    bill,
    payment: {
      cardDigits,
      paidAt: payment.settledAt ?? now,
      heldMinor: payment.amountMinor,
      chargedMinor: payment.capturedMinor,
    },
    customer: needsBuyer({ kind, client, point, bill }) ? customerOf(order.contact) : null,
    checkUrl: context.linkOrigin + pathTo('receipts', { locale: order.locale, clientId: client.id }),
  };
  await issue(trx, {
    sessionId: session.id,
    kind,
    prefix: client.numberPrefix,
    timeZone: point.timeZone,
    now,
    write: number => createInvoiceDocument({ ...facts, number }),
  });
}

interface Bought {
  kind: DocumentKind;
  client: ClientRecord;
  point: PointRecord;
  bill: Bill;
}

/**
 * Returns whether a document must name its buyer. Small invoices (§ 33 UStDV; art. 220a of Directive 2006/112/EC) and receipts
 * do not: anyone who knows four digits of the card can find a receipt, and the receipt must not reveal the driver's name.
 */
function needsBuyer({ kind, client, point, bill }: Bought): boolean {
  const limit = client.smallInvoiceLimit[point.country];
  return kind === 'invoice' && (limit === undefined || bill.totalMinor > limit);
}

function customerOf({ firstName, lastName }: ContactForm): DocumentCustomer | null {
  const name = `${firstName.trim()} ${lastName.trim()}`.trim();
  return name === '' ? null : { name, address: null };
}

/**
 * Draws the PDF of an issued document and stores the file and its SHA-256. All downloads serve this stored file.
 * @returns null if there is no document with this id
 */
export async function drawDocument(context: OperatorContext, documentId: string): Promise<IssuedDocument | null> {
  const { db } = context.store;
  const row = await findDocument(db, documentId);
  if (!row || row.isDrawn) return row;
  const { content: document } = row;
  const values = (await listSignedValues(db, row.sessionId)).slice(0, document.signedRecords);
  const files = currentFiles(context);
  const drawn = await (context.draw ?? drawHere(context))(document, values);
  // If another process has stored the file first, that file remains.
  const stored = (await files.put(row.id, drawn)) ? drawn : await files.get(row.id);
  if (!stored) throw new Error('File of the document not found');
  await noteDrawn(db, { id: row.id, sha256: createHash('sha256').update(stored).digest('hex') });
  return row;
}

const drawHere =
  ({ translator }: OperatorContext): DrawPage =>
  (document, values) =>
    invoicePdf(document, translator, values);
