import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outboxDepth } from '../../server/store/shop/states.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { charged, keys, steps } from '../support/money.ts';
import { until } from '../support/openApp.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

describe('A capture', () => {
  it('whose answer is lost is read, and the money is taken once', async () => {
    shop.payments.trouble('capture', 'lost');
    const ordered = await charged(shop, 853);
    await shop.pass(5 * MINUTE_S);
    expect(
      steps(shop, 'capture', 'read')
        .slice(-2)
        .map(({ step }) => step),
    ).toEqual(['capture', 'read']);
    expect(keys(shop, 'capture')).toEqual(['capture:1']);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', capturedMinor: 853 });
    expect(await shop.documents()).toHaveLength(1);
  });

  it('that fails is tried again with the next key, but only after the provider’s state was read', async () => {
    shop.payments.trouble('capture', 'refused', 'refused');
    const ordered = await charged(shop, 853);
    await shop.pass(5 * MINUTE_S);
    const first = shop.payments.calls.findIndex(({ step }) => step === 'capture');
    expect(shop.payments.calls.slice(first).map(({ step }) => step)).toEqual(['capture', 'read', 'capture', 'read', 'capture']);
    expect(keys(shop, 'capture')).toEqual(['capture:1', 'capture:2', 'capture:3']);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await shop.documents()).toEqual(['R-BLA-2026-000001']);
  });

  it('keeps its key while the provider’s state cannot be read either', async () => {
    const ordered = await shop.charging();
    shop.payments.trouble('capture', 'refused');
    shop.payments.trouble('read', 'refused', 'refused');
    await charged(shop, 853, ordered);
    expect((await shop.payment(ordered)).keyN).toBe(1);
    await shop.pass(5 * MINUTE_S);
    expect(keys(shop, 'capture').slice(0, 2)).toEqual(['capture:1', 'capture:1']);
    expect(shop.payments.takings).toHaveLength(1);
    expect((await shop.payment(ordered)).state).toBe('captured');
  });

  it('goes on after hours of a provider that is down', async () => {
    shop.payments.trouble('capture', ...Array.from({ length: 20 }, () => 'refused' as const));
    const ordered = await charged(shop, 853);
    await shop.pass(30);
    expect((await shop.payment(ordered)).state).toBe('capturing');
    await shop.pass(3 * 3600);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    await until(
      () => outboxDepth(shop.store.db),
      ({ depth }) => depth === 0,
    );
  });

  it('that fails for long is told of once, although the process died in the instant it was to tell', async () => {
    shop.payments.trouble('capture', ...Array.from({ length: 20 }, () => 'refused' as const));
    await charged(shop, 853);
    await shop.store.db.updateTable('outbox').set({ attempts: 12 }).where('kind', '=', 'capture').execute();
    await shop.pass(30 * MINUTE_S);
    expect(await shop.attention()).toEqual(['capture fails']);
  });

  it('that was on its way when the process died takes the money once', async () => {
    const answer = shop.payments.hold('capture');
    const ordered = await charged(shop, 853);
    await shop.restart();
    await shop.pass(2 * MINUTE_S);
    answer();
    await shop.pass(2 * MINUTE_S);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect((await shop.payment(ordered)).state).toBe('captured');
    expect(await shop.documents()).toEqual(['R-BLA-2026-000001']);
  });

  it('finds the hold gone: nothing is taken, no number is used up, and an alert is raised', async () => {
    const ordered = await shop.charging();
    shop.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await charged(shop, 853, ordered);
    expect((await shop.payment(ordered)).state).toBe('capture_failed');
    expect(shop.payments.takings).toEqual([]);
    expect(await shop.documents()).toEqual([]);
    expect(await shop.attention()).toEqual(['hold gone before capture']);
  });

  it('that takes long keeps no other driver from charging', async () => {
    const answer = shop.payments.hold('capture');
    const slow = await charged(shop, 853);
    const other = await shop.paid({ evseId: 'DE*BLF*E1001*3' });
    await shop.pass(30);
    expect(shop.stations.calls).toContainEqual({ step: 'start', authorizationReference: other.authorizationReference });
    await shop.stations.plugIn(other.authorizationReference, shop.clock.now());
    expect((await shop.session(other)).state).toBe('running');
    answer();
    await shop.pass(0);
    expect((await shop.payment(slow)).state).toBe('captured');
  });

  it('leaves no number out when one of many cannot be captured', async () => {
    const points = ['DE*BLF*E1001*1', 'DE*BLF*E1001*2', 'DE*BLF*E1001*3'];
    const orders: Ordered[] = [];
    for (const evseId of points) orders.push(await shop.charging({ evseId }));
    shop.payments.change(orders[1]!.ref, { state: 'released' });
    for (const ordered of orders) await charged(shop, 500, ordered);
    expect(shop.payments.takings).toHaveLength(2);
    expect(await shop.documents()).toEqual(['R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });
});

describe('Invoice numbers', () => {
  it('go on when the supplier has changed its name', async () => {
    await charged(shop, 100);
    await shop.store.db.updateTable('counters').set({ name: 'invoice:Under its old name:2026' }).execute();
    const ordered = await charged(shop, 200);
    expect((await shop.payment(ordered)).state).toBe('captured');
    expect(await shop.documents()).toEqual(['R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });
});
