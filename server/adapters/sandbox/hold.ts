import type { CreateCheckoutRequest, Hold } from '../../core/ports/ports.ts';

export const SANDBOX_PATH = '/sandbox-pay';

/** A hold as the sandbox stores it. The card number is not stored. */
export interface SandboxHold {
  ref: string;
  state: Hold['state'];
  capturedMinor: number;
  refundedMinor: number;
  /** Idempotency keys of the refunds so far. Repeating a refund with one of these keys changes nothing. */
  refundKeys: readonly string[];
  /** ISO 8601. Absent if the hold is not captured, or if the row was written before this field existed. */
  capturedAt?: string | null;
  /** Refunds in chronological order. */
  refunds?: readonly { at: string; amountMinor: number }[];
  captureBefore: string | null;
  cardDigits: readonly string[];
  cardBrand: string | null;
  request: Omit<CreateCheckoutRequest, 'expiresAt'> & { expiresAt: string };
  /** The e-mail address that the payer entered, if the page requests one. */
  payerEmail?: string | null;
  /** Index in `TEST_CARDS` of the card whose 3-D Secure step is open. */
  challenge: number | null;
}
