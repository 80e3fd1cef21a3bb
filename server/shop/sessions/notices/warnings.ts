import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { NEAR_PERCENT } from '../../../../shared/price/holdShare.ts';
import { announcedFee } from '../../../core/pricing/feeAnnouncement.ts';
import { later } from '../../../core/records/instants.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { requireSerializable } from '../../../store/engine/transactions.ts';
import { enqueue, type Job } from '../../../store/jobs/outboxRows.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { costSoFar, type PriceNow } from '../cost/priceNow.ts';
import { emailJobs } from './emailJobs.ts';
import { enqueuePush } from './pushJobs.ts';

const FEE_WARNING_MS = 10 * MINUTE_MS;
/** Delay of the message about a pause, because vehicles also pause briefly, for example if a station shares its power. */
const PAUSE_MS = 5 * MINUTE_MS;

interface WarningInput {
  price: PriceNow;
  now: Date;
}

/**
 * Returns the jobs that warn ten minutes before a blocking or occupancy fee begins. The job number is the minute at which the
 * fee begins, so that a later fee gets a warning of its own.
 */
export function feeWarnings({ push }: Pick<OperatorContext, 'push'>, { price, now }: WarningInput): Job[] {
  const { session, order } = price;
  const fee = announcedFee(price);
  if (!fee || fee.isRunning) return [];
  const fromMs = Date.parse(fee.fromAt);
  const at = new Date(Math.max(now.getTime(), fromMs - FEE_WARNING_MS));
  const n = Math.floor(fromMs / MINUTE_MS);
  return [
    ...emailJobs({ kind: 'mail-blocking', session, email: order.email, at, n }),
    ...(push ? [{ kind: 'push-fee' as const, subjectId: session.id, n, at }] : []),
  ];
}

/**
 * Schedules the message about a pause, in five minutes. Drivers may think that the session has ended when the vehicle draws no
 * power, but it continues until the cable is unplugged.
 */
export async function warnOfPause(
  { push }: OperatorContext,
  trx: Trx,
  { session, now }: { session: SessionRecord; now: Date },
): Promise<void> {
  const n = Math.floor(now.getTime() / MINUTE_MS);
  if (push) await enqueue(trx, { kind: 'push-paused', subjectId: session.id, n, at: later(now, PAUSE_MS) });
}

/**
 * Warns the devices of a session once, when its cost comes near the limit. This process remembers the warning (`noteWarned`) and
 * does not query the devices again, because a device that is registered later receives the warning at its registration.
 */
export async function warnOfLimit(context: OperatorContext, trx: Trx, { price, now }: WarningInput) {
  if (!context.push || context.warned.get(warnedKey(price)) !== undefined || !isNearLimit(price)) return;
  // The transaction must be serializable, because a device may be registered concurrently.
  requireSerializable(trx);
  await enqueueLimitPush(context, trx, { price, now });
}

export async function enqueueLimitPush(context: OperatorContext, trx: Trx, { price, now }: WarningInput) {
  if (context.push && isNearLimit(price))
    await enqueuePush(context, trx, { sessionId: price.session.id, event: 'limit', at: now });
}

/**
 * Remembers that the devices of a session were warned. Call this function after the transaction of `warnOfLimit` has committed.
 */
export function noteWarned({ push, warned }: OperatorContext, price: PriceNow): void {
  if (push && isNearLimit(price)) warned.set(warnedKey(price), true);
}

/**
 * Identifies a warning. The key contains the meter revision: if corrected readings lower the cost, it may come near the limit a
 * second time.
 */
const warnedKey = ({ session }: PriceNow): string => `${session.id} ${session.meterRevision}`;

function isNearLimit(price: PriceNow): boolean {
  const { limitMinor } = price.order;
  return limitMinor !== null && costSoFar(price) * 100 >= limitMinor * NEAR_PERCENT;
}
