import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../server/operator/backoffice/allCommands.ts';
import type { Calculated, Prices } from '../../shared/console/prices.ts';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let shop: OpenOperator;
beforeAll(async () => {
  shop = await openOperator();
});
afterAll(() => shop.close());

const told = (options: Readonly<Record<string, string>>, isJson = false) =>
  runCommand({ store: shop.store, now: shop.clock.now() }, { name: 'prices', options, isJson });
const dataOf = async (options: Readonly<Record<string, string>> = {}) => {
  const found = await told(options, true);
  return found?.data as Prices & { calculated: Calculated | null };
};
const run = async (options: Readonly<Record<string, string>> = {}) => (await told(options))?.lines.join('\n') ?? '';

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
    const ask = { tariff, energy: '20', from: '2026-11-22T22:00' };
    const { calculated, shown } = await dataOf(ask);
    expect(calculated?.bill.lines).toMatchObject([{ kind: 'energy', quantity: 20_000 }]);
    const energyMicro = shown?.table.now.energyMicro ?? 0;
    expect(energyMicro).toBeGreaterThan(100_000);
    const cost = (energyMicro * 20) / 10_000;
    expect(calculated?.bill.totalMinor).toBe(cost);
    expect(await run(ask)).toContain(`${(cost / 100).toFixed(2)} EUR for `);
  });

  it('says what cannot be told', async () => {
    await expect(run({ tariff: 'nowhere' })).rejects.toThrow('Nothing is sold by nowhere');
    for (const wrong of [
      { energy: '20' },
      { from: '2026-11-22T22:00' },
      { energy: '20', from: 'noon' },
      { energy: '20', from: '2026-11-22T22:00', minutes: 'x' },
    ])
      await expect(run(wrong as Record<string, string>)).rejects.toThrow('cannot be calculated');
  });
});
