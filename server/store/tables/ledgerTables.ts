import type { BookDifference, BookMoveKind } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { PayoutRowKind, ProviderPayout } from '../../core/ports/payoutPort.ts';
import type { DocumentKind, InvoiceDocument } from '../../core/records/records.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { flag, json, named, nullable, text, time, whole } from './columns.ts';

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
  /** From when a read decides whether the refund took place; until then and after, its key is not used. Null: the key is in use. */
  verifyFrom: nullable(time()),
  amountMinor: whole(),
  /** The operator's own reason; for bookkeeping, never shown to the driver. */
  reason: text(),
  state: text<RefundState>(),
  /** The sum the provider had refunded before this one, read and stored before the first call; null: not yet. */
  beforeMinor: nullable(whole()),
  askedAt: time(),
  /** When it was done, or dropped. */
  doneAt: nullable(time()),
  /** Who has asked for it; null: nobody knows. */
  askedBy: nullable(text()),
  /** Their account at the sign-in provider; null: none, or not known. */
  askedByAccount: nullable(text()),
};
export interface RefundRecord extends RecordOf<typeof REFUND> {}

/** A refund that somebody has asked for and a second person has to confirm. */
export const REFUND_REQUEST = {
  id: text(),
  paymentId: text(),
  amountMinor: whole(),
  currency: text<Currency>(),
  reason: text(),
  askedBy: text(),
  askedByAccount: nullable(text()),
  askedAt: time(),
  state: text<'waiting' | 'confirmed' | 'declined'>(),
  decidedBy: nullable(text()),
  decidedByAccount: nullable(text()),
  decidedAt: nullable(time()),
  /** Of the refund that it has become; null: none. */
  refundId: nullable(text()),
};
export interface RefundRequestRecord extends RecordOf<typeof REFUND_REQUEST> {}

/** One session whose money is settled: what was taken, what the documents say, and what its meter values come to anew. */
export const BOOK_LINE = {
  /** The payment's; of money that was taken at the provider for an order that was over, `taken:` and the payment's. */
  id: text(),
  paymentId: text(),
  /** The payment as it was when this was derived: a later one is read again. */
  paymentVersion: whole(),
  at: time(),
  sessionId: text(),
  number: whole(),
  currency: text<Currency>(),
  capturedMinor: whole(),
  billedMinor: whole(),
  pricedMinor: whole(),
  energyWh: whole(),
  /** Priced by what the meter has signed; else by what the station told. */
  isSigned: flag(),
  why: nullable(text<BookDifference>()),
  /** A difference that nobody can explain yet. */
  isOpen: flag(),
  /** Number of the document of the sale; null: there is none. */
  document: nullable(text()),
  /** The client whose sale it is; null in what an earlier version wrote. */
  supplier: nullable(text()),
};
export interface BookLineRecord extends RecordOf<typeof BOOK_LINE> {}

/** One rate of VAT of one document. A credit note has amounts below zero. */
export const BOOK_ENTRY = {
  documentId: text(),
  n: whole(),
  at: time(),
  /** The counter its number was taken from, and its place there. */
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
  /** A credit note for money that went back. */
  isRefund: flag(),
  /** Whoever runs the station invoices the driver: the VAT is theirs. */
  isElsewhere: flag(),
  /** The client that issued the document; null in what an earlier version wrote, as the three below. */
  supplier: nullable(text()),
  /** The country of the supplier, lower case. */
  home: nullable(text()),
  /** When the session ended: the day of supply. */
  servedAt: nullable(time()),
  /** What the document says above what was captured, on its first entry; below zero where a document is cancelled. */
  shortfallMinor: nullable(whole()),
};
export interface BookEntryRecord extends RecordOf<typeof BOOK_ENTRY> {}

/** Money that the provider has sent to the bank, with the sums of its rows. */
export const PAYOUT = {
  id: text(),
  /** The client's own account at the provider; null: the only one. */
  account: nullable(text()),
  arrivedAt: time(),
  currency: text<Currency>(),
  /** What was sent, also where the bank has returned it. */
  paidMinor: whole(),
  /** 'failed': the bank has sent it back. */
  state: text<ProviderPayout['state']>(),
  capturedMinor: whole(),
  /** Above zero. */
  refundedMinor: whole(),
  /** Above zero. */
  feeMinor: whole(),
  otherMinor: whole(),
  rows: whole(),
  matched: whole(),
  readAt: time(),
  /** When its last row had been read; null: the sums and numbers above are not known yet. */
  wholeAt: nullable(time()),
  /** When the provider was first read to say that the bank has returned it; null: it has not. */
  failedAt: nullable(time()),
  /** When its moves were written; null: they are missing, or older than its rows. */
  bookedAt: nullable(time()),
};
export interface PayoutRecord extends RecordOf<typeof PAYOUT> {}

/** One movement within a payout. */
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
  /** What moved on the card, in its own currency; null: no card was concerned. */
  cardCurrency: nullable(text<Currency>()),
  cardMinor: nullable(whole()),
  /** The client it concerns; '': one of several that share the account; null: not booked yet. */
  supplier: nullable(text()),
};
export interface PayoutRowRecord extends RecordOf<typeof PAYOUT_ROW> {}

/** One reason why the provider owes more, or less, than before. The sum of all of them is what it owes. */
export const BOOK_MOVE = {
  id: text(),
  at: time(),
  /** `at` is midnight UTC of a day that the provider names, whatever the calendar of the books. */
  isDay: flag(),
  /** The payment or payout that it belongs to. */
  ref: text(),
  /** The client whose money it is; '': not known, of an account that several share. */
  supplier: text(),
  currency: text<Currency>(),
  kind: text<BookMoveKind>(),
  /** Above zero: the provider owes more. */
  minor: whole(),
  /** Of the session; null: it concerns none, or many. */
  number: nullable(whole()),
};
export interface BookMoveRecord extends RecordOf<typeof BOOK_MOVE> {}

/** A day or month whose batch was taken after it was over: moves are no longer booked in it. */
export const BOOK_CLOSING = {
  supplier: text(),
  currency: text<Currency>(),
  fromAt: time(),
  /** Exclusive, as `toDay`. */
  toAt: time(),
  /** The same days as a provider names them. */
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
