import type { Currency, Money } from '../model/money.ts';
import type { Bill, BillLine } from '../model/tariff.ts';
import type { PlugFacts } from './session.ts';

/** A session that the receipt search has found. Contains no personal data. */
export interface FoundSession {
  /** A receipt token: encrypted and valid for ten minutes. */
  receipt: string;
  /** The transaction number. Null if the upstream service does not report it. */
  number: number | null;
  /** EVSE ID. If the upstream service does not report the location, the EVSE ID and the address fields are empty. */
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  timeZone: string;
  /** Start of the session: an instant, or only the day (YYYY-MM-DD) if the time is unknown. */
  startedAt: string;
  /** End of the session. Null: unknown. */
  endedAt: string | null;
  energyWh: number | null;
  price: Money;
}

export type HoldStepKind = 'held' | 'charged' | 'released' | 'refunded';
/** One step of the payment, in the order held, charged, released, refunded. `at` null: the step has not happened yet. */
export interface HoldStep {
  kind: HoldStepKind;
  amountMinor: number;
  at: string | null;
}

/**
 * Result of the payment. `waived`: the price is below the payment provider's minimum. `capped`: the captured amount is lower
 * than the price, because the hold was too low. `unpaid`: nothing could be captured. `nothing`: the price was zero, so nothing
 * was captured. `free`: charging was free, without a payment.
 */
export type Settlement = 'open' | 'charged' | 'waived' | 'capped' | 'unpaid' | 'nothing' | 'free';

export type DocumentState = 'ready' | 'not-yet' | 'none';

/** A document of a session: the original, a credit note, or an invoice to a company. */
export interface ReceiptDocument {
  /** Document number, which is also part of the document's URL. */
  number: string;
  kind: 'invoice' | 'receipt' | 'credit-note';
  issuedAt: string;
  state: Exclude<DocumentState, 'none'>;
  /** True if credit notes have cancelled the whole amount of this document. */
  isCancelled: boolean;
  /** Number of the document that this credit note cancels. Null: this document is not a credit note. */
  cancels: string | null;
  /** Amounts in minor units, negative for a credit note. Net and VAT are null if the document shows no VAT. */
  amounts: { netMinor: number | null; vatMinor: number | null; grossMinor: number };
}

/**
 * Whether the driver can request an invoice to a company. `made`: it has been issued, and only one is possible. `receipt-only`:
 * the brand issues no invoices; this is known before the receipt is ready. `refunded`: only staff can issue it. `none`: nothing
 * was charged.
 */
export type CompanyInvoiceState = 'offered' | 'made' | 'not-yet' | 'receipt-only' | 'refunded' | 'none';
/** Events for which the invoice waits. Each value has a text `receipt.when.…`. */
export const INVOICE_WAITS = ['charging', 'meter', 'price', 'payment', 'document'] as const;
export type InvoiceWait = (typeof INVOICE_WAITS)[number];

/**
 * State of the e-mail with the receipt, which is sent only to the address of the order. `none`: there is no address or no
 * receipt. `coming`: sent when the receipt is ready. `sent`: the driver can request it again. `spent`: it has been sent the
 * maximum number of times.
 */
export type MailState = 'none' | 'offered' | 'coming' | 'sent' | 'spent';

/** Everything about a finished session that a holder of its link or of a receipt token may see. */
export interface Receipt {
  receipt: string;
  found: FoundSession;
  /** The plug. Null: the upstream service does not report it. */
  plug: PlugFacts | null;
  country: string;
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: Bill['vat'];
  /** The captured amount in minor units. If it is lower than the total, `settlement` says why. */
  chargedMinor: number;
  settlement: Settlement;
  /** The last four digits of the card. Null if charging was free. */
  cardDigits: string | null;
  timeline: readonly HoldStep[];
  isBilled: boolean;
  /** State of the valid document, which the download link returns. */
  invoice: DocumentState;
  /** All documents in the order of issue. */
  documents: readonly ReceiptDocument[];
  companyInvoice: CompanyInvoiceState;
  /** True if the invoice does not name the buyer, although its amount exceeds the legal limit for invoices without a buyer. */
  isBuyerMissing: boolean;
  /** Event for which the invoice waits. Null: the invoice is ready or will never exist, or the reason is unknown. */
  waitsFor: InvoiceWait | null;
  mail: MailState;
  calibration: DocumentState;
  /** The check of the bill. Null: there is no bill yet. */
  check: BillCheck | null;
}

/** Returns the amount to show to the driver, in minor units: the price while the payment is open, then the captured amount. */
export const shownMinor = ({ settlement, chargedMinor, totalMinor }: Receipt): number =>
  settlement === 'open' ? totalMinor : chargedMinor;

/** Returns the refunds that were paid out: their sum and the time of the last one. Null: no refund. */
export function refundOf({ timeline }: Pick<Receipt, 'timeline'>): { amountMinor: number; at: string } | null {
  const refunds = timeline.filter(({ kind, at }) => kind === 'refunded' && at !== null);
  const at = refunds.at(-1)?.at ?? null;
  return at === null ? null : { amountMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0), at };
}

/** Verdict about one signed meter record. 'invalid': proven wrong. 'unverifiable': the app cannot check the record. */
export type RecordVerdict = 'valid' | 'invalid' | 'unverifiable';

/** Why a signed meter record is not valid. Each reason has a text `check.record.…`. */
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

/** Why the bill differs from the signed records or cannot be compared. Each reason has a text `check.reason.…`. */
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
  /** `ok`: bill and records agree. `problem`: a value is wrong. `open`: no value is wrong, but some could not be compared. */
  overall: 'ok' | 'problem' | 'open';
  records: readonly { verdict: RecordVerdict; reason: RecordReason | null; publicKey: string | null }[];
  reasons: readonly BillReason[];
  /** Energy in the signed records in Wh. Null: the records do not contain it. */
  signedEnergyWh: number | null;
  billedEnergyWh: number;
  /** The meter display at the start and the end of the session, in Wh. Null: the signed records do not contain the value. */
  meter: {
    id: string | null;
    startWh: number | null;
    stopWh: number | null;
    startedAt: string | null;
    stoppedAt: string | null;
  };
}
