import type { CompanyInvoiceState, DocumentState, ReceiptDocument } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Download } from '../../core/ports/backend.ts';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import type { ClientRecord, DocumentKind, PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db } from '../../store/engine/database.ts';
import { findClient, findPoint } from '../../store/shop/catalogue.ts';
import { type IssuedDocument, listDocuments } from '../../store/shop/documents.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import { listSignedValues, type SessionRecord } from '../../store/shop/sessions.ts';
import { safeContainer } from '../documents/content/calibration.ts';
import { documentKind } from '../documents/content/invoiceDocument.ts';
import { findFile } from '../documents/files.ts';
import { openReceipt } from './openReceipt.ts';

/** Seconds until a driver may request a document again. Most documents are ready this long after the last meter reading. */
const READY_WITHIN_S = 60;

/**
 * Lists all documents of a session in the order of issue. An invoice or receipt counts as cancelled if its credit notes cover
 * its total.
 */
export function viewDocuments(rows: readonly IssuedDocument[]): ReceiptDocument[] {
  const creditedOf = (id: string) =>
    rows.filter(({ cancelsId }) => cancelsId === id).reduce((sum, row) => sum + row.content.totalMinor, 0);
  return rows.map(row => ({
    number: row.number,
    kind: row.kind,
    issuedAt: row.issuedAt.toISOString(),
    state: row.isDrawn ? 'ready' : 'not-yet',
    isCancelled: row.kind !== 'credit-note' && creditedOf(row.id) >= row.content.totalMinor,
    cancels: row.content.cancels?.number ?? null,
    amounts: amountsOf(row),
  }));
}

/** Returns the amounts of a document. Those of a credit note are negative here, although the document prints positive amounts. */
function amountsOf({ kind, content: { totalMinor, vat } }: IssuedDocument): ReceiptDocument['amounts'] {
  const sign = kind === 'credit-note' ? -1 : 1;
  const sum = (field: 'netMinor' | 'vatMinor') =>
    vat.length === 0 ? null : sign * vat.reduce((total, group) => total + group[field], 0);
  return { netMinor: sum('netMinor'), vatMinor: sum('vatMinor'), grossMinor: sign * totalMinor };
}

/**
 * Returns the state of a session's document: 'none' if nothing was or will be captured, 'not-yet' until the document has been
 * issued and drawn, then 'ready'.
 */
export function invoiceState(
  session: SessionRecord,
  payment: PaymentRecord | null,
  rows: readonly IssuedDocument[],
): DocumentState {
  const current = currentOf(rows);
  if (current) return current.isDrawn ? 'ready' : 'not-yet';
  if (payment === null || session.state === 'cancelled' || payment.state === 'released' || payment.state === 'capture_failed')
    return 'none';
  return session.totalMinor === 0 ? 'none' : 'not-yet';
}

interface CompanyInvoiceInput {
  rows: readonly IssuedDocument[];
  /** The result of `invoiceState`. */
  invoice: DocumentState;
  /** The kind of document that the session will get. Used only until a document exists. */
  kind: DocumentKind;
}

/** Returns whether the driver can request a company invoice now, or the reason why not. */
export function companyInvoiceState({ rows, invoice, kind }: CompanyInvoiceInput): CompanyInvoiceState {
  const current = currentOf(rows);
  if (!current && invoice === 'none') return 'none';
  if (!current) return kind === 'receipt' ? 'receipt-only' : 'not-yet';
  if (current.kind === 'receipt') return 'receipt-only';
  if (current.replacesId !== null) return 'made';
  return rows.length > 1 ? 'refunded' : 'offered';
}

/**
 * Returns whether an invoice lacks the buyer's address, which an invoice above the country's limit must contain (§ 33 UStDV;
 * art. 220a of Directive 2006/112/EC).
 */
export function isBuyerMissing(rows: readonly IssuedDocument[], client: ClientRecord, { country }: PointRecord): boolean {
  const current = currentOf(rows);
  const limit = client.smallInvoiceLimit[country];
  if (current?.kind !== 'invoice' || limit === undefined) return false;
  const { customer, totalMinor } = current.content;
  return totalMinor > limit && !customer?.address;
}

/**
 * Returns the kind of document that a session will get.
 * @throws Error if the brand or the charging point does not exist
 */
export async function kindToIssue(db: Db, session: SessionRecord): Promise<DocumentKind> {
  const client = await findClient(db, session.clientId, { includesRemoved: true });
  const point = await findPoint(db, session.evseId, { includesRemoved: true });
  if (!client || !point) throw new Error('Client or point of the session not found');
  return documentKind(client, point.country, session.invoiceReference !== null);
}

const currentOf = (rows: readonly IssuedDocument[]): IssuedDocument | undefined =>
  rows.findLast(({ kind }) => kind !== 'credit-note');

/**
 * Loads the PDF of the session's current document, or of the document with the given number.
 * @throws Problem 'invoice-not-ready', 'receipt-not-ready', 'no-receipt', 'link-expired'
 */
export async function getInvoice(context: OperatorContext, request: { receipt: string; document?: string }): Promise<Download> {
  const session = await openReceipt(context, request.receipt);
  const rows = await listDocuments(context.store.db, session.id);
  const row = request.document === undefined ? currentOf(rows) : rows.find(({ number }) => number === request.document);
  if (!row && request.document !== undefined) throw new Problem('no-receipt');
  const pdf = row && (await fileNow(context, row.id));
  if (!row || !pdf) {
    const kind = row?.kind ?? (await kindToIssue(context.store.db, session));
    throw new Problem(kind === 'receipt' ? 'receipt-not-ready' : 'invoice-not-ready', { retryAfterS: READY_WITHIN_S });
  }
  return fileOf({
    fileName: `${row.kind}-${row.number}.pdf`,
    contentType: 'application/pdf',
    bytes: pdf,
  });
}

/**
 * Loads the PDF of a document.
 * @returns null if the PDF has not been drawn yet, or if the document storage is unavailable, because in both cases the driver
 * may try again later
 */
async function fileNow(context: OperatorContext, id: string): Promise<Uint8Array | null> {
  try {
    return await findFile(context, id);
  } catch (error) {
    if (!(error instanceof DocumentFilesUnavailable)) throw error;
    context.logEvent('document storage unavailable', { document: id, reason: error.message });
    return null;
  }
}

/**
 * Returns the signed meter values in the container format of the S.A.F.E. Transparenzsoftware.
 * @throws Problem 'calibration-not-ready', 'no-receipt', 'link-expired'
 */
export async function getCalibrationData(context: OperatorContext, { receipt }: { receipt: string }): Promise<Download> {
  const session = await openReceipt(context, receipt);
  const values = await listSignedValues(context.store.db, session.id);
  if (values.length === 0) throw new Problem('calibration-not-ready', { retryAfterS: READY_WITHIN_S });
  return fileOf(safeContainer({ values, transactionId: session.number }));
}

function fileOf({ fileName, contentType, bytes }: { fileName: string; contentType: string; bytes: Uint8Array }): Download {
  return {
    fileName,
    contentType,
    size: bytes.byteLength,
    bytes: (async function* () {
      yield bytes;
    })(),
  };
}
