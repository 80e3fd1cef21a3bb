import type { Currency } from '../model/money.ts';

/** Why the captured, the billed and the recalculated amount differ. Each reason has a text `books.why.…`. */
export const BOOK_DIFFERENCES = [
  'taken-without-order',
  'captured-more',
  'captured-less',
  'unpaid',
  'waived',
  'capped',
  'lowered',
  'priced-otherwise',
] as const;
export type BookDifference = (typeof BOOK_DIFFERENCES)[number];

/** Why the balance at the payment provider changed. Each reason has a text `books.owed.…`. */
export const BOOK_MOVE_KINDS = [
  'capture',
  'taken',
  'refund',
  'outside',
  'fee',
  'dispute',
  'reserve',
  'other',
  'unexplained',
  'exchange',
  'payout',
  'returned',
] as const;
export type BookMoveKind = (typeof BOOK_MOVE_KINDS)[number];

/** Change of the balance at the payment provider in the period, for one reason. */
export interface BookMoved {
  /** Id of the client. Empty: the entry belongs to an account that several clients share, and the client is unknown. */
  supplier: string;
  currency: Currency;
  kind: BookMoveKind;
  /** Minor units. Positive: the provider owes more. */
  minor: number;
}

/** Sums for one supplier and one currency. Amounts of different suppliers or currencies are never added up. */
export interface BookSums {
  /** Id of the client. */
  supplier: string;
  currency: Currency;
  sessions: number;
  energyWh: number;
  /** Captured by the provider. */
  capturedMinor: number;
  /** Total of the documents of these sales. */
  billedMinor: number;
  /** Price of the meter values, recalculated with the tariff of the order. */
  pricedMinor: number;
  /** Number of sessions priced by signed meter values. The other sessions use the values that their stations reported. */
  signed: number;
  /**
   * Captured minus recalculated: `openMinor` for lines that staff must review, `explainedMinor` for lines with an explanation.
   */
  openMinor: number;
  explainedMinor: number;
  open: number;
  explained: number;
  /** Refunds in the period, and the credit notes for these refunds. */
  refundedMinor: number;
  creditedMinor: number;
}

export interface BookLine {
  /** Used in the cursor of the next page. */
  id: string;
  at: string;
  number: number;
  currency: Currency;
  energyWh: number;
  /** Maximum unbilled energy before the value from which the session is billed. Null: unknown. */
  unbilledWh: number | null;
  capturedMinor: number;
  billedMinor: number;
  pricedMinor: number;
  isSigned: boolean;
  document: string | null;
  why: BookDifference | null;
  isOpen: boolean;
  /** Id of the client. Null: an earlier version derived the line, and this version has not derived the line again. */
  supplier: string | null;
}

export interface BookVat {
  /** Id of the client. */
  supplier: string;
  currency: Currency;
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  percent: number;
  netMinor: number;
  vatMinor: number;
  grossMinor: number;
}

/** The documents of one series in the period. */
export interface BookNumbers {
  first: string;
  last: string;
  documents: number;
  /** The first ranges of numbers without a document: 'R-ABC-2026-000007' or '…7–9'. */
  gaps: readonly string[];
}

export interface BookDay {
  day: string;
  sums: readonly BookSums[];
}

/** 'payout' and 'returned': another payout that passes through the balance of this payout. 'manual': staff entered the payout. */
export type PayoutRowKind = 'capture' | 'refund' | 'fee' | 'dispute' | 'reserve' | 'other' | 'payout' | 'returned' | 'manual';

export interface BookPayout {
  id: string;
  /** 'failed': the bank returned the payout. */
  state: 'paid' | 'failed';
  arrivedAt: string;
  currency: Currency;
  capturedMinor: number;
  refundedMinor: number;
  feeMinor: number;
  otherMinor: number;
  paidMinor: number;
  /** Amount paid out minus the sum of the rows. Staff must review any value other than 0. */
  gapMinor: number;
  rows: number;
  matched: number;
  /** The first rows that match no payment of the shop. */
  unknown: readonly {
    id: string;
    at: string;
    kind: PayoutRowKind;
    amountMinor: number;
    ref: string | null;
  }[];
}

/** A capture that no payout contains although a payout is due. */
export interface NotPaidOut {
  number: number;
  at: string;
  currency: Currency;
  capturedMinor: number;
}

/** The ledger of a day or a month. */
export interface Book {
  /** 'YYYY-MM' or 'YYYY-MM-DD', in `timeZone`. */
  period: string;
  timeZone: string;
  before: string;
  after: string | null;
  /** Id of the supplier. Null: all suppliers. */
  supplier: string | null;
  /** Ids of all suppliers. */
  suppliers: readonly string[];
  moved: readonly BookMoved[];
  /** True if settled payments or documents are not in the ledger yet. The worker adds them within a minute. */
  pending: boolean;
  sums: readonly BookSums[];
  differences: readonly BookLine[];
  /** Lines without a difference, newest first. `next` is the cursor of earlier lines. */
  agree: readonly BookLine[];
  next: string | null;
  vat: readonly BookVat[];
  numbers: readonly BookNumbers[];
  /** The days of a month, newest first. Empty for a single day. */
  days: readonly BookDay[];
  payouts: readonly BookPayout[];
  /** The first captures that are older than `payoutDays` days and in no payout. */
  notPaidOut: readonly NotPaidOut[];
  payoutDays: number;
  documents: number;
}

/** The file formats for an export of the ledger. */
export const BOOK_FILES = ['csv', 'extf', 'zip', 'payouts'] as const;
export type BookFileKind = (typeof BOOK_FILES)[number];

export interface LedgerFileRequest {
  period: string;
  kind: BookFileKind;
  /** Required for a booking batch, which has one currency. */
  currency?: Currency;
  /** Id of the client. Missing: all suppliers. Required for a booking batch, which has one supplier. */
  supplier?: string;
  /** Decimal separator of a list for a spreadsheet. */
  decimal: ',' | '.';
}

/** One file of a ZIP archive. */
export interface PackedFile {
  fileName: string;
  at: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** A file to download. With `packed`, the file is a ZIP archive. */
export type BookFile = { fileName: string; contentType: string } & (
  | { bytes: AsyncIterable<Uint8Array> }
  | { packed: AsyncIterable<PackedFile> }
);

/** A refused export. `refused` is the reason, in the words of the command line. */
export interface ExportRefused {
  refused: string;
  /** The external system that does not respond. Missing: the request itself is invalid. */
  away?: 'documents';
}

/** The queries of the console about the ledger. */
export interface OperatingBooks {
  /**
   * Returns the ledger of a period, by default of the current month.
   * @returns null if the period is not a valid day or month
   */
  getBook(request: { period?: string; before?: string; supplier?: string }): Promise<Book | null>;
  exportLedger(request: LedgerFileRequest): Promise<BookFile | ExportRefused | null>;
}
