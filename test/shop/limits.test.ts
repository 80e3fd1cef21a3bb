import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const problem = (code: string) => ({ name: 'Problem', code });
const MAX_UNPAID_PAGES = LIMITS.unpaidPagesPerNetwork.limit;

/** Places an order from the given network and leaves its payment page open. */
async function orderFrom(visitor: string, more = {}): Promise<{ orderId: string; ref: string }> {
  const started = await shop.operator.startSession({ ...(await shop.request(more)), visitor });
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  return { orderId: started.orderId, ref: (await shop.payment(started)).ref ?? '' };
}

describe('Orders that nobody pays', () => {
  it('are refused from a network that leaves too many behind, before anything is written or asked outside', async () => {
    for (let n = 0; n < MAX_UNPAID_PAGES; n++) await orderFrom('one');
    const calls = shop.payments.calls.length;
    await expect(orderFrom('one')).rejects.toMatchObject({ ...problem('unpaid-orders'), retryAfterS: 900 });
    expect(shop.payments.calls).toHaveLength(calls);
    expect(await shop.store.db.selectFrom('orders').select('id').execute()).toHaveLength(MAX_UNPAID_PAGES);
    await orderFrom('two');
    await shop.pass(15 * 60 + 1);
    await orderFrom('one');
  });

  it('count as well when they were given up, or asked for again with another amount', async () => {
    const orderRequest = { ...(await shop.request()), visitor: 'one' };
    for (let n = 0; n < MAX_UNPAID_PAGES; n++)
      await shop.operator.startSession({ ...orderRequest, limitMinor: n % 2 ? 4000 : 8000 });
    await expect(shop.operator.startSession({ ...orderRequest, limitMinor: 2000 })).rejects.toMatchObject(
      problem('unpaid-orders'),
    );
    // The last payment page stays open, although the next order is refused.
    const last = await shop.operator.startSession({ ...orderRequest, limitMinor: MAX_UNPAID_PAGES % 2 ? 8000 : 4000 });
    if (last.kind !== 'pay') throw new Error('Nothing to pay');
    expect(shop.payments.truth((await shop.payment(last)).ref ?? '').state).toBe('open');
    await shop.operator.cancelOrder(last);
    await expect(orderFrom('one')).rejects.toMatchObject(problem('unpaid-orders'));
  });

  it('hinder nobody who pays: a carrier full of drivers orders as often as it likes', async () => {
    for (let n = 0; n < 3 * MAX_UNPAID_PAGES; n++) {
      const { orderId, ref } = await orderFrom('carrier');
      shop.payments.pay(ref);
      await shop.operator.refreshOrder({ orderId });
      // Completes the session, so that the plug is available for the next order.
      await shop.store.db.updateTable('sessions').set({ state: 'completed' }).execute();
    }
  });

  it('do not keep a page from being paid on that was opened before', async () => {
    const early = await orderFrom('one');
    for (let n = 1; n < MAX_UNPAID_PAGES; n++) await orderFrom('one');
    await expect(orderFrom('one')).rejects.toMatchObject(problem('unpaid-orders'));
    shop.payments.pay(early.ref);
    expect(await shop.operator.refreshOrder(early)).toMatchObject({ kind: 'charging' });
    await orderFrom('one', { evseId: 'DE*BLF*E1002*1' });
  });
});

describe('Sessions that are too small to be charged', () => {
  const POINTS = ['DE*BLF*E1001*1', 'DE*BLF*E1001*2', 'DE*BLF*E1001*3', 'DE*BLF*E1002*1', 'DE*BLF*E1002*2'];
  let at = 0;
  /**
   * Orders with the given card and charges a small amount of energy.
   * @returns the state in which the payment ends
   */
  async function small(visitor: string, card: string | null, energyWh = 500): Promise<string> {
    const ordered = await orderFrom(visitor, { ...PLAIN, evseId: POINTS[at++ % POINTS.length] ?? '' });
    shop.payments.pay(ordered.ref, { cardFingerprint: card });
    const settled = await shop.operator.refreshOrder(ordered);
    if (settled.kind !== 'charging') return settled.kind === 'over' ? settled.why : settled.kind;
    await shop.pass(1);
    const { authorizationReference } = await shop.session(ordered);
    await shop.stations.plugIn(authorizationReference, shop.clock.now());
    await shop.pass(60);
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh });
    await shop.pass(5);
    return (await shop.payment(ordered)).state;
  }

  it('are given away three times in a day for one card; then its hold goes back at once, and charging does not begin', async () => {
    for (let n = 0; n < LIMITS.smallSessionsPerCard.limit; n++) expect(await small(`n${n}`, 'card-a')).toBe('released');
    const starts = shop.stations.beginnings.length;
    expect(await small('n9', 'card-a')).toBe('small-sessions');
    await shop.pass(5);
    expect(shop.stations.beginnings).toHaveLength(starts);
    expect(shop.payments.takings).toEqual([]);
    const last = shop.payments.calls.filter(({ step }) => step === 'release').at(-1)?.ref ?? '';
    expect(shop.payments.truth(last).state).toBe('released');
    expect(await small('n9', 'card-b')).toBe('released');
    // Moves the rows into the past in place of waiting a day.
    const dayMs = 86_400_000;
    await shop.store.db
      .updateTable('payments')
      .set(eb => ({ waived_at: eb('waived_at', '-', dayMs) }))
      .execute();
    expect(await small('n9', 'card-a')).toBe('released');
  });

  it('count for nobody who could be charged', async () => {
    for (let n = 0; n < 2; n++) await small(`n${n}`, 'card-a');
    for (let n = 0; n < 4; n++) expect(await small(`m${n}`, 'card-a', 17_408)).toBe('captured');
    expect(await small('n3', 'card-a')).toBe('released');
    // Sessions without energy do not count towards the limit, because no amount is waived.
    for (let n = 0; n < 4; n++) expect(await small(`k${n}`, 'card-c', 0)).toBe('released');
  });

  it('cannot be told by card where the provider does not tell cards apart', async () => {
    for (let n = 0; n < 5; n++) expect(await small(`n${n}`, null)).toBe('released');
  });

  it('with ever other cards are refused to their network before anything is held', async () => {
    for (let n = 0; n < LIMITS.smallSessionsPerNetwork.limit; n++) expect(await small('one', `card-${n}`)).toBe('released');
    const pages = shop.payments.calls.filter(({ step }) => step === 'authorise').length;
    await expect(orderFrom('one')).rejects.toMatchObject(problem('small-sessions'));
    expect(shop.payments.calls.filter(({ step }) => step === 'authorise')).toHaveLength(pages);
    expect(await small('two', 'card-1')).toBe('released');
  });

  it('leave a fingerprint that only we can make, and only for a day', async () => {
    await small('one', 'card-a');
    const keys = async () => (await shop.store.db.selectFrom('payments').select('card_key').execute()).map(row => row.card_key);
    expect(await keys()).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    expect(JSON.stringify(await shop.store.db.selectFrom('payments').selectAll().execute())).not.toContain('card-a');
    await removeOldContacts(shop.store, new Date(shop.clock.now().getTime() + 25 * 3_600_000));
    expect(await keys()).toEqual(['']);
  });
});
