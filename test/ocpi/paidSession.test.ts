import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HIGH_PRICE, lowPowerAtHighPrice } from '../support/ocpi/objects.ts';
import { createOcpiDriver } from '../support/ocpi/ocpiDriver.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { until } from '../support/openApp.ts';

let shop: OcpiShop;
let driver: ReturnType<typeof createOcpiDriver>;
beforeEach(async () => {
  shop = await openOcpiShop();
  await shop.connect();
  driver = createOcpiDriver(shop);
});
afterEach(() => shop.close());

describe('At a charging point of a CPO', () => {
  it('a driver sees place, plug and price as the CPO tells them, and whether the plug is free', async () => {
    const { street, city, plugs } = await driver.pointAt();
    expect([street, city]).toEqual(['Hauptstraße 1', 'Köln']);
    expect(plugs[0]).toMatchObject({ state: 'available', kind: 'type2', isFree: false });
    expect(JSON.stringify(plugs[0]?.prices)).toContain('595000');
  });

  it('a paid session starts, charges, is stopped, and is billed when its CDR has come', async () => {
    await shop.cpo.fill(lowPowerAtHighPrice());
    await shop.ocpi.pullCatalogue(shop.connectionId);
    const ordered = await driver.paid();
    await driver.seen(ordered, ({ kind }) => kind === 'running');
    await driver.seen(ordered, session => session.kind === 'running' && session.values.energyWh > 85);
    await shop.operator.stopSession(ordered);
    const done = await driver.seen(ordered, session => session.kind === 'completed' && session.isBilled);
    const [cdr] = (await shop.cpo.state()).cdrs;
    if (done.kind !== 'completed') throw new Error('Not completed');
    expect(done.values.energyWh).toBe(Math.round(Number(cdr?.total_energy) * 1000));
    const payment = await driver.paymentOf(ordered);
    expect(payment).toMatchObject({ state: 'captured', capturedMinor: done.values.cost.amountMinor });
    expect(payment?.capturedMinor).toBe(Math.round((done.values.energyWh / 1000) * HIGH_PRICE * 119));
    expect(await driver.commands()).toEqual(['START_SESSION', 'STOP_SESSION']);
  });

  it('a refused start gives the hold back', async () => {
    await shop.cpo.set({ start: { answer: 'REJECTED' } });
    const ordered = await driver.paid();
    await driver.seen(ordered, ({ kind }) => kind === 'cancelled');
    expect(
      (
        await until(
          () => driver.paymentOf(ordered),
          payment => payment?.state === 'released',
        )
      )?.state,
    ).toBe('released');
  });

  it('a start whose answer is lost is never sent again, and what began is found', async () => {
    await shop.cpo.set({ faults: [{ module: 'commands', kind: 'lost', times: 1 }] });
    const ordered = await driver.paid();
    await driver.seen(ordered, ({ kind }) => kind === 'running');
    expect((await driver.commands()).filter(command => command === 'START_SESSION')).toHaveLength(1);
  });
});
