import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, type Ordered, openOperator } from '../support/openOperator.ts';

let house: OpenOperator;
let ordered: Ordered;
beforeEach(async () => {
  house = await openOperator();
  ordered = await house.charging();
  await house.pass(600);
  await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 20_000 });
  await house.pass(0);
});
afterEach(() => house.close());

const audited = async (what: string) =>
  (await house.store.db.selectFrom('audit').select('facts').where('what', '=', what).execute()).length;

describe('Money that was taken and leaves again', () => {
  it('by a refund at the provider is noted, and a person is told once', async () => {
    expect((await house.payment(ordered)).state).toBe('captured');
    house.payments.change(ordered.ref, { refundedMinor: 300 });
    for (let n = 0; n < 3; n++) await house.operator.look(ordered.ref);
    expect(await house.payment(ordered)).toMatchObject({ state: 'captured', refunded_minor: 300 });
    expect(await house.attention()).toEqual(['refunded at the provider']);
  });

  it('in parts is told part by part', async () => {
    for (const refundedMinor of [100, 100, 250]) {
      house.payments.change(ordered.ref, { refundedMinor });
      await house.operator.look(ordered.ref);
    }
    expect((await house.payment(ordered)).refunded_minor).toBe(250);
    expect(await house.attention()).toEqual(['refunded at the provider', 'refunded at the provider']);
  });

  it('by the driver’s bank is told once, however often and however much at once it is heard', async () => {
    house.payments.change(ordered.ref, { isDisputed: true });
    await Promise.all([1, 2, 3].map(() => house.operator.look(ordered.ref)));
    await house.operator.look(ordered.ref);
    expect(await house.attention()).toEqual(['disputed by the bank']);
    expect(await audited('disputed')).toBe(1);
  });

  it('both ways is told twice, and a restart forgets neither', async () => {
    house.payments.change(ordered.ref, { refundedMinor: 300, isDisputed: true });
    await house.operator.look(ordered.ref);
    await house.restart();
    await house.operator.look(ordered.ref);
    expect(await house.attention()).toEqual(['refunded at the provider', 'disputed by the bank']);
  });

  it('changes nothing about bill and document', async () => {
    const before = await house.session(ordered);
    house.payments.change(ordered.ref, { refundedMinor: 300, isDisputed: true });
    await house.operator.look(ordered.ref);
    expect((await house.session(ordered)).bill).toBe(before.bill);
    expect(await house.documents()).toHaveLength(1);
  });
});
