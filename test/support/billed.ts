import type { OpenOperator, Ordered } from './openOperator.ts';
import { until } from './startApp.ts';

const TEN_MINUTES_S = 600;

/** Over, billed and its document drawn: that takes real time, whatever the clock of the house says. */
export async function billed(house: OpenOperator, ordered: Ordered, energyWh = 17_408): Promise<void> {
  await house.pass(TEN_MINUTES_S);
  await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh });
  await until(
    async () => {
      await house.pass(0);
      return house.operator.getReceipt({ receipt: ordered.sessionId });
    },
    ({ invoice, mail }) => invoice === 'ready' && mail !== 'coming',
  );
}
