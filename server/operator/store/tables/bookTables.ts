import type { DocumentKind, InvoiceDocument } from '../../records.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { json, named, nullable, text, time, whole } from './columns.ts';

// The tables of documents and refunds; tables.ts says what their columns may be.

export const DOCUMENT = {
  id: text(),
  sessionId: text(),
  kind: text<DocumentKind>(),
  number: text(),
  issuedAt: time(),
  /** What the document says, as issued; never changed. */
  content: named('json', json<InvoiceDocument>()),
  /** Of its page; null until it has been drawn. */
  sha256: nullable(text()),
  /** Its place among the documents of the session, from 1. */
  sequence: whole(),
  /** The document it stands in for. */
  replacesId: nullable(text()),
  /** Of a credit note: the document whose amounts it takes back, whole or in part. */
  cancelsId: nullable(text()),
};
export interface DocumentRecord extends RecordOf<typeof DOCUMENT> {}

export interface DocumentsTable extends RowOf<typeof DOCUMENT> {
  /** The page as earlier versions kept it, base64. */
  pdf: string | null;
}

export interface DocumentFilesTable {
  document_id: string;
  bytes: Uint8Array;
}

/** `dropping`: the operator has given it up; a call that was made before may still act. */
export type RefundState = 'asked' | 'dropping' | 'dropped' | 'done';

/** Money that the operator gives back. */
export const REFUND = {
  id: text(),
  paymentId: text(),
  /** The n of its key, `refund:{paymentId}:{n}`; rises only after a read(). */
  n: whole(),
  /** When a call with this key may first have been made: providers forget keys. */
  keyAt: time(),
  amountMinor: whole(),
  /** The operator's own reason; for bookkeeping, never shown to the driver. */
  reason: text(),
  state: text<RefundState>(),
  /** The sum the provider had refunded before this one, read and stored before the first call; null: not yet. */
  beforeMinor: nullable(whole()),
  askedAt: time(),
  /** When it was done, or dropped. */
  doneAt: nullable(time()),
};
export interface RefundRecord extends RecordOf<typeof REFUND> {}
