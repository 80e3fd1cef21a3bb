import { describe, expect, it } from '@jest/globals';
import type { DatedTariff, OperatorData } from '../../server/core/records/records.ts';
import { type ConsolePrices, findConflicts, importCatalogue } from '../../server/shop/import/importCatalogue.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

const TARIFF = 'DE*BLF*plain';
const STARTS_AT = '2026-11-27T09:00:00Z';
const NEW_YEAR = Date.parse('2026-12-31T23:00:00Z');

const demo = await readOperatorData('demo');
const energy = (priceMicro: number, from: number | null = null): DatedTariff => {
  const known = demo.tariffs.find(({ id }) => id === TARIFF);
  if (!known) throw new Error('The demo shop has lost its plain tariff');
  const elements = [{ components: [{ type: 'ENERGY' as const, priceMicro, stepSize: 1 }] }];
  return { ...known, version: `files ${priceMicro}`, from, tariff: { ...known.tariff, elements } };
};
const withPrices = (...tariffs: readonly DatedTariff[]): OperatorData => ({
  ...demo,
  tariffs: [...demo.tariffs.filter(({ id }) => id !== TARIFF), ...tariffs],
});

describe.each(bothEngines())('An import and prices of staff, on %s', (_, openStore) => {
  const withShop = async (open: () => Promise<Store>, work: (shop: OpenOperator) => Promise<void>) => {
    const shop = await openOperator({ store: await open(), startsAt: STARTS_AT });
    try {
      await work(shop);
    } finally {
      await shop.close();
    }
  };
  const run = (shop: OpenOperator, name: string, options: Readonly<Record<string, string>>) =>
    runCommand({ store: shop.store, now: shop.clock.now() }, { name, options: { who: 'Anna', reason: 'Grid fees', ...options } });
  const change = (shop: OpenOperator, from: string, price: string) =>
    run(shop, 'change-price', { tariff: TARIFF, from, price: `1=${price}` });
  const importNow = (shop: OpenOperator, data: OperatorData, consolePrices: ConsolePrices | null = null) =>
    shop.store.inTransaction(trx => importCatalogue(trx, data, { now: shop.clock.now(), consolePrices, seen: null }));
  const priceNow = async (shop: OpenOperator) => (await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.prices.now.energyMicro;
  const conflictsWith = async (shop: OpenOperator, data: OperatorData) =>
    (await findConflicts(shop.store.db, data, shop.clock.now())).map(({ id, who }) => [id, who]);

  it('leave the price of staff in force while the files stay the same', () =>
    withShop(openStore, async shop => {
      await change(shop, '2026-11-27T10:00', '0.52');
      expect(await priceNow(shop)).toBe(520_000);
      expect(await conflictsWith(shop, demo)).toEqual([]);
      expect(await importNow(shop, demo)).toEqual(['No changes.']);
      expect(await priceNow(shop)).toBe(520_000);
    }));

  it('conflict once the files have changed, until an import decides', () =>
    withShop(openStore, async shop => {
      await change(shop, '2026-11-27T10:00', '0.52');
      const files = withPrices(energy(610_000));
      expect(await conflictsWith(shop, files)).toEqual([[TARIFF, 'Anna']]);
      // The import at the start of the app decides nothing.
      await importNow(shop, files);
      expect(await conflictsWith(shop, files)).toEqual([[TARIFF, 'Anna']]);
      await importNow(shop, files, 'retain');
      expect([await priceNow(shop), await conflictsWith(shop, files)]).toEqual([520_000, []]);
      expect(await importNow(shop, files, 'replace')).toEqual([`tariff ${TARIFF} from now: energy 0.52 → 0.61 EUR/kWh`]);
      expect([await priceNow(shop), await conflictsWith(shop, files)]).toEqual([610_000, []]);
    }));

  it('share a start: the price of staff replaces the announced one, and its withdrawal restores the announced one', () =>
    withShop(openStore, async shop => {
      const files = withPrices(energy(490_000), energy(610_000, NEW_YEAR));
      await importNow(shop, files);
      const announced = async () => {
        const { announced: all = [] } =
          (await shop.operator.console.operatingAs({ name: 'A', may: 'read', by: 'link' }, 'r').getPrices({ tariff: TARIFF }))
            .shown ?? {};
        return all.map(({ table }) => table.now.energyMicro);
      };
      const base = { name: 'Anna', may: 'act', by: 'link' } as const;
      const operating = shop.operator.console.operatingAs(base, 'request');
      const prices = [{ row: 1, priceMicro: 550_000 }];
      const act = {
        does: 'change-price',
        tariff: TARIFF,
        from: '2027-01-01T00:00',
        prices,
        added: [],
        needsSecond: false,
      } as const;
      const done = await operating.act({ ...act, base: 'files 610000', reason: 'Grid fees', seen: 0, form: 'shared' });
      expect(done).toMatchObject({ kind: 'done' });
      expect(await announced()).toEqual([550_000]);
      await importNow(shop, files);
      expect([await announced(), await conflictsWith(shop, files)]).toEqual([[550_000], []]);
      await run(shop, 'withdraw-price', { tariff: TARIFF, from: new Date(NEW_YEAR).toISOString() });
      expect(await announced()).toEqual([610_000]);
    }));

  it('are restored as before the last import, once; a session stays at the price of its order', () =>
    withShop(openStore, async shop => {
      await importNow(shop, withPrices(energy(610_000)));
      const charging = await shop.charging();
      const reverted = await run(shop, 'revert-import', {});
      expect(reverted?.lines[0]).toBe(`tariff ${TARIFF} from now: energy 0.61 → 0.49 EUR/kWh`);
      expect(await priceNow(shop)).toBe(490_000);
      await shop.stations.end(charging.authorizationReference, { at: shop.clock.now(), energyWh: 10_000 });
      await shop.pass(5);
      expect((await shop.session(charging)).totalMinor).toBe(610);
      await expect(run(shop, 'revert-import', {})).rejects.toThrow('No import can be reverted');
    }));
});

it('The last import is shown at the console, which says before what comes back, and reverts the import once', async () => {
  const shop = await openOperator({ startsAt: STARTS_AT });
  try {
    const petra = shop.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');
    expect(await petra.findLastImport()).toMatchObject({ isReverted: false, canRevert: false });
    const request = { does: 'revert-import', reason: 'Wrong prices' } as const;
    expect(await petra.preview(request)).toMatchObject({ kind: 'not-now', text: { key: 'acts.revertImport.none' } });
    await shop.operator.importData(withPrices(energy(610_000)));
    const priceNow = async () => (await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.prices.now.energyMicro;
    expect(await priceNow()).toBe(610_000);
    expect(await petra.findLastImport()).toMatchObject({ isReverted: false, canRevert: true });
    const preview = await petra.preview(request);
    expect(preview.kind === 'possible' && preview.steps[0]).toMatchObject({
      text: { key: 'acts.revertImport.prices' },
      note: { values: { list: `tariff ${TARIFF} from now: energy 0.61 → 0.49 EUR/kWh` } },
    });
    expect(await priceNow()).toBe(610_000);
    expect(await petra.act({ ...request, reason: '', seen: 0, form: 'first' })).toMatchObject({ kind: 'not-now' });
    expect(await petra.act({ ...request, seen: 0, form: 'second' })).toMatchObject({ kind: 'done' });
    expect(await priceNow()).toBe(490_000);
    expect(await petra.findLastImport()).toMatchObject({ isReverted: true, canRevert: false });
  } finally {
    await shop.close();
  }
});

it('A reverted import says of each kind what comes back, goes away or is as before, in words of the console', async () => {
  const shop = await openOperator({ startsAt: STARTS_AT });
  try {
    const [first, second, ...others] = demo.points;
    if (!first || !second) throw new Error('The data lacks points');
    const added = { ...first, evseId: 'DE*BLF*E1999*1' };
    await shop.operator.importData({ ...demo, points: [{ ...second, street: 'Neue Straße 1' }, added, ...others] });
    const petra = shop.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');
    const preview = await petra.preview({ does: 'revert-import', reason: 'Wrong points' });
    const steps = preview.kind === 'possible' ? preview.steps : [];
    const listed = steps.flatMap(({ text: { key, values }, note }) => (note ? [[key, values?.count, note.values?.list]] : []));
    expect(listed).toEqual([
      ['acts.revertImport.pointsAdded', 1, first.evseId],
      ['acts.revertImport.pointsRemoved', 1, added.evseId],
      ['acts.revertImport.pointsChanged', 1, second.evseId],
    ]);
  } finally {
    await shop.close();
  }
});

it('The first import cannot be reverted', async () => {
  const shop = await openOperator();
  const options = { who: 'Anna', reason: 'Wrong files' };
  const revert = runCommand({ store: shop.store, now: shop.clock.now() }, { name: 'revert-import', options });
  await expect(revert).rejects.toThrow('The first import cannot be reverted');
  await shop.close();
});
