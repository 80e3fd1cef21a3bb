import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { type Given, type OpenContext, openContext } from '../../../../test/support/openContext.ts';
import { addNewReadings } from '../../../../test/support/reportReadings.ts';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { findWholeOrder } from '../../../store/shop/orders.ts';
import { completeSession, finaliseBill, upTo } from './complete.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`);
const reading = (clock: string, energyWh: number, isCharging = true): MeterReading => ({
  at: at(clock),
  energyWh,
  powerW: 11_000,
  isCharging,
});

describe('Readings up to what a source accounts for', () => {
  const stored = [reading('10:00', 0), reading('10:30', 5000), reading('11:00', 9000, false), reading('11:30', 12_000)];

  it('are those before its end and of no more energy, with its own as the last', () => {
    expect(upTo(stored, { energyWh: 9000, endedAt: at('11:10') })).toEqual([
      ...stored.slice(0, 3),
      { at: at('11:10'), energyWh: 9000, powerW: 0, isCharging: false },
    ]);
    expect(upTo(stored, { energyWh: 8999, endedAt: at('11:10') })).toHaveLength(3);
  });

  it('do not have two of one instant', () => {
    expect(upTo(stored, { energyWh: 9000, endedAt: at('11:00') }).map(({ isCharging }) => isCharging)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('count as charging where nothing is told', () => {
    expect(upTo([], { energyWh: 5, endedAt: at('11:00') })).toEqual([
      { at: at('11:00'), energyWh: 5, powerW: 0, isCharging: true },
    ]);
  });
});

/** A session that charged from 10:00 to 11:00 and is ready to be billed. */
const STOPPING: Given = {
  order: { state: 'held' },
  session: { state: 'stopping', startedAt: at('10:00'), endedAt: at('11:00'), powerW: 11_000, nextCheckAt: at('12:00') },
  payment: { state: 'authorised', nextCheckAt: at('12:00') },
};

describe('A session whose last value is there', () => {
  it('is billed by its readings', async () => {
    const order = await open.given(STOPPING);
    const session = await order.session();
    await open.store.inTransaction(async trx => {
      await addNewReadings(trx, session.id, [reading('10:00', 0), reading('11:00', 2000)]);
      await completeSession(open.context, trx, { session, now: at('11:30') });
    });
    // 2 kWh at 0.49 € per kWh.
    const after = await order.session();
    expect(after).toMatchObject({
      state: 'completed',
      energyWh: 2000,
      totalMinor: 98,
      endedAt: at('11:00'),
      powerW: 0,
      nextCheckAt: null,
    });
    expect(after.bill?.totalMinor).toBe(98);
    expect(await order.payment()).toMatchObject({ state: 'capturing', captureMinor: 98, nextCheckAt: null });
    expect(await order.jobs()).toEqual({ 'capture 1': 3600 + 1800 });
    expect(await order.alerts()).toEqual([]);
  });

  it('is billed by the energy that it has, where no reading came', async () => {
    const order = await open.given(STOPPING);
    const session = { ...(await order.session()), energyWh: 3000 };
    await open.store.inTransaction(trx => completeSession(open.context, trx, { session, now: at('11:30') }));
    expect(await order.session()).toMatchObject({ energyWh: 3000, totalMinor: 0 });
  });

  it('pays for its start only where energy has flowed', async () => {
    const plug = { evseId: 'DE*BLF*E1004*1', connector: '1' };
    const totals = [];
    for (const energyWh of [0, 1000]) {
      const order = await open.given({
        ...STOPPING,
        order: { ...STOPPING.order, ...plug },
        session: { ...STOPPING.session, ...plug },
      });
      const session = await order.session();
      await open.store.inTransaction(async trx => {
        await addNewReadings(trx, session.id, [reading('10:00', 0), reading('11:00', energyWh)]);
        await completeSession(open.context, trx, { session, now: at('11:30') });
      });
      totals.push((await order.session()).totalMinor);
    }
    // The start fee of 1.00 € and 1 kWh at 0.45 €. The first hour costs no time fee.
    expect(totals).toEqual([0, 145]);
  });

  it('is not billed for values above the last one, and somebody is told', async () => {
    const order = await open.given(STOPPING);
    const session = await order.session();
    await open.store.inTransaction(async trx => {
      await addNewReadings(trx, session.id, [reading('10:00', 0), reading('10:30', 9000), reading('11:00', 2000)]);
      await completeSession(open.context, trx, { session, now: at('11:30') });
    });
    expect(await order.session()).toMatchObject({ energyWh: 2000, totalMinor: 98 });
    expect(await order.alerts()).toEqual([{ why: 'meter values above the last one are not billed' }]);
  });

  it('is billed up to what its source accounts for, and for no more than somebody has decided', async () => {
    const order = await open.given(STOPPING);
    const session = await order.session();
    const accounted = { energyWh: 4000, endedAt: at('10:50') };
    await open.store.inTransaction(async trx => {
      await addNewReadings(trx, session.id, [reading('10:00', 0), reading('11:00', 5000)]);
      await completeSession(open.context, trx, { session, now: at('11:30'), accounted, maxMinor: 150 });
    });
    expect(await order.session()).toMatchObject({ energyWh: 4000, totalMinor: 150, endedAt: at('10:50') });
    expect((await order.payment()).captureMinor).toBe(150);
    expect(await order.alerts()).toEqual([]);
  });
});

describe('A bill', () => {
  const bill = (totalMinor: number) => ({ currency: 'EUR', lines: [], totalMinor, vat: [] }) as const;
  async function finalise(totalMinor: number, more: Given = {}) {
    const order = await open.given({ ...STOPPING, ...more });
    const session = await order.session();
    const payment = (await findWholeOrder(open.store.db, session))?.payment ?? null;
    const options = { session, payment, bill: bill(totalMinor), minMinor: 50 };
    const now = open.clock.now();
    await open.store.inTransaction(trx => finaliseBill(trx, { ...options, now }));
    const { state, captureMinor, waivedAt, nextCheckAt } = await order.payment();
    return {
      order,
      payment: { state, captureMinor, waivedAt, nextCheckAt },
      alerts: await order.alerts(),
      jobs: await order.jobs(),
    };
  }
  const CAPTURING = { state: 'capturing', waivedAt: null, nextCheckAt: null };
  const RELEASING = { state: 'releasing', captureMinor: null, nextCheckAt: null };

  test.each([50, 8000])('of %i cents is taken from the hold', async totalMinor => {
    const { payment, alerts, jobs } = await finalise(totalMinor);
    expect({ payment, alerts, jobs }).toEqual({
      payment: { ...CAPTURING, captureMinor: totalMinor },
      alerts: [],
      jobs: { 'capture 1': 0 },
    });
  });

  it('above the hold takes the hold, and somebody is told of the rest', async () => {
    const { payment, alerts } = await finalise(8001);
    expect(payment).toEqual({ ...CAPTURING, captureMinor: 8000 });
    expect(alerts).toEqual([{ why: 'bill above the hold', unpaidMinor: 1 }]);
  });

  it('that is too small for a card is waived, which is counted', async () => {
    const { payment, alerts, jobs } = await finalise(49);
    expect(payment).toEqual({ ...RELEASING, waivedAt: open.clock.now() });
    expect(alerts).toEqual([{ why: 'below the smallest capture: waived', unpaidMinor: 49 }]);
    expect(jobs).toEqual({ 'release 1': 0 });
  });

  it('of nothing gives the hold back, and is not counted', async () => {
    const { payment, alerts, jobs } = await finalise(0);
    expect({ payment, alerts, jobs }).toEqual({
      payment: { ...RELEASING, waivedAt: null },
      alerts: [],
      jobs: { 'release 1': 0 },
    });
  });

  test.each([
    [700, [{ why: 'energy without a hold', unpaidMinor: 700 }]],
    [0, []],
  ])('of %i cents without a hold is told of where it is money', async (totalMinor, expected) => {
    const { payment, alerts, jobs } = await finalise(totalMinor, { payment: { state: 'released' } });
    expect([payment.state, alerts, jobs]).toEqual(['released', expected, {}]);
  });

  it('of free charging touches no payment', async () => {
    const { order, payment, jobs } = await finalise(0, { order: { state: 'held', paymentId: null } });
    expect((await order.session()).state).toBe('completed');
    expect([payment.state, jobs]).toEqual(['authorised', {}]);
  });

  it('is not taken twice where its session has changed meanwhile', async () => {
    const order = await open.given(STOPPING);
    const session = { ...(await order.session()), version: 0 };
    const options = { session, payment: await order.payment(), bill: bill(700), minMinor: 50, now: open.clock.now() };
    expect(await open.store.inTransaction(trx => finaliseBill(trx, options))).toBeNull();
    expect((await order.payment()).state).toBe('authorised');
  });
});
