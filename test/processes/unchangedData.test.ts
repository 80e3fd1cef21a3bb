import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHttpCharging } from '../../client/core/charging.ts';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { until } from '../support/until.ts';

const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const TARIFFS = 'tariffs/blaufink.json';

let folder: string;
let shop: string;
let app: BuiltApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'unchanged-data-'));
  shop = path.join(folder, 'shop');
  cpSync('demo', shop, { recursive: true });
  // Adds a tariff that no point uses. It causes an import warning at each start.
  change(all => all.push({ ...all[0], id: 'sold-nowhere' }));
  app = await startBuiltApp({ env: { DATA_DIR: path.join(folder, 'data'), OPERATOR_DATA: shop } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

// Files of an operator are changed freely here.
// biome-ignore lint/suspicious/noExplicitAny: see above
function change(edit: (tariffs: any[]) => void): void {
  const tariffs = JSON.parse(readFileSync(path.join(shop, TARIFFS), 'utf8'));
  edit(tariffs);
  writeFileSync(path.join(shop, TARIFFS), JSON.stringify(tariffs));
}
const setPrice = (price: unknown) => change(all => (all[0].elements[0].price_components[0].price = price));
const priceNow = async (): Promise<number | undefined> =>
  (await createHttpCharging(app.origin).getChargingPoint(POINT)).plugs[0]?.prices.now.energyMicro;

/**
 * Restarts the app.
 * @returns the log fields and the warnings of the import
 */
async function restarted(): Promise<Readonly<Record<string, unknown>>> {
  const before = app.lines.length;
  await app.requestEnd();
  await app.restart();
  const lines = app.lines.slice(before);
  const remarks = lines
    .filter(({ msg }) => msg === 'import warning')
    .map(({ file, path: at, reason }) => `${file} ${at} ${reason}`);
  return { ...lines.find(({ msg }) => msg === 'import finished'), remarks };
}

it('A start on files that have not changed says and sells what the one before did', async () => {
  const first = app.lines.filter(({ msg }) => msg === 'import warning');
  expect(first.length).toBeGreaterThan(0);
  const price = await priceNow();
  const again = await restarted();
  expect(again).toMatchObject({ clients: 4, points: 41, plugs: 59, sold: 59, isUnchanged: true });
  expect(again.remarks).toEqual(first.map(({ file, path: at, reason }) => `${file} ${at} ${reason}`));
  await until(
    async () => app.output(),
    text => text.includes('41 points, 59 plugs, 59 can be offered'),
  );
  expect(await priceNow()).toBe(price);
});

it('A start sells by files that have changed meanwhile', async () => {
  setPrice(0.77);
  expect(await restarted()).not.toHaveProperty('isUnchanged');
  expect(await priceNow()).toBe(770_000);
  expect(await restarted()).toHaveProperty('isUnchanged', true);
  expect(await priceNow()).toBe(770_000);
});

it('A folder that was refused is refused again, and is read once it is right', async () => {
  setPrice('dear');
  await app.requestEnd();
  for (let tries = 0; tries < 2; tries++) {
    const { code, output } = await app.refused();
    expect(code).toBe(1);
    expect(output).toContain(`The folder ${shop} cannot be used:\n${TARIFFS} $[0].elements[0].price_components[0].price`);
  }
  setPrice(0.66);
  await app.restart();
  expect(await priceNow()).toBe(660_000);
});

it('A start reads its files where somebody has changed meanwhile what is sold', async () => {
  await app.requestEnd();
  const database = new DatabaseSync(path.join(folder, 'data/house.sqlite'));
  database.exec("update points set is_current = 0 where evse_id = 'DE*BLF*E1001*1'");
  database.close();
  await app.restart();
  expect(await priceNow()).toBe(660_000);
  expect(app.lines.findLast(({ msg }) => msg === 'import finished')).not.toHaveProperty('isUnchanged');
});
