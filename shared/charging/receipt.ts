import type { Currency, Money } from '../model/money.ts';
import type { Bill, BillLine } from '../model/tariff.ts';
import type { PlugFacts } from './session.ts';

/** A session found by its receipt data: nothing personal. */
export interface FoundSession {
  /** Encrypted, valid for ten minutes. */
  receipt: string;
  /** Null: not told by whoever keeps the session. */
  number: number | null;
  /** Empty, as the address: not told. */
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  timeZone: string;
  /** An instant, or only the day (YYYY-MM-DD) where the time is not told. */
  startedAt: string;
  /** Null: not told; the next too. */
  endedAt: string | null;
  energyWh: number | null;
  price: Money;
}

export type HoldStepKind = 'held' | 'charged' | 'released' | 'refunded';
/** One step of the money: held → charged → released, and later refunds. `at` null: not yet. */
export interface HoldStep {
  kind: HoldStepKind;
  amountMinor: number;
  at: string | null;
}

/**
 * How the price was settled: `waived` below the provider's smallest amount, `capped` at the hold, `unpaid` when the hold
 * was gone before it could be charged, `nothing` when a session with a price cost nothing, `free` when there was no price.
 */
export type Settlement = 'open' | 'charged' | 'waived' | 'capped' | 'unpaid' | 'nothing' | 'free';

export type DocumentState = 'ready' | 'not-yet' | 'none';

/** One document of several: the original, credit notes, an invoice to a company. */
export interface ReceiptDocument {
  /** Also its name in addresses. */
  number: string;
  kind: 'invoice' | 'receipt' | 'credit-note';
  issuedAt: string;
  state: Exclude<DocumentState, 'none'>;
  /** All its amounts were taken back. */
  isCancelled: boolean;
  /** Only of a credit note: the number of the document whose amounts it takes back. */
  cancels: string | null;
  /** What it adds to the books: a credit note takes away. Net and VAT are null where it tells no VAT. */
  amounts: { netMinor: number | null; vatMinor: number | null; grossMinor: number };
}

/**
 * Whether an invoice to a company can be had: `made` once already, `receipt-only` where no invoices are issued (told before the
 * receipt is there), `refunded` only by hand, `none` where nothing was charged.
 */
export type CompanyInvoiceState = 'offered' | 'made' | 'not-yet' | 'receipt-only' | 'refunded' | 'none';
/** What an invoice that is not ready waits for, as far as is known. Each has its words, `receipt.when.…`. */
export const INVOICE_WAITS = ['charging', 'meter', 'price', 'payment', 'document'] as const;
export type InvoiceWait = (typeof INVOICE_WAITS)[number];

/**
 * The receipt by e-mail, to the order's own address only. `none`: there is no address, or nothing to send. `coming`: goes
 * out as soon as it is ready. `sent`: may be sent again. `spent`: was sent too often.
 */
export type MailState = 'none' | 'offered' | 'coming' | 'sent' | 'spent';

/** Everything about a finished session, safe to show to whoever has its link or receipt token. */
export interface Receipt {
  receipt: string;
  found: FoundSession;
  /** Null: not told. */
  plug: PlugFacts | null;
  country: string;
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: Bill['vat'];
  /** What was taken from the card; less than the total where `settlement` says why. */
  chargedMinor: number;
  settlement: Settlement;
  /** Printed last four digits; null for free charging. */
  cardDigits: string | null;
  timeline: readonly HoldStep[];
  isBilled: boolean;
  /** The document that counts. */
  invoice: DocumentState;
  /** Everything issued, in the order of issue. */
  documents: readonly ReceiptDocument[];
  companyInvoice: CompanyInvoiceState;
  /** The amount is above what an invoice may have without the buyer's address. */
  isBuyerMissing: boolean;
  /** Null: it is ready, or there will be none. */
  waitsFor: InvoiceWait | null;
  mail: MailState;
  calibration: DocumentState;
  /** Null while there is nothing to check the bill against. */
  check: BillCheck | null;
}

/** What a driver is told it came to: what was charged, or the price while that is still open. */
export const shownMinor = ({ settlement, chargedMinor, totalMinor }: Receipt): number =>
  settlement === 'open' ? totalMinor : chargedMinor;

/** Invalid is what is proven wrong; unverifiable, what cannot be told here. */
export type RecordVerdict = 'valid' | 'invalid' | 'unverifiable';

/** Why a signed record is not valid. Each has its words, `check.record.…`. */
export const RECORD_REASONS = [
  'format',
  'too-large',
  'malformed',
  'algorithm',
  'no-key',
  'bad-key',
  'other-curve',
  'signature',
] as const;
export type RecordReason = (typeof RECORD_REASONS)[number];

/** What else does not match, or could not be compared. Each has its words, `check.reason.…`. */
export const BILL_REASONS = [
  'no-records',
  'incomplete',
  'order',
  'meter',
  'unit',
  'point',
  'meter-state',
  'energy',
  'tariff',
  'amount',
] as const;
export type BillReason = (typeof BILL_REASONS)[number];

/** The result of checking a bill against what the meter has signed. */
export interface BillCheck {
  /** `problem`: something is wrong; `open`: nothing is, but not everything could be compared. */
  overall: 'ok' | 'problem' | 'open';
  records: readonly { verdict: RecordVerdict; reason: RecordReason | null; publicKey: string | null }[];
  reasons: readonly BillReason[];
  /** Null: the records do not tell. */
  signedEnergyWh: number | null;
  billedEnergyWh: number;
  /** What the display of the meter showed, and when. */
  meter: {
    id: string | null;
    startWh: number | null;
    stopWh: number | null;
    startedAt: string | null;
    stoppedAt: string | null;
  };
}
