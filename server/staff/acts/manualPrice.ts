import { upTo } from '../../shop/sessions/billing/complete.ts';
import { billUntil, ifUnpriced, type Priced, pricedSession } from '../../shop/sessions/cost/prices.ts';
import type { Db } from '../../store/engine/database.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import { ActRefused } from './act.ts';
import { asBilled, type ManualUsage } from './manualSettlement.ts';

/**
 * Loads the data that is needed to price a manual bill.
 * @throws ActRefused if the session can no longer be priced
 */
export const manualPrice = (
  db: Db,
  session: Pick<SessionRecord, 'id'>,
  dependencies: Parameters<typeof pricedSession>[2],
): Promise<Priced> =>
  pricedSession(db, session, dependencies).catch(
    ifUnpriced(() => {
      throw new ActRefused(
        'The price of this session cannot be calculated. Have its tariff and charging point corrected, or use `waive`.',
        { key: 'acts.bill.noPrice' },
      );
    }),
  );

/** Returns the total of a manual bill in minor units. */
export function priceOf(session: SessionRecord, priced: Priced, requested: ManualUsage): number {
  const billed = asBilled(session, priced.readings.at(-1) ?? null, requested);
  const reported = [...priced.readings, ...billed.added];
  const readings = session.review ? upTo(reported, requested) : reported;
  return billUntil(billed.session, { ...priced, readings }, requested.endedAt).totalMinor;
}
