import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StartRequest } from '../../../shared/charging/charging.ts';
import { MINUTE_S } from '../../../shared/model/time.ts';
import { type OpenOperator, openOperator } from '../../../test/support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const keys = () => shop.payments.calls.filter(({ step }) => step === 'authorise').map(({ key }) => key);
const payments = () => shop.store.db.selectFrom('payments').selectAll().orderBy('created_at').execute();
const orders = () => shop.store.db.selectFrom('orders').select(['state', 'why']).execute();
const refused = async (): Promise<StartRequest> => {
  const request = await shop.request();
  shop.payments.trouble('authorise', 'refused');
  await expect(shop.operator.startSession(request)).rejects.toMatchObject({ code: 'payments-unavailable' });
  return request;
};

describe('A payment that the provider refuses', () => {
  it('is over, and the same form gets another one, whose page can be paid on', async () => {
    const request = await refused();
    expect((await payments()).map(({ state }) => state)).toEqual(['expired']);
    await shop.pass(5);
    const again = await shop.operator.startSession(request);
    if (again.kind !== 'pay') throw new Error('Nothing to pay');
    expect(new Set(keys()).size).toBe(2);
    const { ref } = await shop.payment(again);
    shop.payments.pay(ref ?? '');
    expect(await shop.operator.refreshOrder(again)).toMatchObject({ kind: 'charging' });
    expect(await orders()).toEqual([{ state: 'held', why: null }]);
  });

  it('may be tried as often as it is refused, each time with a key of its own', async () => {
    const request = await refused();
    shop.payments.trouble('authorise', 'refused', 'refused');
    for (let n = 0; n < 2; n++)
      await expect(shop.operator.startSession(request)).rejects.toMatchObject({ code: 'payments-unavailable' });
    expect(await shop.operator.startSession(request)).toMatchObject({ kind: 'pay' });
    expect(new Set(keys()).size).toBe(4);
    expect((await payments()).map(({ state }) => state).sort()).toEqual(['expired', 'expired', 'expired', 'pending']);
  });

  it('is tried again with what the driver has changed meanwhile', async () => {
    const request = await refused();
    const again = await shop.operator.startSession({ ...request, limitMinor: 4000 });
    if (again.kind !== 'pay') throw new Error('Nothing to pay');
    expect(await shop.payment(again)).toMatchObject({ state: 'pending', amountMinor: 4000 });
  });

  it('keeps its key while it is unknown whether there is a page', async () => {
    const request = await shop.request();
    shop.payments.trouble('authorise', 'lost');
    await expect(shop.operator.startSession(request)).rejects.toMatchObject({ code: 'payments-unavailable' });
    expect((await payments()).map(({ state }) => state)).toEqual(['created']);
    await shop.operator.startSession(request);
    expect(new Set(keys()).size).toBe(1);
  });

  it('sends whoever comes to its return page back to the form instead of letting them wait', async () => {
    await refused();
    const [payment] = await payments();
    const settled = await shop.operator.refreshOrder({ orderId: payment?.order_id ?? '' });
    expect(settled).toMatchObject({ kind: 'over', why: 'payment-failed', draft: { connector: '1' } });
  });

  it('leaves no order behind that waits for ever', async () => {
    await refused();
    await shop.pass(40 * MINUTE_S);
    expect(await orders()).toEqual([{ state: 'over', why: 'payment-expired' }]);
    expect((await shop.store.db.selectFrom('sessions').select('state').execute()).map(({ state }) => state)).toEqual([
      'cancelled',
    ]);
  });

  it('does not end the order that another payment has taken over', async () => {
    const request = await refused();
    const again = await shop.operator.startSession(request);
    if (again.kind !== 'pay') throw new Error('Nothing to pay');
    shop.payments.pay((await shop.payment(again)).ref ?? '');
    await shop.operator.refreshOrder(again);
    await shop.pass(40 * MINUTE_S);
    expect((await orders()).map(({ state }) => state)).toEqual(['held']);
  });
});
