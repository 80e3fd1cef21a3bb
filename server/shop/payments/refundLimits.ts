import type { RefundLimits } from '../../../shared/console/refundLimits.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Db } from '../../store/engine/database.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';

const limitsIn = (db: Db) => createKeyValueStore(db, 'refund-limits');

/** As the settings of the app say, for whoever works on this database, commands too. Null: nobody has to be asked. */
export const saveRefundLimits = (db: Db, limits: RefundLimits | null): Promise<void> => limitsIn(db).put('most', limits);

/** In minor units; null: there is no limit. */
export async function refundLimit(db: Db, currency: Currency): Promise<number | null> {
  const limits = (await limitsIn(db).get('most')) as RefundLimits | null;
  return limits && (limits[currency] ?? 0);
}
