import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { keys, steps } from '../support/money.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

describe('A form', () => {
  it('of one point orders nothing at another: a cheap tariff does not travel', async () => {
    const orderRequest = await shop.request();
    const first = await shop.operator.startSession(orderRequest);
    if (first.kind !== 'pay') throw new Error('Nothing to pay');
    const otherPlug = await shop.request({ evseId: 'DE*BLF*E1001*3', formToken: orderRequest.formToken });
    await expect(shop.operator.startSession(otherPlug)).rejects.toMatchObject({ code: 'link-expired' });
    expect(await shop.operator.startSession(orderRequest)).toEqual(first);
    const orders = await shop.store.db.selectFrom('orders').select(['evse_id', 'tariff_version']).execute();
    expect(orders).toEqual([{ evse_id: orderRequest.evseId, tariff_version: orderRequest.tariffVersion }]);
  });

  it('of a plug with prices orders nothing where no hold is offered: nobody charges without one', async () => {
    const poor = await openOperator({ rules: { holds: {} } });
    try {
      const orderRequest = await poor.request();
      expect(orderRequest.limitMinor).toBeNull();
      expect((await poor.operator.getChargingPoint(orderRequest)).plugs[0]).toMatchObject({ state: 'unavailable', limits: [] });
      await expect(poor.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'not-offered' });
      expect(await poor.store.db.selectFrom('orders').select('id').execute()).toEqual([]);
      expect(poor.stations.calls).toEqual([]);
    } finally {
      await poor.close();
    }
  });

  it('that was sent while the plug cost something is a fresh one when it is free: no page asks for a hold of nothing', async () => {
    const paid = await shop.request();
    await shop.operator.startSession(paid);
    const data = await readOperatorData('demo');
    const free = data.tariffs.find(({ id }) => id.endsWith('*free'))?.tariff.elements ?? [];
    const tariffs = data.tariffs.map(({ tariff, ...record }) => ({
      ...record,
      version: `${record.version}2`,
      tariff: { ...tariff, elements: free },
    }));
    await shop.operator.importData({ ...data, tariffs });
    const again = await shop.request({ formToken: paid.formToken });
    await expect(shop.operator.startSession(again)).rejects.toMatchObject({ code: 'link-expired' });
    expect(steps(shop, 'authorise').map(({ amountMinor }) => amountMinor)).toEqual([paid.limitMinor]);
  });
});

describe('A form sent again after a price change', () => {
  it('does not lead to the order at the old price', async () => {
    const orderRequest = await shop.request();
    const first = await shop.operator.startSession(orderRequest);
    expect(await shop.operator.startSession(orderRequest)).toEqual(first);
    const data = await readOperatorData('demo');
    const tariffs = data.tariffs.map(record => ({ ...record, version: `${record.version}2` }));
    await shop.operator.importData({ ...data, tariffs });
    const again = await shop.request({ formToken: orderRequest.formToken });
    expect(again).toEqual({ ...orderRequest, tariffVersion: `${orderRequest.tariffVersion}2` });
    const renewed = await shop.operator.startSession(again);
    if (first.kind !== 'pay' || renewed.kind !== 'pay') throw new Error('Nothing to pay');
    expect(renewed.url).not.toBe(first.url);
    const { tariff_version: version } = await shop.store.db
      .selectFrom('orders')
      .select('tariff_version')
      .where('id', '=', renewed.orderId)
      .executeTakeFirstOrThrow();
    expect(version).toBe(again.tariffVersion);
  });
});

describe('Two drivers at one plug', () => {
  it('that is free: one charges, the other is told', async () => {
    const orderRequests = await Promise.all(
      ['ada@example.org', 'bob@example.org'].map(email =>
        shop.request({
          evseId: 'DE*BLF*E1005*1',
          limitMinor: null,
          contact: { firstName: 'Ada', lastName: 'Lovelace', email, emailConfirmation: email },
        }),
      ),
    );
    const answers = await Promise.allSettled(orderRequests.map(request => shop.operator.startSession(request)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'plug-taken' } });
    expect(await shop.store.db.selectFrom('sessions').select('state').execute()).toHaveLength(1);
  });

  it('both pay: the first hold charges, the second goes back and its driver is told why', async () => {
    const [first, second] = [await shop.order(), await shop.order()];
    shop.payments.pay(first.ref);
    shop.payments.pay(second.ref);
    expect(await shop.operator.refreshOrder(second)).toMatchObject({ kind: 'charging' });
    expect(await shop.operator.refreshOrder(first)).toMatchObject({ kind: 'over', why: 'plug-taken' });
    await shop.pass(MINUTE_S);
    expect(shop.payments.truth(first.ref).state).toBe('released');
    expect(shop.payments.truth(second.ref).state).toBe('authorised');
    expect(
      shop.stations.calls.filter(({ step }) => step === 'start').map(({ authorizationReference }) => authorizationReference),
    ).toEqual([second.authorizationReference]);
  });

  it('come back in the same instant: still only one of them charges', async () => {
    const orders = [await shop.order(), await shop.order(), await shop.order()];
    for (const { ref } of orders) shop.payments.pay(ref);
    await Promise.all(orders.map(ordered => shop.operator.refreshOrder(ordered)));
    await shop.pass(MINUTE_S);
    const states = orders.map(({ ref }) => shop.payments.truth(ref).state).sort();
    expect(states).toEqual(['authorised', 'released', 'released']);
    expect(shop.stations.calls.filter(({ step }) => step === 'start')).toHaveLength(1);
  });
});

describe('A payment page', () => {
  it('paid without the driver coming back is found by itself, and charging begins', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref);
    await shop.pass(45);
    expect((await shop.session(ordered)).state).toBe('starting');
    expect(shop.stations.calls).toContainEqual({ step: 'start', authorizationReference: ordered.authorizationReference });
  });

  it('paid after its order was given up gives the hold back by itself', async () => {
    const ordered = await shop.order();
    expect(await shop.operator.cancelOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-cancelled' });
    shop.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    await shop.pass(10 * MINUTE_S);
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    expect(shop.stations.calls).toEqual([]);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled' });
  });

  it('that could not be closed for certain leaves its order as it was; if it is paid, charging begins', async () => {
    const ordered = await shop.order();
    shop.payments.trouble('close', 'refused');
    await expect(shop.operator.cancelOrder(ordered)).rejects.toMatchObject({ code: 'payments-unavailable' });
    expect(await shop.operator.refreshOrder(ordered)).toMatchObject({ kind: 'open' });
    shop.payments.pay(ordered.ref);
    expect(await shop.operator.refreshOrder(ordered)).toMatchObject({ kind: 'charging' });
  });

  it('whose address was lost is the same one when the driver tries again', async () => {
    shop.payments.trouble('authorise', 'lost');
    const orderRequest = await shop.request();
    await expect(shop.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'payments-unavailable' });
    const again = await shop.operator.startSession(orderRequest);
    expect(again).toMatchObject({ kind: 'pay', url: 'https://pay.example/ref-1' });
    expect(keys(shop, 'authorise')).toEqual(['authorise:1', 'authorise:1']);
  });

  it('nobody heard of ends its order when its time is over', async () => {
    shop.payments.trouble('authorise', 'refused');
    await expect(shop.operator.startSession(await shop.request())).rejects.toMatchObject({ code: 'payments-unavailable' });
    await shop.pass(40 * MINUTE_S);
    const states = await shop.store.db.selectFrom('orders').select(['state', 'why']).execute();
    expect(states).toEqual([{ state: 'over', why: 'payment-expired' }]);
    expect((await shop.operator.getChargingPoint({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' })).plugs[0]?.state).toBe(
      'available',
    );
  });

  it('that the provider could not make is made from a fresh form', async () => {
    shop.payments.trouble('authorise', 'refused');
    await expect(shop.operator.startSession(await shop.request())).rejects.toMatchObject({ code: 'payments-unavailable' });
    const ordered = await shop.paid();
    expect(await shop.operator.refreshOrder(ordered)).toMatchObject({ kind: 'charging' });
  });

  it('closes by itself, and its order is over', async () => {
    const ordered = await shop.order();
    shop.payments.change(ordered.ref, { state: 'expired' });
    await shop.pass(MINUTE_S);
    expect(await shop.operator.refreshOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-expired' });
  });

  it('is closed before another amount is asked for; if it was paid meanwhile, that payment counts', async () => {
    const orderRequest = await shop.request();
    const first = await shop.operator.startSession(orderRequest);
    if (first.kind !== 'pay') throw new Error('Nothing to pay');
    shop.payments.pay('ref-1');
    const second = await shop.operator.startSession({ ...orderRequest, limitMinor: 4000 });
    expect(second).toMatchObject({ kind: 'pay', orderId: first.orderId, url: `/blaufink/pay/${first.orderId}/return` });
    expect(shop.payments.refOf('ref-2')).toBeNull();
    expect(await shop.operator.refreshOrder(first)).toMatchObject({ kind: 'charging' });
    expect((await shop.payment(first)).amountMinor).toBe(8000);
  });

  it('that cannot be closed for certain is followed by no other', async () => {
    const orderRequest = await shop.request();
    await shop.operator.startSession(orderRequest);
    shop.payments.trouble('close', 'refused');
    await expect(shop.operator.startSession({ ...orderRequest, limitMinor: 4000 })).rejects.toMatchObject({
      code: 'payments-unavailable',
    });
    expect(steps(shop, 'authorise')).toHaveLength(1);
    expect(shop.payments.truth('ref-1').state).toBe('open');
  });

  it('that was left for another amount is not charged, even if it is paid in the last moment', async () => {
    const orderRequest = await shop.request();
    await shop.operator.startSession(orderRequest);
    const second = await shop.operator.startSession({ ...orderRequest, limitMinor: 4000 });
    expect(second).toMatchObject({ kind: 'pay', url: 'https://pay.example/ref-2' });
    shop.payments.change('ref-1', { state: 'authorised', authorisedMinor: 8000 });
    await shop.operator.onProviderNotice('ref-1');
    await shop.pass(MINUTE_S);
    expect(shop.payments.truth('ref-1').state).toBe('released');
    shop.payments.pay('ref-2');
    await shop.pass(MINUTE_S);
    expect(shop.payments.truth('ref-2')).toMatchObject({ state: 'authorised', authorisedMinor: 4000 });
  });
});
