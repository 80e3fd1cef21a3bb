import type { Currency } from '../model/money.ts';
import type { Supplier } from './supplier.ts';

/** Why the captured, the billed and the recalculated amount of a ledger entry differ. Each reason has a text `books.why.…`. */
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

/** Change of the balance at the payment provider in the period, summed up for one reason. */
export interface BookMoved {
  /** Id of the brand. Empty: unknown, because several brands share the account at the payment provider. */
  supplier: string;
  currency: Currency;
  kind: BookMoveKind;
  /** Change in minor units. Positive: the payment provider owes more to the operator. */
  minor: number;
}

/** Sums for one brand and one currency. Amounts of different brands or currencies are never added up. */
export interface BookSums {
  /** Id of the brand. */
  supplier: string;
  currency: Currency;
  sessions: number;
  energyWh: number;
  /** Amount that the payment provider has captured. */
  capturedMinor: number;
  /** Total of the documents issued for the sessions. */
  billedMinor: number;
  /** Price of the sessions, recalculated from the meter values and the tariff of the order. */
  pricedMinor: number;
  /** Number of sessions with signed meter values. The other sessions only have unsigned values from the station. */
  signed: number;
  /**
   * Captured minus recalculated amount, summed up in minor units. `openMinor`: of the entries that staff must review.
   * `explainedMinor`: of the entries with an explanation. `open` and `explained`: numbers of these entries.
   */
  openMinor: number;
  explainedMinor: number;
  open: number;
  explained: number;
  /** `refundedMinor`: refunds in the period. `creditedMinor`: credit notes for these refunds. */
  refundedMinor: number;
  creditedMinor: number;
}

/** Entries of one brand and one currency whose amounts differ for the same reason. */
export interface BookReason {
  /** Id of the brand. */
  supplier: string;
  currency: Currency;
  why: BookDifference;
  /** True: staff must review the entries. False: they are explained. */
  isOpen: boolean;
  count: number;
  /** Captured minus recalculated amount, summed up in minor units. */
  minor: number;
}

export interface BookLine {
  /** Id of the entry, part of the cursor of the next page. */
  id: string;
  at: string;
  number: number;
  currency: Currency;
  energyWh: number;
  /** Maximum energy in Wh that may have been charged before the first meter value of the bill. Null: unknown. */
  unbilledWh: number | null;
  capturedMinor: number;
  billedMinor: number;
  pricedMinor: number;
  isSigned: boolean;
  document: string | null;
  why: BookDifference | null;
  isOpen: boolean;
  /** Id of the brand. Null: unknown, because an earlier version of the app wrote the entry. */
  supplier: string | null;
}

export interface BookVat {
  /** Id of the brand. */
  supplier: string;
  currency: Currency;
  /** Country code: ISO 3166-1 alpha-2 in lower case. */
  country: string;
  percent: number;
  netMinor: number;
  vatMinor: number;
  grossMinor: number;
}

/** The documents of one series of document numbers in the period. */
export interface BookNumbers {
  first: string;
  last: string;
  documents: number;
  /** Missing document numbers of the series, the first ones only: 'R-ABC-2026-000007' or '…7–9'. */
  gaps: readonly string[];
}

export interface BookDay {
  day: string;
  sums: readonly BookSums[];
}

/**
 * Kinds of balance movements at the payment provider. 'payout': money paid to the bank account. 'returned': a payout that the
 * bank sent back. 'manual': entered by staff. The other kinds are those of the payment provider.
 */
export type PayoutRowKind = 'capture' | 'refund' | 'fee' | 'dispute' | 'reserve' | 'other' | 'payout' | 'returned' | 'manual';

export interface BookPayout {
  id: string;
  /** 'failed': the bank has returned the payout. */
  state: 'paid' | 'failed';
  arrivedAt: string;
  currency: Currency;
  capturedMinor: number;
  refundedMinor: number;
  feeMinor: number;
  otherMinor: number;
  paidMinor: number;
  /** Amount paid out minus the sum of the payout's rows. If it is not 0, staff must review the payout. */
  gapMinor: number;
  rows: number;
  matched: number;
  /** Rows of the payout that match no payment of the app, the first ones only. */
  unknown: readonly {
    id: string;
    at: string;
    kind: PayoutRowKind;
    amountMinor: number;
    ref: string | null;
  }[];
}

/** A captured payment that should have been paid out but is in no payout. */
export interface NotPaidOut {
  number: number;
  at: string;
  currency: Currency;
  capturedMinor: number;
}

/** The ledger of one day or one month. */
export interface Book {
  /** The month 'YYYY-MM' or the day 'YYYY-MM-DD', in the time zone `timeZone`. */
  period: string;
  timeZone: string;
  /** The current day in the time zone, 'YYYY-MM-DD'. */
  today: string;
  before: string;
  after: string | null;
  /** Id of the selected brand. Null: all brands. */
  supplier: string | null;
  /** All brands, sorted by name. */
  suppliers: readonly Supplier[];
  moved: readonly BookMoved[];
  /** True if settled payments or documents are not in the ledger yet. A background job adds them within a minute. */
  pending: boolean;
  sums: readonly BookSums[];
  /** The differences of `sums` by reason, those to review first. */
  reasons: readonly BookReason[];
  differences: readonly BookLine[];
  /** Entries without a difference, newest first. `next`: cursor of older entries. `next` null: there are none. */
  agree: readonly BookLine[];
  next: string | null;
  vat: readonly BookVat[];
  numbers: readonly BookNumbers[];
  /** The days of a month, newest first. Empty for a single day. */
  days: readonly BookDay[];
  payouts: readonly BookPayout[];
  /** Captured payments older than `payoutDays` days that are in no payout, the first ones only. */
  notPaidOut: readonly NotPaidOut[];
  payoutDays: number;
  documents: number;
}

/**
 * Kinds of files of a ledger export. csv: ledger entries. extf: booking batch for DATEV. zip: documents. payouts: rows of
 * payouts.
 */
export const BOOK_FILES = ['csv', 'extf', 'zip', 'payouts'] as const;
export type BookFileKind = (typeof BOOK_FILES)[number];

export interface LedgerFileRequest {
  period: string;
  kind: BookFileKind;
  /** Currency of the export. Required for a booking batch (extf), which contains only one currency. */
  currency?: Currency;
  /** Id of the brand. Absent: all brands. Required for a booking batch (extf), which contains only one brand. */
  supplier?: string;
  /** Decimal separator in CSV files. */
  decimal: ',' | '.';
}

/** One file of a ZIP archive. */
export interface PackedFile {
  /** Folder in the archive, made of letters, digits and hyphens. Absent: the file is in no folder. */
  folder?: string;
  fileName: string;
  at: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** A file to download. `packed`: the files of a ZIP archive, which is created while it is sent. */
export type BookFile = { fileName: string; contentType: string } & (
  | { bytes: AsyncIterable<Uint8Array> }
  | { packed: AsyncIterable<PackedFile> }
);

/** A refused export. `refused`: the reason in English. `missing`: a missing setting. `away`: the storage does not respond. */
export interface ExportRefused {
  refused: string;
  missing?: { setting: string; example: string };
  away?: 'documents';
}

export interface OperatingBooks {
  /** Returns the current month 'YYYY-MM' in the time zone of the ledger. */
  currentMonth(): string;
  /** Returns the ledger of a period. Null: the period is not a valid day or month. */
  getBook(request: { period: string; before?: string; supplier?: string }): Promise<Book | null>;
  exportLedger(request: LedgerFileRequest): Promise<BookFile | ExportRefused | null>;
}
