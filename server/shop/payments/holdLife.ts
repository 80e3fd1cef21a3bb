import type { CancelReason } from '../../../shared/charging/session.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { HOLD_EXPIRY_MARGIN_MS } from '../../runtime/context.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';

/**
 * Minimum charging time that a hold must allow. On a shorter hold, the session would be stopped soon after the start, and the
 * next session would cost the starting fee again.
 */
export const MIN_CHARGING_MS = HOUR_MS;
/**
 * Maximum time between the end of a payment page and the detection of the payment. The webhook and the driver's return may be
 * lost, and the sweep reads a payment every five minutes. After this time the driver no longer waits.
 */
const NOTICED_WITHIN_MS = 10 * MINUTE_MS;

/** The time at which charging must end so that the hold can still be captured; null if the provider does not report an expiry. */
export const chargesUntil = ({ captureBefore }: Pick<Hold, 'captureBefore'>): Date | null =>
  captureBefore && later(captureBefore, -HOLD_EXPIRY_MARGIN_MS);

/**
 * Checks whether charging may start on a hold that was just detected. If the provider does not report an expiry, the hold counts
 * as long enough: the hold is no older than its page, and card networks hold money for days.
 * @returns the reason why not, or null
 */
export function whyNotToChargeOn(
  { expiresAt }: Pick<PaymentRecord, 'expiresAt'>,
  hold: Pick<Hold, 'captureBefore'>,
  now: Date,
): CancelReason | null {
  if (later(expiresAt, NOTICED_WITHIN_MS) <= now) return 'payment-expired';
  const until = chargesUntil(hold);
  return until && until < later(now, MIN_CHARGING_MS) ? 'payment-failed' : null;
}
