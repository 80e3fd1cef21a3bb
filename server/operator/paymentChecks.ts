import { MINUTE_MS } from '../../shared/model/time.ts';
import { earliest, later } from '../core/records/instants.ts';
import type { PaymentRecord } from '../store/shop/payments.ts';

/** If the app never received the URL of a payment page, the page may still be open this long after its expiry. */
export const UNSHOWN_UNTIL_MS = 4 * MINUTE_MS;

/**
 * Returns the time of a payment's next check: after half of the payment's age, between 30 s and 5 min. After the page's expiry,
 * hourly for a day (rule 3 of docs/decisions/0002). Without a `ref`, also as soon as the page has certainly closed. Null: none.
 */
export function nextPaymentCheck({ createdAt, expiresAt, state, ref }: PaymentRecord, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const isClosed = state === 'expired';
  if (isClosed && now > later(expiresAt, 24 * 60 * MINUTE_MS)) return null;
  if (isClosed && ref !== null && ageMs >= 10 * MINUTE_MS) return later(now, 60 * MINUTE_MS);
  const next = later(now, Math.min(Math.max(Math.floor(ageMs / 2), MINUTE_MS / 2), 5 * MINUTE_MS));
  const overAt = later(expiresAt, UNSHOWN_UNTIL_MS);
  return ref === null && now < overAt ? earliest(next, overAt) : next;
}
