import type { CreateCheckoutRequest, Hold } from '../../core/ports/ports.ts';

export const SANDBOX_PATH = '/sandbox-pay';

/** A hold as stored by the sandbox. The card number is not stored. */
export interface SandboxHold {
  ref: string;
  state: Hold['state'];
  capturedMinor: number;
  refundedMinor: number;
  /** Idempotency keys of the completed refunds. A refund with one of these keys changes nothing. */
  refundKeys: readonly string[];
  /**
   * Time of the capture, ISO 8601. Absent or null if the hold is not captured. Also absent in rows that were stored before this
   * field existed.
   */
  capturedAt?: string | null;
  /** Refunds in chronological order. Absent if there are none. */
  refunds?: readonly { at: string; amountMinor: number }[];
  captureBefore: string | null;
  cardDigits: readonly string[];
  cardBrand: string | null;
  request: Omit<CreateCheckoutRequest, 'expiresAt'> & { expiresAt: string };
  /** The e-mail address that the payer entered. Absent or null if the payment page did not ask for one. */
  payerEmail?: string | null;
  /** Index in `TEST_CARDS` of the card that awaits 3-D Secure confirmation. Null if none does. */
  challenge: number | null;
}
