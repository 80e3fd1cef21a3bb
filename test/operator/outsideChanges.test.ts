import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, type Ordered, openOperator } from '../support/openOperator.ts';

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
