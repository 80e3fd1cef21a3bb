import type { OpenOperator, Ordered } from './openShop.ts';
import { until } from './until.ts';

const TEN_MINUTES_S = 600;

/**
 * Ends the session and waits until it is billed and its invoice is rendered. Rendering takes real time, even with a manual
 * clock.
 */
export async function billed(shop: OpenOperator, ordered: Ordered, energyWh = 17_408): Promise<void> {
  await shop.pass(TEN_MINUTES_S);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh });
  await until(
    async () => {
      await shop.pass(0);
      return shop.operator.getReceipt({ receipt: ordered.sessionId });
    },
    ({ invoice, mail }) => invoice === 'ready' && mail !== 'coming',
  );
}
