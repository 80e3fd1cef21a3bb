import type { CancelReason } from '../../../shared/charging/session.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { HOLD_EXPIRY_MARGIN_MS } from '../../runtime/context.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';

/**
 * So long a hold lets a vehicle charge at the least. On a shorter one the session would be stopped soon after its start, and the
 * next one would cost its starting fee again.
 */
export const MIN_CHARGING_MS = HOUR_MS;
/** Notice and return may be lost, and the sweep reads a payment every five minutes. After that its driver no longer waits. */
const NOTICED_WITHIN_MS = 10 * MINUTE_MS;

/** When charging has to end, so that the hold can still be captured; null: the provider does not say when it lapses. */
export const chargesUntil = ({ captureBefore }: Pick<Hold, 'captureBefore'>): Date | null =>
  captureBefore && later(captureBefore, -HOLD_EXPIRY_MARGIN_MS);

/**
 * Why a hold is not charged on that was just noticed; null: it may be. Where the provider does not say when it lapses, it is no
 * older than its page, and card networks hold money for days.
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
