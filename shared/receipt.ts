import type { Currency, Money } from './money.ts';
import type { PlugFacts } from './session.ts';
import type { Bill, BillLine } from './tariff.ts';

/** A session found by its receipt data: nothing personal. */
export interface FoundSession {
  /** Sealed for ten minutes. */
  receipt: string;
  number: number;
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  timeZone: string;
  startedAt: string;
  endedAt: string;
  energyWh: number;
  price: Money;
}

export type HoldStepKind = 'held' | 'charged' | 'released';
/** One stop of the money's route: held → charged → released. `at` null: not yet. */
export interface HoldStep {
  kind: HoldStepKind;
  amountMinor: number;
  at: string | null;
}

/**
 * How the price was settled: `waived` below the provider's smallest amount, `capped` at the hold, `unpaid` when the hold
 * was gone before it could be charged.
 */
export type Settlement = 'open' | 'charged' | 'waived' | 'capped' | 'unpaid' | 'free';

export type DocumentState = 'ready' | 'not-yet' | 'none';

/** Everything about a finished session, safe to show to whoever has its link or receipt token. */
export interface Receipt {
  receipt: string;
  found: FoundSession;
  plug: PlugFacts;
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
  invoice: DocumentState;
  calibration: DocumentState;
}

export interface BillCheck {
  overall: 'ok' | 'problem' | 'open';
  readings: readonly { verdict: 'valid' | 'invalid' | 'unverifiable'; publicKey: string | null }[];
  signedEnergyWh: number | null;
  billedEnergyWh: number;
}
