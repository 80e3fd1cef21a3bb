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
  /** Content of the issued document. Never changes. */
  content: named('json', json<InvoiceDocument>()),
  /** SHA-256 of the PDF file. Null: the file was not created yet. */
  sha256: nullable(text()),
  /** Position among the documents of the session, counted from 1. */
  sequence: whole(),
  /** Id of the document that this document replaces. Null: it replaces none. */
  replacesId: nullable(text()),
  /** Id of the document that this credit note cancels in whole or in part. Null: the document is not a credit note. */
  cancelsId: nullable(text()),
};
export interface DocumentRecord extends RecordOf<typeof DOCUMENT> {}

export interface DocumentFilesTable {
  document_id: string;
  bytes: Uint8Array;
}

/** 'dropping': staff have dropped the refund, but an earlier call to the payment provider may still take effect. */
export type RefundState = 'asked' | 'dropping' | 'dropped' | 'done';

/** A refund that staff have requested in this app. */
export const REFUND = {
  id: text(),
  paymentId: text(),
  /**
   * The n in the idempotency key `refund:{paymentId}:{n}`. Increases only after the app has read the payment's state from the
   * payment provider.
   */
  n: whole(),
  /** Earliest time of a call with this idempotency key. Payment providers forget keys after some time. */
  keyAt: time(),
  /**
   * From this time on, the key is not used, and the state at the payment provider decides whether the refund took place. Null:
   * the key is in use.
   */
  verifyFrom: nullable(time()),
  amountMinor: whole(),
  /** Reason for the operator's accounting. Never shown to the driver. */
  reason: text(),
  state: text<RefundState>(),
  /**
   * Amount of the payment that was already refunded, as read from the payment provider before the first call. Null: not read
   * yet.
   */
  beforeMinor: nullable(whole()),
  requestedAt: time(),
  /** Time at which the refund was done or dropped. Null: the refund is open. */
  doneAt: nullable(time()),
  /** Name of the staff member who requested the refund. Null: unknown. */
  requestedBy: nullable(text()),
  /** Account of the requesting staff member at the sign-in provider. Null: no account, or unknown. */
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
  /** Id of the refund that was created by the confirmation. Null: not confirmed. */
  refundId: nullable(text()),
};
export interface RefundRequestRecord extends RecordOf<typeof REFUND_REQUEST> {}

/**
 * Reconciliation line of a settled payment. Compares the captured amount, the amount of the documents, and the recalculated
 * price.
 */
export const BOOK_LINE = {
  /**
   * Id of the payment. With the prefix `taken:`, the line is about a capture that was made at the payment provider after the
   * order was over.
   */
  id: text(),
  paymentId: text(),
  /** Version of the payment when this line was computed. The line is outdated if the payment has a newer version. */
  paymentVersion: whole(),
  at: time(),
  sessionId: text(),
  number: whole(),
  currency: text<Currency>(),
  capturedMinor: whole(),
  billedMinor: whole(),
  pricedMinor: whole(),
  energyWh: whole(),
  /** True if the price was calculated from signed meter values, false if it was calculated from unsigned ones. */
  isSigned: flag(),
  why: nullable(text<BookDifference>()),
  /** True if there is a difference that nobody has explained yet. */
  isOpen: flag(),
  /** Number of the driver's document. Null: the driver got none. */
  document: nullable(text()),
  /** Id of the brand that supplied the energy. Null in rows of an earlier version. */
  supplier: nullable(text()),
};
export interface BookLineRecord extends RecordOf<typeof BOOK_LINE> {}

/** Ledger entry for one VAT rate of one document. Amounts of a credit note are negative. */
export const BOOK_ENTRY = {
  documentId: text(),
  n: whole(),
  at: time(),
  /** Document series; `count` is the position of the number in the series. */
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
  /** Id of the brand that issued the document. In rows of an earlier version, this field and the three below are null. */
  supplier: nullable(text()),
  /** Country of the brand, ISO 3166-1 alpha-2 in lower case. */
  home: nullable(text()),
  /** End of the session, which is the date of supply for the VAT. */
  servedAt: nullable(time()),
  /**
   * Document amount minus captured amount. Only on the first entry of a document. Negative if the document cancels another one.
   */
  shortfallMinor: nullable(whole()),
};
export interface BookEntryRecord extends RecordOf<typeof BOOK_ENTRY> {}

/** A payout: a transfer from the payment provider to the operator's bank account or back, with the sums of its rows. */
export const PAYOUT = {
  id: text(),
  /** The brand's own account at the payment provider. Null: all brands share one account. */
  account: nullable(text()),
  arrivedAt: time(),
  currency: text<Currency>(),
  /** Transferred amount. It stays the same if the bank returns the payout. */
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
  /** Time at which all rows had been read. Null: the sums and counts are not known yet. */
  wholeAt: nullable(time()),
  /** Time at which the app first read that the bank had returned the payout. Null: not returned. */
  failedAt: nullable(time()),
  /** Time at which the payout's ledger movements were written. Null: they are missing or outdated. */
  bookedAt: nullable(time()),
};
export interface PayoutRecord extends RecordOf<typeof PAYOUT> {}

/** One row of a payout, for example a captured payment, a refund or a fee. */
export const PAYOUT_ROW = {
  id: text(),
  payoutId: text(),
  at: time(),
  kind: text<PayoutRowKind>(),
  /** Id of the payment, or of another payout (kinds 'payout' and 'returned'), at the payment provider. Null: neither. */
  ref: nullable(text()),
  amountMinor: whole(),
  feeMinor: whole(),
  paymentId: nullable(text()),
  isMatched: flag(),
  /** Currency of the card; `cardMinor` is the amount in this currency. Null: the row belongs to no card payment. */
  cardCurrency: nullable(text<Currency>()),
  cardMinor: nullable(whole()),
  /** Id of the brand. Empty: unknown, because several brands share the account. Null: the payout is not in the ledger yet. */
  supplier: nullable(text()),
};
export interface PayoutRowRecord extends RecordOf<typeof PAYOUT_ROW> {}

/** Ledger movement: a change of the amount that the payment provider owes the operator. The sum of all movements is the debt. */
export const BOOK_MOVE = {
  id: text(),
  at: time(),
  /** True if only the day is known. `at` is then midnight UTC, because the payment provider's days begin at this time. */
  isDay: flag(),
  /** Id of the payment or payout. */
  ref: text(),
  /** Id of the brand that owns the money. Empty: unknown, because several brands share the account. */
  supplier: text(),
  currency: text<Currency>(),
  kind: text<BookMoveKind>(),
  /** Amount in minor units. Positive: the payment provider owes more. */
  minor: whole(),
  /** Nine-digit number of the session. Null: the movement belongs to no session, or to several. */
  number: nullable(whole()),
};
export interface BookMoveRecord extends RecordOf<typeof BOOK_MOVE> {}

/** A day or month of the ledger that was exported after its end. No movement may be added to this period. */
export const BOOK_CLOSING = {
  supplier: text(),
  currency: text<Currency>(),
  fromAt: time(),
  /** End of the period, exclusive. */
  toAt: time(),
  /** Start of the period as the payment provider counts days, from midnight UTC. `toDay` is its end, exclusive. */
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
