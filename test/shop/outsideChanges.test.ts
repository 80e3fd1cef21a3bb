import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listOpen } from '../../server/runtime/alerts.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
let ordered: Ordered;
beforeEach(async () => {
  shop = await openOperator();
  ordered = await shop.charging();
  await shop.pass(600);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 20_000 });
  await shop.pass(0);
});
afterEach(() => shop.close());

const audited = async (what: string) =>
  (await shop.store.db.selectFrom('audit').select('facts').where('what', '=', what).execute()).length;

describe('Money that was taken and leaves again', () => {
  it('by a refund at the provider is noted, and an alert is raised once', async () => {
    expect((await shop.payment(ordered)).state).toBe('captured');
    shop.payments.change(ordered.ref, { refundedMinor: 300 });
    for (let n = 0; n < 3; n++) await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', refundedMinor: 300 });
    expect(await shop.attention()).toEqual(['refunded at the provider']);
  });

  it('in parts is told part by part', async () => {
    for (const refundedMinor of [100, 100, 250]) {
      shop.payments.change(ordered.ref, { refundedMinor });
      await shop.operator.onProviderNotice(ordered.ref);
    }
    expect((await shop.payment(ordered)).refundedMinor).toBe(250);
    expect(await shop.attention()).toEqual(['refunded at the provider', 'refunded at the provider']);
  });

  it('by the driver’s bank is told once, however often and however much at once it is heard', async () => {
    shop.payments.change(ordered.ref, { isDisputed: true });
    await Promise.all([1, 2, 3].map(() => shop.operator.onProviderNotice(ordered.ref)));
    await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.attention()).toEqual(['disputed by the bank']);
    expect(await audited('disputed')).toBe(1);
  });

  describe('by the driver’s bank, and the dispute ends:', () => {
    const standing = async () => {
      const { number } = await shop.session(ordered);
      const shown = await shop.operator.console
        .operatingAs({ name: 'Petra', may: 'read', by: 'link' }, 'request')
        .getSession({ number });
      const route = shown?.route.map(({ name: { key }, amount }) => [key, amount?.amountMinor]).slice(3);
      const steps = shown?.timeline.map(({ what: { key } }) => key).filter(key => key.includes('dispute'));
      return { standing: shown?.line.standing, route, steps };
    };
    const receiveDispute = async (state: 'open' | 'won' | 'lost', amountMinor = 980) => {
      shop.payments.change(ordered.ref, { isDisputed: true, dispute: { state, amountMinor } });
      for (let n = 0; n < 2; n++) await shop.operator.onProviderNotice(ordered.ref);
    };
    const open = async () =>
      (await listOpen(shop.store.db)).filter(({ subjectId }) => subjectId !== ordered.sessionId).map(({ facts }) => facts.why);

    it('while it goes on, the console says so, and somebody has to answer', async () => {
      await receiveDispute('open');
      expect(await standing()).toEqual({
        standing: 'disputed',
        route: [['session.route.dispute.open', 980]],
        steps: ['session.did.dispute.open'],
      });
      expect(await open()).toEqual(['disputed by the bank']);
      const today = await shop.operator.console.operatingAs({ name: 'Petra', may: 'read', by: 'link' }, 'request').getToday();
      const [reported] = today.attention.filter(({ why }) => why === 'disputed by the bank');
      expect(reported?.amount).toEqual({ amountMinor: 980, currency: 'EUR' });
      const { number } = await shop.session(ordered);
      const consoleApi = shop.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');
      const refund = { does: 'refund', number, amountMinor: 'all', reason: 'asked' } as const;
      expect(await consoleApi.preview(refund)).toMatchObject({ kind: 'possible', warning: { key: 'acts.refund.disputed' } });
    });

    it('lost: the console says so, and the alert is another one', async () => {
      await receiveDispute('open');
      await receiveDispute('lost');
      expect(await standing()).toMatchObject({ standing: 'dispute-lost', route: [['session.route.dispute.lost', 980]] });
      expect((await standing()).steps).toEqual(expect.arrayContaining(['session.did.dispute.open', 'session.did.dispute.lost']));
      expect(await open()).toEqual(['a dispute was lost']);
    });

    it('lost: what the bank has given back is not given back once more', async () => {
      const consoleApi = shop.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');
      const { number } = await shop.session(ordered);
      const captured = (await shop.payment(ordered)).capturedMinor ?? 0;
      const refund = (amountMinor: number | 'all') =>
        consoleApi.preview({ does: 'refund', number, amountMinor, reason: 'asked' });
      shop.payments.change(ordered.ref, { isDisputed: true, dispute: { state: 'lost', amountMinor: captured - 100 } });
      await shop.operator.onProviderNotice(ordered.ref);
      expect(await refund('all')).toMatchObject({ kind: 'possible', before: [{ amount: { amountMinor: 100 } }, {}] });
      expect(await refund(101)).toMatchObject({ kind: 'not-now', why: 'At most 1 EUR can still be refunded.' });
    });

    it('lost as a whole: nothing is left to refund, and the console says why', async () => {
      const consoleApi = shop.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');
      const { number } = await shop.session(ordered);
      shop.payments.change(ordered.ref, { isDisputed: true, dispute: { state: 'lost', amountMinor: 10_000_000 } });
      await shop.operator.onProviderNotice(ordered.ref);
      const shown = await consoleApi.getSession({ number });
      expect(shown?.can.map(({ does }) => does)).not.toContain('refund');
      expect(shown?.cannot).toContainEqual(expect.objectContaining({ does: 'refund', text: { key: 'acts.refund.takenBack' } }));
    });

    it('won: it stands as before, and nobody has anything to do', async () => {
      const before = await standing();
      await receiveDispute('open');
      await receiveDispute('won');
      expect(await standing()).toMatchObject({ standing: before.standing, route: [['session.route.dispute.won', 980]] });
      expect(await open()).toEqual([]);
      expect(await audited('dispute won')).toBe(1);
    });

    it('lost: what the bank has taken back is not given back once more', async () => {
      await receiveDispute('lost', 680);
      const { number } = await shop.session(ordered);
      const refundAmount = (amountMinor: number) =>
        enqueueRefund({ store: shop.store, now: shop.clock.now() }, { number, amountMinor, reason: 'Stopped twice' });
      await expect(refundAmount(301)).rejects.toThrow('At most 3 EUR can still be refunded');
      await refundAmount(300);
      await shop.pass(5);
      expect(shop.payments.truth(ordered.ref).refundedMinor).toBe(300);
      await expect(refundAmount(1)).rejects.toThrow('A refund would pay it twice');
    });

    it('won at last: money can be given back again', async () => {
      await receiveDispute('lost');
      await receiveDispute('won');
      const { number } = await shop.session(ordered);
      await enqueueRefund({ store: shop.store, now: shop.clock.now() }, { number, amountMinor: 980, reason: 'Stopped twice' });
    });

    it('and another part is disputed, and lost: each is told', async () => {
      await receiveDispute('lost', 300);
      await receiveDispute('open', 200);
      expect(await open()).toEqual(['a dispute was lost', 'disputed by the bank']);
      await receiveDispute('lost', 500);
      expect(await open()).toEqual(['a dispute was lost', 'a dispute was lost']);
      expect(await standing()).toMatchObject({ standing: 'dispute-lost' });
      expect((await standing()).route?.at(-1)).toEqual(['session.route.dispute.lost', 500]);
    });

    it('lost, and nothing was heard before', async () => {
      await receiveDispute('lost');
      expect((await standing()).standing).toBe('dispute-lost');
      expect(await open()).toEqual(['a dispute was lost']);
    });
  });

  it('both ways is told twice, and a restart forgets neither', async () => {
    shop.payments.change(ordered.ref, { refundedMinor: 300, isDisputed: true });
    await shop.operator.onProviderNotice(ordered.ref);
    await shop.restart();
    await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.attention()).toEqual(['refunded at the provider', 'disputed by the bank']);
  });

  it('changes nothing about bill and document', async () => {
    const before = await shop.session(ordered);
    shop.payments.change(ordered.ref, { refundedMinor: 300, isDisputed: true });
    await shop.operator.onProviderNotice(ordered.ref);
    expect((await shop.session(ordered)).bill).toEqual(before.bill);
    expect(await shop.documents()).toHaveLength(1);
  });
});
