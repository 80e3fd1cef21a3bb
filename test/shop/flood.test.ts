import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../shared/charging/limits.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const MAX_UNPAID_PAGES = LIMITS.unpaidPagesPerNetwork.limit;

describe('A flood of orders that nobody pays', () => {
  const FLOOD = 1500;
  /**
   * @returns the seconds from the payment to the start at the station, if the driver closes the browser and no webhook arrives
   */
  async function secondsToStart(ordered: Ordered): Promise<number> {
    shop.payments.pay(ordered.ref);
    const isStarted = () =>
      shop.stations.calls.some(
        ({ step, authorizationReference }) => step === 'start' && authorizationReference === ordered.authorizationReference,
      );
    let seconds = 0;
    for (; !isStarted() && seconds < 600; seconds++) await shop.pass(1);
    return seconds;
  }

  it('does not keep a driver waiting who has paid and closed the browser', async () => {
    const quiet = await secondsToStart(await shop.order({ evseId: 'DE*BLF*E1002*1' }));
    expect(quiet).toBeLessThan(40);
    const orderRequest = await shop.request();
    for (let n = 0; n < FLOOD; n++) {
      const visitor = `network-${n % Math.ceil(FLOOD / MAX_UNPAID_PAGES)}`;
      await shop.operator.startSession({ ...orderRequest, formToken: `flood-${n}`, visitor });
      // Simulates about sixty orders per second.
      if (n % 60 === 59) await shop.pass(1);
    }
    // The sweeper runs every five seconds. Waits for the same second of its interval as in the measurement without a flood.
    await shop.pass((5 - (Math.floor(shop.clock.now().getTime() / 1000) % 5)) % 5);
    const flooded = await secondsToStart(await shop.order({ evseId: 'DE*BLF*E1001*1' }));
    expect(flooded - quiet).toBeLessThanOrEqual(1);
  }, 120_000);

  it('is looked at less and less often, and the provider is not asked a hundred times for each', async () => {
    const { ref } = await shop.order();
    await shop.pass(35 * 60);
    const readCount = shop.payments.calls.filter(call => call.step === 'read' && call.ref === ref).length;
    expect(readCount).toBeGreaterThan(6);
    expect(readCount).toBeLessThan(15);
  });
});
