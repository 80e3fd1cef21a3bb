import type { CreateCheckoutRequest, Hold } from '../../core/ports/ports.ts';

export const SANDBOX_PATH = '/sandbox-pay';

/** One hold as the sandbox keeps it. The card's number is not part of it. */
export interface SandboxHold {
  ref: string;
  state: Hold['state'];
  capturedMinor: number;
  refundedMinor: number;
  /** Refunds are the one step that can be done twice: a key that was used changes nothing any more. */
  refundKeys: readonly string[];
  /** ISO; missing: not captured, or before it was kept. */
  capturedAt?: string | null;
  /** What went back, in its order. */
  refunds?: readonly { at: string; amountMinor: number }[];
  captureBefore: string | null;
  cardDigits: readonly string[];
  cardBrand: string | null;
  request: Omit<CreateCheckoutRequest, 'expiresAt'> & { expiresAt: string };
  /** Entered on the page, where it asks for it. */
  payerEmail?: string | null;
  /** The card whose 3-D Secure step is open: its place in TEST_CARDS. */
  challenge: number | null;
}
