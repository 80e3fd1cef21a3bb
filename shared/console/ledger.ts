import type { Currency } from '../model/money.ts';

/** Why captured, billed and priced anew do not agree. Each has its words, `op.books.why.…`. */
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

/** Why the provider owes more or less than before. Each has its words, `op.books.owed.…`. */
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

/** How what the provider owes has changed in this time, by reason. */
export interface BookMoved {
  /** The client's id; '': of an account that several share, and not known whose. */
  supplier: string;
  currency: Currency;
  kind: BookMoveKind;
  /** Above zero: the provider owes more. */
  minor: number;
}

/** Amounts of one supplier and currency: they are never added up across either. */
export interface BookSums {
  /** The client's id. */
  supplier: string;
  currency: Currency;
  sessions: number;
  energyWh: number;
  /** Taken by the provider. */
  capturedMinor: number;
  /** What the documents of these sales say. */
  billedMinor: number;
  /** The meter values, priced anew by the tariff of the order. */
  pricedMinor: number;
  /** How many of the sessions were priced by signed values; the others by what their stations told. */
  signed: number;
  /** Captured less priced anew: of lines that need somebody, and of those that are explained. */
  openMinor: number;
  explainedMinor: number;
  open: number;
  explained: number;
  /** Money given back in this time, and the credit notes for it. */
  refundedMinor: number;
  creditedMinor: number;
}

export interface BookLine {
  /** For the next page. */
  id: string;
  at: string;
  number: number;
  currency: Currency;
  energyWh: number;
  /** At most so much flowed before the value that is billed from, and is not billed; null: nothing is known of it. */
  unbilledWh: number | null;
  capturedMinor: number;
  billedMinor: number;
  pricedMinor: number;
  isSigned: boolean;
  document: string | null;
  why: BookDifference | null;
  isOpen: boolean;
  /** The client's id; null: not derived again since an earlier version. */
  supplier: string | null;
}

export interface BookVat {
  /** The client's id. */
  supplier: string;
  currency: Currency;
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  percent: number;
  netMinor: number;
  vatMinor: number;
  grossMinor: number;
}

/** The documents of one series in this time. */
export interface BookNumbers {
  first: string;
  last: string;
  documents: number;
  /** Ranges of numbers that no document has: 'R-ABC-2026-000007' or '…7–9'. The first few. */
  gaps: readonly string[];
}

export interface BookDay {
  day: string;
  sums: readonly BookSums[];
}

/** 'payout' and 'returned': another payout that passes through this one's balance. 'manual': a person entered the payout. */
export type PayoutRowKind = 'capture' | 'refund' | 'fee' | 'dispute' | 'reserve' | 'other' | 'payout' | 'returned' | 'manual';

export interface BookPayout {
  id: string;
  /** 'failed': the bank has sent it back. */
  state: 'paid' | 'failed';
  arrivedAt: string;
  currency: Currency;
  capturedMinor: number;
  refundedMinor: number;
  feeMinor: number;
  otherMinor: number;
  paidMinor: number;
  /** What was paid less what its rows add up to: anything but 0 needs somebody. */
  gapMinor: number;
  rows: number;
  matched: number;
  /** The first few rows that no payment of ours explains. */
  unknown: readonly {
    id: string;
    at: string;
    kind: PayoutRowKind;
    amountMinor: number;
    ref: string | null;
  }[];
}

/** A capture that no payout holds although one should. */
export interface NotPaidOut {
  number: number;
  at: string;
  currency: Currency;
  capturedMinor: number;
}

/** A day's or a month's books. */
export interface Book {
  /** 'YYYY-MM' or 'YYYY-MM-DD', in `timeZone`. */
  period: string;
  timeZone: string;
  before: string;
  after: string | null;
  /** Whose books these are; null: of all suppliers. */
  supplier: string | null;
  /** Ids of all suppliers. */
  suppliers: readonly string[];
  moved: readonly BookMoved[];
  /** Settled payments and documents that are not in the books yet; they come within a minute. */
  pending: boolean;
  sums: readonly BookSums[];
  differences: readonly BookLine[];
  /** Lines that agree, the newest first; `next` leads to earlier ones. */
  agree: readonly BookLine[];
  next: string | null;
  vat: readonly BookVat[];
  numbers: readonly BookNumbers[];
  /** Of a month only; the newest first. */
  days: readonly BookDay[];
  payouts: readonly BookPayout[];
  /** Captures older than `payoutDays` that no payout holds; the first few. */
  notPaidOut: readonly NotPaidOut[];
  payoutDays: number;
  documents: number;
}

/** What the books can be taken along as. */
export const BOOK_FILES = ['csv', 'extf', 'zip', 'payouts'] as const;
export type BookFileKind = (typeof BOOK_FILES)[number];

export interface LedgerFileRequest {
  period: string;
  kind: BookFileKind;
  /** A booking batch has one currency. */
  currency?: Currency;
  /** The client's id; missing: all suppliers. A booking batch has one. */
  supplier?: string;
  /** What stands before decimals, in a list for a spreadsheet. */
  decimal: ',' | '.';
}

/** One file of several that are packed together. */
export interface PackedFile {
  fileName: string;
  at: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** A file to take along; with `packed`, several in a ZIP archive. */
export type BookFile = { fileName: string; contentType: string } & (
  | { bytes: AsyncIterable<Uint8Array> }
  | { packed: AsyncIterable<PackedFile> }
);

/** Not done, and why in the words of the command line. */
export interface ExportRefused {
  refused: string;
  /** The other system that does not answer; missing: it was asked for something that cannot be. */
  away?: 'documents';
}

/** What the console asks of the books. */
export interface OperatingBooks {
  /** Without a period, of this month. Null: there is no such day or month. */
  getBook(request: { period?: string; before?: string; supplier?: string }): Promise<Book | null>;
  exportLedger(request: LedgerFileRequest): Promise<BookFile | ExportRefused | null>;
}
