import type { RefundLimits } from '../../../shared/console/refundLimits.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Db } from '../../store/engine/database.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';

const limitsIn = (db: Db) => createKeyValueStore(db, 'refund-limits');

/**
 * Copies the refund limits from the settings to the database, so that commands on the command line apply the same limits.
 * `refundBy` in refundRequests.ts applies them. Null: no limit.
 */
export const saveRefundLimits = (db: Db, limits: RefundLimits | null): Promise<void> => limitsIn(db).put('most', limits);

/**
 * Returns how much one person may refund per session without approval, in minor units. A currency without an entry has the limit
 * 0.
 * @returns null if there is no limit
 */
export async function refundLimit(db: Db, currency: Currency): Promise<number | null> {
  const limits = (await limitsIn(db).get('most')) as RefundLimits | null;
  return limits && (limits[currency] ?? 0);
}
