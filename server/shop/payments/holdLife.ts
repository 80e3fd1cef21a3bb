import type { CancelReason } from '../../../shared/charging/session.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { HOLD_EXPIRY_MARGIN_MS } from '../../runtime/context.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';

/**
 * Minimum charging time before a hold expires. With less time, the session would soon be stopped, and the driver would pay the
 * start fee again for the next session.
 */
export const MIN_CHARGING_MS = HOUR_MS;
/**
 * Maximum delay between the expiry of a checkout and the detection of its payment. Even if the webhook and the driver's return
 * are lost, the sweeper detects a payment within five minutes. After a longer delay, the driver has probably left, so charging
 * must not start.
 */
const NOTICED_WITHIN_MS = 10 * MINUTE_MS;

/** Returns when charging must end so that the hold can still be captured; null if the payment provider reports no expiry. */
export const chargesUntil = ({ captureBefore }: Pick<Hold, 'captureBefore'>): Date | null =>
  captureBefore && later(captureBefore, -HOLD_EXPIRY_MARGIN_MS);

/**
 * Checks whether charging may start with a hold that was just detected. If the payment provider reports no expiry, the hold
 * lasts long enough: it is not older than its checkout, and card networks hold money for days.
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
