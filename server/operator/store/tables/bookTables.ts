// The tables of documents and refunds; tables.ts says what their columns may be.

export interface DocumentsTable {
  id: string;
  session_id: string;
  kind: 'invoice' | 'receipt' | 'credit-note';
  number: string;
  issued_at: number;
  /** What the document says, as issued; never changed. */
  json: string;
  /** The PDF, base64; null until it has been drawn. */
  pdf: string | null;
  sha256: string | null;
  /** Its place among the documents of the session, from 1. */
  sequence: number;
  /** The document it stands in for. */
  replaces_id: string | null;
  /** Of a credit note: the document whose amounts it takes back, whole or in part. */
  cancels_id: string | null;
}

/** `dropping`: the operator has given it up; a call that was made before may still act. */
export type RefundState = 'asked' | 'dropping' | 'dropped' | 'done';

/** Money that the operator gives back. */
export interface RefundsTable {
  id: string;
  payment_id: string;
  /** The n of its key, `refund:{paymentId}:{n}`; rises only after a read(). */
  n: number;
  /** When a call with this key may first have been made: providers forget keys. */
  key_at: number;
  amount_minor: number;
  /** The operator's own reason; for bookkeeping, never shown to the driver. */
  reason: string;
  state: RefundState;
  /** The sum the provider had refunded before this one, read and stored before the first call; null: not yet. */
  before_minor: number | null;
  asked_at: number;
  /** When it was done, or dropped. */
  done_at: number | null;
}
