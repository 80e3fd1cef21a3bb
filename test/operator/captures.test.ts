import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outboxDepth } from '../../server/operator/store/outboxRows.ts';
import { charged, keys, MINUTE_S, steps } from '../support/money.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openOperator.ts';
import { until } from '../support/startApp.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

describe('A capture', () => {
  it('whose answer is lost is read, and the money is taken once', async () => {
    house.payments.trouble('capture', 'lost');
    const ordered = await charged(house, 853);
    await house.pass(5 * MINUTE_S);
    expect(
      steps(house, 'capture', 'read')
        .slice(-2)
        .map(({ step }) => step),
    ).toEqual(['capture', 'read']);
    expect(keys(house, 'capture')).toEqual(['capture:1']);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await house.payment(ordered)).toMatchObject({ state: 'captured', captured_minor: 853 });
    expect(await house.documents()).toHaveLength(1);
  });

  it('that fails is tried again with the next key, but only after the truth was read', async () => {
    house.payments.trouble('capture', 'refused', 'refused');
    const ordered = await charged(house, 853);
    await house.pass(5 * MINUTE_S);
    const first = house.payments.calls.findIndex(({ step }) => step === 'capture');
    expect(house.payments.calls.slice(first).map(({ step }) => step)).toEqual(['capture', 'read', 'capture', 'read', 'capture']);
    expect(keys(house, 'capture')).toEqual(['capture:1', 'capture:2', 'capture:3']);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await house.documents()).toEqual(['R-BLA-2026-000001']);
  });

  it('keeps its key while the truth cannot be read either', async () => {
    const ordered = await house.charging();
    house.payments.trouble('capture', 'refused');
    house.payments.trouble('read', 'refused', 'refused');
    await charged(house, 853, ordered);
    expect((await house.payment(ordered)).key_n).toBe(1);
    await house.pass(5 * MINUTE_S);
    expect(keys(house, 'capture').slice(0, 2)).toEqual(['capture:1', 'capture:1']);
    expect(house.payments.takings).toHaveLength(1);
    expect((await house.payment(ordered)).state).toBe('captured');
  });

  it('goes on after hours of a provider that is down', async () => {
    house.payments.trouble('capture', ...Array.from({ length: 20 }, () => 'refused' as const));
    const ordered = await charged(house, 853);
    await house.pass(30);
    expect((await house.payment(ordered)).state).toBe('capturing');
    await house.pass(3 * 3600);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    await until(
      () => outboxDepth(house.store.db),
      ({ depth }) => depth === 0,
    );
  });

  it('that fails for long is told of once, although the process died in the instant it was to tell', async () => {
    house.payments.trouble('capture', ...Array.from({ length: 20 }, () => 'refused' as const));
    await charged(house, 853);
    await house.store.db.updateTable('outbox').set({ attempts: 12 }).where('kind', '=', 'capture').execute();
    await house.pass(30 * MINUTE_S);
    expect(await house.attention()).toEqual(['capture fails']);
  });

  it('that was on its way when the process died takes the money once', async () => {
    const answer = house.payments.keepWaiting('capture');
    const ordered = await charged(house, 853);
    await house.restart();
    await house.pass(2 * MINUTE_S);
    answer();
    await house.pass(2 * MINUTE_S);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect((await house.payment(ordered)).state).toBe('captured');
    expect(await house.documents()).toEqual(['R-BLA-2026-000001']);
  });

  it('finds the hold gone: nothing is taken, no number is used up, and a person is told', async () => {
    const ordered = await house.charging();
    house.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await charged(house, 853, ordered);
    expect((await house.payment(ordered)).state).toBe('capture_failed');
    expect(house.payments.takings).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.attention()).toEqual(['hold gone before capture']);
  });

  it('that takes long keeps no other driver from charging', async () => {
    const answer = house.payments.keepWaiting('capture');
    const slow = await charged(house, 853);
    const other = await house.paid({ evseId: 'DE*BLF*E1001*3' });
    await house.pass(30);
    expect(house.stations.calls).toContainEqual({ step: 'start', startId: other.startId });
    await house.stations.plugIn(other.startId, house.clock.now());
    expect((await house.session(other)).state).toBe('running');
    answer();
    await house.pass(0);
    expect((await house.payment(slow)).state).toBe('captured');
  });

  it('leaves no number out when one of many cannot be captured', async () => {
    const points = ['DE*BLF*E1001*1', 'DE*BLF*E1001*2', 'DE*BLF*E1001*3'];
    const orders: Ordered[] = [];
    for (const evseId of points) orders.push(await house.charging({ evseId }));
    house.payments.change(orders[1]!.ref, { state: 'released' });
    for (const ordered of orders) await charged(house, 500, ordered);
    expect(house.payments.takings).toHaveLength(2);
    expect(await house.documents()).toEqual(['R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });
});

describe('Invoice numbers', () => {
  it('go on when the supplier has changed its name', async () => {
    await charged(house, 100);
    await house.store.db.updateTable('counters').set({ name: 'invoice:Under its old name:2026' }).execute();
    const ordered = await charged(house, 200);
    expect((await house.payment(ordered)).state).toBe('captured');
    expect(await house.documents()).toEqual(['R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });
});
