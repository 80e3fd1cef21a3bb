import type { BookDifference, BookMoveKind } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { PayoutRowKind, ProviderPayout } from '../../core/ports/payoutPort.ts';
import type { DocumentKind, InvoiceDocument } from '../../core/records/records.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { flag, json, named, nullable, text, time, whole } from './columns.ts';

// Tables of documents, refunds and the ledger. columns.ts defines the types of columns.

export const DOCUMENT = {
  id: text(),
  sessionId: text(),
  kind: text<DocumentKind>(),
  number: text(),
  issuedAt: time(),
  /** Content of the document as issued. Never changes. */
  content: named('json', json<InvoiceDocument>()),
  /** SHA-256 of the drawn document. Null: not drawn yet. */
  sha256: nullable(text()),
  /** Position among the documents of the session, counted from 1. */
  sequence: whole(),
  /** Id of the document that this document replaces. Null: none. */
  replacesId: nullable(text()),
  /** For a credit note: id of the document that it cancels in whole or in part. Null: not a credit note. */
  cancelsId: nullable(text()),
};
export interface DocumentRecord extends RecordOf<typeof DOCUMENT> {}

export interface DocumentFilesTable {
  document_id: string;
  bytes: Uint8Array;
}

/** `dropping`: staff have dropped the refund, but an earlier call to the payment provider may still take effect. */
export type RefundState = 'asked' | 'dropping' | 'dropped' | 'done';

/** A refund that staff have requested in this app. */
export const REFUND = {
  id: text(),
  paymentId: text(),
  /**
   * The n in the idempotency key `refund:{paymentId}:{n}`. Increases only after the payment's state was read from the payment
   * provider.
   */
  n: whole(),
  /** Earliest time of a call with this idempotency key. Stored because payment providers forget keys after some time. */
  keyAt: time(),
  /**
   * Set when the key is no longer used: from this time on, the state at the payment provider decides whether the refund took
   * place. Null: the key is in use.
   */
  verifyFrom: nullable(time()),
  amountMinor: whole(),
  /** Reason for the accounting. Never shown to the driver. */
  reason: text(),
  state: text<RefundState>(),
  /** Total that was refunded before this refund, as read from the payment provider before the first call. Null: not read yet. */
  beforeMinor: nullable(whole()),
  requestedAt: time(),
  /** Time at which the refund was done or dropped. Null: neither yet. */
  doneAt: nullable(time()),
  /** Name of the staff member who requested the refund. Null: unknown. */
  requestedBy: nullable(text()),
  /** Account of that staff member at the sign-in provider. Null: none, or unknown. */
  requestedByAccount: nullable(text()),
};
export interface RefundRecord extends RecordOf<typeof REFUND> {}

/** A request for a refund that a second staff member must confirm. */
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
  /** Id of the refund that the confirmation has created. Null: none. */
  refundId: nullable(text()),
};
export interface RefundRequestRecord extends RecordOf<typeof REFUND_REQUEST> {}

/**
 * Reconciliation line of a settled payment: compares the captured amount, the amount of the documents, and the price as
 * calculated again.
 */
export const BOOK_LINE = {
  /**
   * Id of the payment. With the prefix `taken:`, the line is about a capture at the payment provider after the order was over.
   */
  id: text(),
  paymentId: text(),
  /** Version of the payment from which this line was computed. If the payment has a newer version, the line is outdated. */
  paymentVersion: whole(),
  at: time(),
  sessionId: text(),
  number: whole(),
  currency: text<Currency>(),
  capturedMinor: whole(),
  billedMinor: whole(),
  pricedMinor: whole(),
  energyWh: whole(),
  /** True if the price was calculated from signed meter values, false if from the values that the station reported. */
  isSigned: flag(),
  why: nullable(text<BookDifference>()),
  /** True if there is a difference that is not explained yet. */
  isOpen: flag(),
  /** Number of the document for the driver. Null: there is none. */
  document: nullable(text()),
  /** Id of the brand that sold the energy. Null in rows of an earlier version. */
  supplier: nullable(text()),
};
export interface BookLineRecord extends RecordOf<typeof BOOK_LINE> {}

/** Ledger entry for one VAT rate of one document. Amounts of a credit note are negative. */
export const BOOK_ENTRY = {
  documentId: text(),
  n: whole(),
  at: time(),
  /** Series of the document's number; `count` is the position in the series. */
  series: text(),
  count: whole(),
  number: text(),
  kind: text<DocumentKind>(),
  sessionNumber: whole(),
  currency: text<Currency>(),
  country: text(),
  /** VAT rate in thousandths of a per cent. */
  vatMilli: whole(),
  netMinor: whole(),
  vatMinor: whole(),
  grossMinor: whole(),
  /** True for a credit note that belongs to a refund. */
  isRefund: flag(),
  /** True if the CPO invoices the driver and owes the VAT. */
  isInvoicedByOther: flag(),
  /** Id of the brand that issued the document. Null in rows of an earlier version, like the next three fields. */
  supplier: nullable(text()),
  /** Country of the supplier, ISO 3166-1 alpha-2 in lower case. */
  home: nullable(text()),
  /** End of the session, which is the date of supply for the VAT. */
  servedAt: nullable(time()),
  /**
   * By how much the document's amount exceeds the captured amount. Only on the first entry of a document. Negative if the entry
   * cancels a document.
   */
  shortfallMinor: nullable(whole()),
};
export interface BookEntryRecord extends RecordOf<typeof BOOK_ENTRY> {}

/** A payout: a transfer between the payment provider and the operator's bank account, with the sums of its rows. */
export const PAYOUT = {
  id: text(),
  /** The brand's own account at the payment provider. Null: there is only one account. */
  account: nullable(text()),
  arrivedAt: time(),
  currency: text<Currency>(),
  /** Transferred amount. Stays the same if the bank has returned it. */
  paidMinor: whole(),
  /** 'failed': the bank has returned the payout. */
  state: text<ProviderPayout['state']>(),
  capturedMinor: whole(),
  /** Sum of the refunds, as a positive amount. */
  refundedMinor: whole(),
  /** Sum of the fees, as a positive amount. */
  feeMinor: whole(),
  otherMinor: whole(),
  rows: whole(),
  matched: whole(),
  readAt: time(),
  /** Time at which the last row had been read. Null: the sums and counts of this payout are not known yet. */
  wholeAt: nullable(time()),
  /** Time at which the app first read that the bank has returned the payout. Null: not returned. */
  failedAt: nullable(time()),
  /** Time at which the ledger movements of the payout were written. Null: they are missing or outdated. */
  bookedAt: nullable(time()),
};
export interface PayoutRecord extends RecordOf<typeof PAYOUT> {}

/** One row of a payout, for example a captured payment, a refund or a fee. */
export const PAYOUT_ROW = {
  id: text(),
  payoutId: text(),
  at: time(),
  kind: text<PayoutRowKind>(),
  /** Id of the payment at the payment provider. Null: the row concerns no payment. */
  ref: nullable(text()),
  amountMinor: whole(),
  feeMinor: whole(),
  paymentId: nullable(text()),
  isMatched: flag(),
  /** Currency of the card; `cardMinor` is the amount in this currency. Null: the row concerns no card. */
  cardCurrency: nullable(text<Currency>()),
  cardMinor: nullable(whole()),
  /** Id of the brand. '': unknown, because several brands share the account. Null: not booked yet. */
  supplier: nullable(text()),
};
export interface PayoutRowRecord extends RecordOf<typeof PAYOUT_ROW> {}

/** Ledger movement: a change of the amount that the payment provider owes the operator. The sum of all movements is the debt. */
export const BOOK_MOVE = {
  id: text(),
  at: time(),
  /**
   * True if only the day is known: `at` is then midnight UTC of the day at the payment provider, whatever the time zone of the
   * ledger.
   */
  isDay: flag(),
  /** Id of the payment or payout. */
  ref: text(),
  /** Id of the brand that owns the money. '': unknown, because several brands share the account. */
  supplier: text(),
  currency: text<Currency>(),
  kind: text<BookMoveKind>(),
  /** Amount in minor units. Positive: the payment provider owes more. */
  minor: whole(),
  /** Nine-digit number of the session. Null: none, or several. */
  number: nullable(whole()),
};
export interface BookMoveRecord extends RecordOf<typeof BOOK_MOVE> {}

/** A day or month of the ledger that was exported after its end. No movement is added to this period any more. */
export const BOOK_CLOSING = {
  supplier: text(),
  currency: text<Currency>(),
  fromAt: time(),
  /** End of the period, exclusive like `toDay`. */
  toAt: time(),
  /** Start of the same period in days of the payment provider, which begin at midnight UTC. */
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
