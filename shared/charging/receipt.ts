import type { Currency, Money } from '../model/money.ts';
import type { Bill, BillLine } from '../model/tariff.ts';
import type { PlugFacts } from './session.ts';

/** A session that the receipt search has found. Contains no personal data. */
export interface FoundSession {
  /** Receipt token: encrypted, valid for ten minutes. */
  receipt: string;
  /** Null if the upstream service does not report the number. */
  number: number | null;
  /** Empty, like the address fields, if the upstream service does not report a location. */
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  timeZone: string;
  /** An instant, or only the day (YYYY-MM-DD) if the time is unknown. */
  startedAt: string;
  /** Null, like `energyWh`, if unknown. */
  endedAt: string | null;
  energyWh: number | null;
  price: Money;
}

export type HoldStepKind = 'held' | 'charged' | 'released' | 'refunded';
/** One step of the payment: held → charged → released, then refunds. `at` is null for a step that has not happened yet. */
export interface HoldStep {
  kind: HoldStepKind;
  amountMinor: number;
  at: string | null;
}

/**
 * The result of the payment. `waived`: below the provider's smallest amount. `capped`: the hold was lower than the price.
 * `unpaid`: the hold ended before the capture. `nothing`: a session with a tariff cost nothing. `free`: no tariff.
 */
export type Settlement = 'open' | 'charged' | 'waived' | 'capped' | 'unpaid' | 'nothing' | 'free';

export type DocumentState = 'ready' | 'not-yet' | 'none';

/** One of the documents of a session: the original, a credit note, or an invoice to a company. */
export interface ReceiptDocument {
  /** Document number, also part of the document's address. */
  number: string;
  kind: 'invoice' | 'receipt' | 'credit-note';
  issuedAt: string;
  state: Exclude<DocumentState, 'none'>;
  /** True if credit notes have cancelled the whole amount. */
  isCancelled: boolean;
  /** For a credit note: the number of the document that the note cancels. Null for other documents. */
  cancels: string | null;
  /** Amounts of the document. A credit note has negative amounts. Net and VAT are null if the document shows no VAT. */
  amounts: { netMinor: number | null; vatMinor: number | null; grossMinor: number };
}

/**
 * Whether the driver can request an invoice to a company. `made`: already issued once. `receipt-only`: the seller issues no
 * invoices (known before the receipt is ready). `refunded`: only staff can issue the invoice. `none`: nothing was charged.
 */
export type CompanyInvoiceState = 'offered' | 'made' | 'not-yet' | 'receipt-only' | 'refunded' | 'none';
/** The reason why an invoice is not ready, if known. The texts have the keys `receipt.when.…`. */
export const INVOICE_WAITS = ['charging', 'meter', 'price', 'payment', 'document'] as const;
export type InvoiceWait = (typeof INVOICE_WAITS)[number];

/**
 * State of the receipt by e-mail, which goes only to the address of the order. `none`: no address, or nothing to send. `coming`:
 * sent as soon as the receipt is ready. `sent`: the driver may request the e-mail again. `spent`: the maximum is reached.
 */
export type MailState = 'none' | 'offered' | 'coming' | 'sent' | 'spent';

/** All facts about a finished session that a visitor with the link or receipt token may see. */
export interface Receipt {
  receipt: string;
  found: FoundSession;
  /** Null if unknown. */
  plug: PlugFacts | null;
  country: string;
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: Bill['vat'];
  /** The captured amount. Lower than the total if `settlement` names a reason. */
  chargedMinor: number;
  settlement: Settlement;
  /** The last four digits of the card. Null if charging was free. */
  cardDigits: string | null;
  timeline: readonly HoldStep[];
  isBilled: boolean;
  /** State of the valid document. */
  invoice: DocumentState;
  /** All documents in the order of issue. */
  documents: readonly ReceiptDocument[];
  companyInvoice: CompanyInvoiceState;
  /** True if the amount exceeds the limit for an invoice without the buyer's address. */
  isBuyerMissing: boolean;
  /** Null if the invoice is ready, or if the session will have none. */
  waitsFor: InvoiceWait | null;
  mail: MailState;
  calibration: DocumentState;
  /** Null until a bill exists to check. */
  check: BillCheck | null;
}

/** The amount to show the driver: the captured amount, or the price while the payment is open. */
export const shownMinor = ({ settlement, chargedMinor, totalMinor }: Receipt): number =>
  settlement === 'open' ? totalMinor : chargedMinor;

/** 'invalid': proven wrong. 'unverifiable': this product cannot check the record. */
export type RecordVerdict = 'valid' | 'invalid' | 'unverifiable';

/** The reasons why a signed meter record is not valid. The texts have the keys `check.record.…`. */
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

/** Other differences, and values that could not be compared. The texts have the keys `check.reason.…`. */
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

/** The result of comparing a bill with the signed meter records. */
export interface BillCheck {
  /** `problem`: a value is wrong. `open`: no value is wrong, but some could not be compared. */
  overall: 'ok' | 'problem' | 'open';
  records: readonly { verdict: RecordVerdict; reason: RecordReason | null; publicKey: string | null }[];
  reasons: readonly BillReason[];
  /** Null if the records do not contain the energy. */
  signedEnergyWh: number | null;
  billedEnergyWh: number;
  /** The readings on the meter's display, with their times. */
  meter: {
    id: string | null;
    startWh: number | null;
    stopWh: number | null;
    startedAt: string | null;
    stoppedAt: string | null;
  };
}
