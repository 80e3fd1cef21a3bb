import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../shared/limits.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../../test/support/openOperator.ts';
import { removeOldContacts } from './retention.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

const problem = (code: string) => ({ name: 'Problem', code });
const MOST = LIMITS.unpaidPagesPerNetwork.most;

/** An order with its open page, from a network. */
async function orderFrom(visitor: string, more = {}): Promise<{ orderId: string; ref: string }> {
  const started = await house.operator.startSession({ ...(await house.ask(more)), visitor });
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  return { orderId: started.orderId, ref: (await house.payment(started)).ref ?? '' };
}

describe('Orders that nobody pays', () => {
  it('are refused from a network that leaves too many behind, before anything is written or asked outside', async () => {
    for (let n = 0; n < MOST; n++) await orderFrom('one');
    const calls = house.payments.calls.length;
    await expect(orderFrom('one')).rejects.toMatchObject({ ...problem('unpaid-orders'), retryAfterS: 900 });
    expect(house.payments.calls).toHaveLength(calls);
    expect(await house.store.db.selectFrom('orders').select('id').execute()).toHaveLength(MOST);
    await orderFrom('two');
    await house.pass(15 * 60 + 1);
    await orderFrom('one');
  });

  it('count as well when they were given up, or asked for again with another amount', async () => {
    const ask = { ...(await house.ask()), visitor: 'one' };
    for (let n = 0; n < MOST; n++) await house.operator.startSession({ ...ask, limitMinor: n % 2 ? 4000 : 8000 });
    await expect(house.operator.startSession({ ...ask, limitMinor: 2000 })).rejects.toMatchObject(problem('unpaid-orders'));
    // The page that is open stays open.
    const last = await house.operator.startSession({ ...ask, limitMinor: MOST % 2 ? 8000 : 4000 });
    if (last.kind !== 'pay') throw new Error('Nothing to pay');
    expect(house.payments.truth((await house.payment(last)).ref ?? '').state).toBe('open');
    await house.operator.cancelOrder(last);
    await expect(orderFrom('one')).rejects.toMatchObject(problem('unpaid-orders'));
  });

  it('hinder nobody who pays: a carrier full of drivers orders as often as it likes', async () => {
    for (let n = 0; n < 3 * MOST; n++) {
      const { orderId, ref } = await orderFrom('carrier');
      house.payments.pay(ref);
      await house.operator.settleOrder({ orderId });
      // Somebody else's turn at the same plug.
      await house.store.db.updateTable('sessions').set({ state: 'completed' }).execute();
    }
  });

  it('do not keep a page from being paid on that was opened before', async () => {
    const early = await orderFrom('one');
    for (let n = 1; n < MOST; n++) await orderFrom('one');
    await expect(orderFrom('one')).rejects.toMatchObject(problem('unpaid-orders'));
    house.payments.pay(early.ref);
    expect(await house.operator.settleOrder(early)).toMatchObject({ kind: 'charging' });
    await orderFrom('one', { evseId: 'DE*BLF*E1002*1' });
  });
});

describe('Sessions that are too small to be charged', () => {
  const POINTS = ['DE*BLF*E1001*1', 'DE*BLF*E1001*2', 'DE*BLF*E1001*3', 'DE*BLF*E1002*1', 'DE*BLF*E1002*2'];
  let at = 0;
  /** A driver with a card of their own; answers how the order ends. */
  async function small(visitor: string, card: string | null, energyWh = 500): Promise<string> {
    const ordered = await orderFrom(visitor, { ...PLAIN, evseId: POINTS[at++ % POINTS.length] ?? '' });
    house.payments.pay(ordered.ref, { cardFingerprint: card });
    const settled = await house.operator.settleOrder(ordered);
    if (settled.kind !== 'charging') return settled.kind === 'over' ? settled.why : settled.kind;
    await house.pass(1);
    const { start_id } = await house.session(ordered);
    await house.stations.plugIn(start_id, house.clock.now());
    await house.pass(60);
    await house.stations.end(start_id, { at: house.clock.now(), energyWh });
    await house.pass(5);
    return (await house.payment(ordered)).state;
  }

  it('are given away three times in a day for one card; then its hold goes back at once, and charging does not begin', async () => {
    for (let n = 0; n < LIMITS.smallSessionsPerCard.most; n++) expect(await small(`n${n}`, 'card-a')).toBe('released');
    const starts = house.stations.beginnings.length;
    expect(await small('n9', 'card-a')).toBe('small-sessions');
    await house.pass(5);
    expect(house.stations.beginnings).toHaveLength(starts);
    expect(house.payments.takings).toEqual([]);
    const last = house.payments.calls.filter(({ step }) => step === 'release').at(-1)?.ref ?? '';
    expect(house.payments.truth(last).state).toBe('released');
    expect(await small('n9', 'card-b')).toBe('released');
    // A day later, without the day.
    const dayMs = 86_400_000;
    await house.store.db
      .updateTable('payments')
      .set(eb => ({ waived_at: eb('waived_at', '-', dayMs) }))
      .execute();
    expect(await small('n9', 'card-a')).toBe('released');
  });

  it('count for nobody who could be charged', async () => {
    for (let n = 0; n < 2; n++) await small(`n${n}`, 'card-a');
    for (let n = 0; n < 4; n++) expect(await small(`m${n}`, 'card-a', 17_408)).toBe('captured');
    expect(await small('n3', 'card-a')).toBe('released');
    // Nothing was charged: nothing was given away.
    for (let n = 0; n < 4; n++) expect(await small(`k${n}`, 'card-c', 0)).toBe('released');
  });

  it('cannot be told by card where the provider does not tell cards apart', async () => {
    for (let n = 0; n < 5; n++) expect(await small(`n${n}`, null)).toBe('released');
  });

  it('with ever other cards are refused to their network before anything is held', async () => {
    for (let n = 0; n < LIMITS.smallSessionsPerNetwork.most; n++) expect(await small('one', `card-${n}`)).toBe('released');
    const pages = house.payments.calls.filter(({ step }) => step === 'authorise').length;
    await expect(orderFrom('one')).rejects.toMatchObject(problem('small-sessions'));
    expect(house.payments.calls.filter(({ step }) => step === 'authorise')).toHaveLength(pages);
    expect(await small('two', 'card-1')).toBe('released');
  });

  it('leave a fingerprint that only we can make, and only for a day', async () => {
    await small('one', 'card-a');
    const keys = async () => (await house.store.db.selectFrom('payments').select('card_key').execute()).map(row => row.card_key);
    expect(await keys()).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    expect(JSON.stringify(await house.store.db.selectFrom('payments').selectAll().execute())).not.toContain('card-a');
    await removeOldContacts(house.store, new Date(house.clock.now().getTime() + 25 * 3_600_000));
    expect(await keys()).toEqual(['']);
  });
});

describe('A flood of orders that nobody pays', () => {
  const FLOOD = 1500;
  /** From the payment to the start at the station, where the driver has closed the browser and no notice arrives. */
  async function secondsToStart(ordered: Ordered): Promise<number> {
    house.payments.pay(ordered.ref);
    const isStarted = () => house.stations.calls.some(({ step, startId }) => step === 'start' && startId === ordered.startId);
    let seconds = 0;
    for (; !isStarted() && seconds < 600; seconds++) await house.pass(1);
    return seconds;
  }

  it('does not keep a driver waiting who has paid and closed the browser', async () => {
    const quiet = await secondsToStart(await house.order({ evseId: 'DE*BLF*E1002*1' }));
    expect(quiet).toBeLessThan(40);
    const ask = await house.ask();
    for (let n = 0; n < FLOOD; n++) {
      const visitor = `network-${n % Math.ceil(FLOOD / MOST)}`;
      await house.operator.startSession({ ...ask, intent: `flood-${n}`, visitor });
      // Some sixty in a second.
      if (n % 60 === 59) await house.pass(1);
    }
    // The quiet driver was looked after at the same second of a round of the sweep.
    await house.pass((5 - (Math.floor(house.clock.now().getTime() / 1000) % 5)) % 5);
    const flooded = await secondsToStart(await house.order({ evseId: 'DE*BLF*E1001*1' }));
    expect(flooded - quiet).toBeLessThanOrEqual(1);
  }, 120_000);

  it('is looked at less and less often, and the provider is not asked a hundred times for each', async () => {
    const { ref } = await orderFrom('one');
    await house.pass(35 * 60);
    const looks = house.payments.calls.filter(call => call.step === 'read' && call.ref === ref).length;
    expect(looks).toBeGreaterThan(6);
    expect(looks).toBeLessThan(15);
  });
});
