import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PointRecord } from '../../server/core/records/records.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import { findTariffAt } from '../../server/store/shop/tariffs.ts';
import type { Calculated, Prices } from '../../shared/console/prices.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeAll(async () => {
  shop = await openOperator();
});
afterAll(() => shop.close());

const runPrices = (options: Readonly<Record<string, string>>) =>
  runCommand({ store: shop.store, now: shop.clock.now() }, { name: 'prices', options });
const dataOf = async (options: Readonly<Record<string, string>> = {}) => {
  const found = await runPrices(options);
  return found?.data as Prices & { calculated: Calculated | null };
};
const run = async (options: Readonly<Record<string, string>> = {}) => (await runPrices(options))?.lines.join('\n') ?? '';

describe('Prices by command', () => {
  it('lists what is sold, and shows a tariff as drivers see it', async () => {
    const text = await run();
    const tariff = /^(\S+) +\d+/m.exec(text.split('\n').slice(1).join('\n'))?.[1] ?? '';
    expect(text).toMatch(/^tariff +plugs +remarks/);
    expect(await run({ tariff })).toContain(`${tariff}, version `);
    const data = await dataOf({ tariff });
    expect(data.shown?.id).toBe(tariff);
    const [period] = data.shown?.table.days[0]?.periods ?? [];
    expect(await run({ tariff })).toContain(`${((period?.energyMicro ?? 0) / 1_000_000).toFixed(2)}`);
  });

  it('calculates what charging would cost', async () => {
    const { tariffs } = await dataOf();
    const tariff = tariffs.find(({ id }) => id.startsWith('DE') && id.endsWith('plain'))?.id ?? '';
    const calculation = { tariff, energy: '20', from: '2026-11-22T22:00' };
    const { calculated, shown } = await dataOf(calculation);
    expect(calculated?.bill.lines).toMatchObject([{ kind: 'energy', quantity: 20_000 }]);
    const energyMicro = shown?.table.now.energyMicro ?? 0;
    expect(energyMicro).toBeGreaterThan(100_000);
    const cost = (energyMicro * 20) / 10_000;
    expect(calculated?.bill.totalMinor).toBe(cost);
    expect(await run(calculation)).toContain(`${(cost / 100).toFixed(2)} EUR for `);
  });

  it('shows a tariff at a plug of a brand that still sells, however many there are of one that is gone', async () => {
    const { operator, store } = shop;
    const data = await readOperatorData('demo');
    const pointOf = (id: string) => data.points.find(({ clientId, country }) => clientId === id && country === 'de');
    const [gone, stays] = [pointOf('blaufink'), pointOf('farnwald')];
    const sold = await findTariffAt(store.db, { id: gone?.connectors[0]?.tariffId ?? '', at: shop.clock.now() });
    if (!gone || !stays || !sold) throw new Error('The demo shop has lost a point');
    const id = 'ocpi:town/T1';
    const at = (point: PointRecord, evseId: string): PointRecord => ({
      ...point,
      evseId,
      connectors: point.connectors.map(connector => ({ ...connector, tariffId: id })),
    });
    const points = [...Array.from({ length: 30 }, (_, n) => at(gone, `DE*AAA*E${n}`)), at(stays, 'DE*ZZZ*E1')];
    const tariffs = [{ ...sold, id, from: null, until: null }];
    const runPrices = { source: 'ocpi:town', location: 'L1', points, tariffs, refused: [] };
    expect((await operator.catalogue.putLocation(runPrices)).refused).toEqual([]);
    const isLeft = ({ clientId }: { clientId: string }) => clientId !== gone.clientId;
    const clients = data.clients.filter(({ id: clientId }) => clientId !== gone.clientId);
    await operator.importData({ ...data, clients, points: data.points.filter(isLeft) });
    const { tariffs: listed, shown } = await dataOf({ tariff: id });
    expect(listed.find(tariff => tariff.id === id)?.plugs).toBe(stays.connectors.length);
    expect(shown?.at).toMatchObject({ clientId: stays.clientId, evseId: 'DE*ZZZ*E1' });
    expect((await dataOf({ tariff: id, energy: '20', from: '2026-11-22T22:00' })).calculated?.bill.totalMinor).toBeGreaterThan(0);
    await operator.importData(data);
  });

  it('says what cannot be told', async () => {
    await expect(run({ tariff: 'nowhere' })).rejects.toThrow('No charging point is offered with tariff nowhere');
    for (const wrong of [
      { energy: '20' },
      { from: '2026-11-22T22:00' },
      { energy: '20', from: 'noon' },
      { energy: '20', from: '2026-11-22T22:00', minutes: 'x' },
    ])
      await expect(run(wrong as Record<string, string>)).rejects.toThrow('Invalid calculation');
  });
});
