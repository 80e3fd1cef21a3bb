import type { BookDifference, BookMoveKind } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { PayoutRowKind, ProviderPayout } from '../../core/ports/payoutPort.ts';
import type { DocumentKind, InvoiceDocument } from '../../core/records/records.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { flag, json, named, nullable, text, time, whole } from './columns.ts';

// The tables of documents, refunds and books. The types of columns are in columns.ts.

export const DOCUMENT = {
  id: text(),
  sessionId: text(),
  kind: text<DocumentKind>(),
  number: text(),
  issuedAt: time(),
  /** The content of the document as issued. Never changes. */
  content: named('json', json<InvoiceDocument>()),
  /** Hash of the page. Null until the page has been drawn. */
  sha256: nullable(text()),
  /** Position among the documents of the session, from 1. */
  sequence: whole(),
  /** The document that this one replaces. */
  replacesId: nullable(text()),
  /** For a credit note: the document that is cancelled in whole or in part. */
  cancelsId: nullable(text()),
};
export interface DocumentRecord extends RecordOf<typeof DOCUMENT> {}

export interface DocumentFilesTable {
  document_id: string;
  bytes: Uint8Array;
}

/** `dropping`: staff have dropped the refund, but an earlier call may still take effect. */
export type RefundState = 'asked' | 'dropping' | 'dropped' | 'done';

/** A refund by the shop. */
export const REFUND = {
  id: text(),
  paymentId: text(),
  /** The n of the idempotency key `refund:{paymentId}:{n}`. Increases only after a read(). */
  n: whole(),
  /** The earliest time of a call with this key. Needed because providers forget keys. */
  keyAt: time(),
  /** The time from which a read decides whether the refund took place. The key is no longer used. Null: the key is in use. */
  verifyFrom: nullable(time()),
  amountMinor: whole(),
  /** The reason for bookkeeping, never shown to the driver. */
  reason: text(),
  state: text<RefundState>(),
  /** The provider's refunded total before this refund, stored before the first call. Null: not read yet. */
  beforeMinor: nullable(whole()),
  requestedAt: time(),
  /** When the refund was done or dropped. */
  doneAt: nullable(time()),
  /** Name of the requester. Null: unknown. */
  requestedBy: nullable(text()),
  /** The requester's account at the sign-in provider. Null: none, or unknown. */
  requestedByAccount: nullable(text()),
};
export interface RefundRecord extends RecordOf<typeof REFUND> {}

/** A requested refund that a second person must confirm. */
export const REFUND_REQUEST = {
  id: text(),
  paymentId: text(),
  amountMinor: whole(),
  currency: text<Currency>(),
  reason: text(),
  requestedBy: text(),
  requestedByAccount: nullable(text()),
  requestedAt: time(),
  state: text<'waiting' | 'confirmed' | 'declined'>(),
  decidedBy: nullable(text()),
  decidedByAccount: nullable(text()),
  decidedAt: nullable(time()),
  /** Id of the resulting refund. Null: none. */
  refundId: nullable(text()),
};
export interface RefundRequestRecord extends RecordOf<typeof REFUND_REQUEST> {}

/** A session with a settled payment: the captured amount, the documents' amount, and the recalculated price. */
export const BOOK_LINE = {
  /** Id of the payment. With the prefix `taken:`, a capture at the provider after the order was over. */
  id: text(),
  paymentId: text(),
  /** Version of the payment for which this line was computed. A newer version requires a new line. */
  paymentVersion: whole(),
  at: time(),
  sessionId: text(),
  number: whole(),
  currency: text<Currency>(),
  capturedMinor: whole(),
  billedMinor: whole(),
  pricedMinor: whole(),
  energyWh: whole(),
  /** True: priced by signed meter values. False: priced by the station's reported values. */
  isSigned: flag(),
  why: nullable(text<BookDifference>()),
  /** A difference that is not explained yet. */
  isOpen: flag(),
  /** Number of the sale's document. Null: there is none. */
  document: nullable(text()),
  /** The client that made the sale. Null in rows of an earlier version. */
  supplier: nullable(text()),
};
export interface BookLineRecord extends RecordOf<typeof BOOK_LINE> {}

/** One VAT rate of one document. Amounts of a credit note are negative. */
export const BOOK_ENTRY = {
  documentId: text(),
  n: whole(),
  at: time(),
  /** The counter of the document's number, and the position in that series. */
  series: text(),
  count: whole(),
  number: text(),
  kind: text<DocumentKind>(),
  sessionNumber: whole(),
  currency: text<Currency>(),
  country: text(),
  /** Thousandths of a per cent. */
  vatMilli: whole(),
  netMinor: whole(),
  vatMinor: whole(),
  grossMinor: whole(),
  /** A credit note for a refund. */
  isRefund: flag(),
  /** The CPO invoices the driver and owes the VAT. */
  isInvoicedByOther: flag(),
  /** The client that issued the document. Null in rows of an earlier version, as are the next three fields. */
  supplier: nullable(text()),
  /** The country of the supplier, lower case. */
  home: nullable(text()),
  /** End of the session, which is the day of supply. */
  servedAt: nullable(time()),
  /** The document's amount above the capture, on its first entry. Negative if a document is cancelled. */
  shortfallMinor: nullable(whole()),
};
export interface BookEntryRecord extends RecordOf<typeof BOOK_ENTRY> {}

/** A payment by the provider to the bank, with the sums of its rows. */
export const PAYOUT = {
  id: text(),
  /** The client's own account at the provider. Null: the only account. */
  account: nullable(text()),
  arrivedAt: time(),
  currency: text<Currency>(),
  /** The amount that was sent, also if the bank returned it. */
  paidMinor: whole(),
  /** 'failed': the bank returned the payout. */
  state: text<ProviderPayout['state']>(),
  capturedMinor: whole(),
  /** Positive. */
  refundedMinor: whole(),
  /** Positive. */
  feeMinor: whole(),
  otherMinor: whole(),
  rows: whole(),
  matched: whole(),
  readAt: time(),
  /** When the last row had been read. Null: the sums and counts above are not known yet. */
  wholeAt: nullable(time()),
  /** When the return by the bank was first read. Null: not returned. */
  failedAt: nullable(time()),
  /** When the moves were written. Null: they are missing or outdated. */
  bookedAt: nullable(time()),
};
export interface PayoutRecord extends RecordOf<typeof PAYOUT> {}

/** One movement of a payout. */
export const PAYOUT_ROW = {
  id: text(),
  payoutId: text(),
  at: time(),
  kind: text<PayoutRowKind>(),
  /** The provider's id of the payment. */
  ref: nullable(text()),
  amountMinor: whole(),
  feeMinor: whole(),
  paymentId: nullable(text()),
  isMatched: flag(),
  /** The amount on the card, in the card's currency. Null: no card was involved. */
  cardCurrency: nullable(text<Currency>()),
  cardMinor: nullable(whole()),
  /** The client. '': one of several that share the account. Null: not booked yet. */
  supplier: nullable(text()),
};
export interface PayoutRowRecord extends RecordOf<typeof PAYOUT_ROW> {}

/** A change of the provider's debt to the shop. The sum of all moves is the debt. */
export const BOOK_MOVE = {
  id: text(),
  at: time(),
  /** `at` is midnight UTC of the provider's day, independent of the calendar of the books. */
  isDay: flag(),
  /** The payment or payout of the move. */
  ref: text(),
  /** The client that owns the money. '': unknown, for an account that several clients share. */
  supplier: text(),
  currency: text<Currency>(),
  kind: text<BookMoveKind>(),
  /** Positive: the provider owes more. */
  minor: whole(),
  /** Number of the session. Null: none, or several. */
  number: nullable(whole()),
};
export interface BookMoveRecord extends RecordOf<typeof BOOK_MOVE> {}

/** A day or month that was exported after its end. No moves are booked in that period any more. */
export const BOOK_CLOSING = {
  supplier: text(),
  currency: text<Currency>(),
  fromAt: time(),
  /** Exclusive, like `toDay`. */
  toAt: time(),
  /** The same days at the provider. */
  fromDay: time(),
  toDay: time(),
  closedAt: time(),
};
export interface BookClosingRecord extends RecordOf<typeof BOOK_CLOSING> {}

export interface BookTables {
  book_closings: RowOf<typeof BOOK_CLOSING>;
  book_lines: RowOf<typeof BOOK_LINE>;
  book_entries: RowOf<typeof BOOK_ENTRY>;
  book_moves: RowOf<typeof BOOK_MOVE>;
  payouts: RowOf<typeof PAYOUT>;
  payout_rows: RowOf<typeof PAYOUT_ROW>;
}
