import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpCharging } from '../../client/core/charging.ts';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { until } from '../support/until.ts';

const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const TARIFFS = 'tariffs/blaufink.json';
const LOCATIONS = 'locations/koeln-blaufink.json';

// Files of an operator are changed freely here.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

let folder: string;
let shop: string;
let app: BuiltApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'new-data-'));
  shop = path.join(folder, 'shop');
  cpSync('demo', shop, { recursive: true });
  app = await startBuiltApp({ env: createEnv() });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const createEnv = () => ({ DATA_DIR: path.join(folder, 'data'), OPERATOR_DATA: shop });

function change(file: string, edit: (content: Json) => void): void {
  const content = JSON.parse(readFileSync(path.join(shop, file), 'utf8'));
  edit(content);
  writeFileSync(path.join(shop, file), JSON.stringify(content));
}
const setPrice = (price: unknown) => change(TARIFFS, all => (all[0].elements[0].price_components[0].price = price));

const operator = (...args: string[]): Promise<{ code: number; out: string }> =>
  new Promise(resolve => {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const options = { env: { ...inherited, ...createEnv() } };
    execFile(process.execPath, ['scripts/operator/operator.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });

const priceNow = async (): Promise<number | undefined> =>
  (await createHttpCharging(app.origin).getChargingPoint(POINT)).plugs[0]?.prices.now.energyMicro;
const logged = (msg: string) => app.lines.filter(line => line.msg === msg);

describe('the start', () => {
  it('tells whoever started it what can be sold, and which address to open', async () => {
    const output = await until(
      async () => app.output(),
      text => text.includes('Open'),
    );
    expect(output).toBe(`41 points, 59 plugs, 59 can be offered\nOpen ${app.origin.replace('127.0.0.1', 'localhost')}\n`);
    expect(logged('import finished')).toMatchObject([{ points: 41, plugs: 59, sold: 59 }]);
  });
});

describe('npm run operator -- check', () => {
  it('tells what can be sold, and every fault with its place', async () => {
    expect(await operator('check', 'demo')).toMatchObject({ code: 0, out: expect.stringContaining('59 can be offered') });
    const none = await operator('check', folder);
    expect(none).toMatchObject({ code: 1, out: expect.stringMatching(/^error +clients\.json \$: is missing/m) });
  });
});

describe('while the app runs', () => {
  it('check and a dry run list old and new price, and change nothing', async () => {
    setPrice(0.61);
    const changed = /^tariff DE\*BLF\*plain from now: energy 0\.49 → 0\.61 EUR\/kWh$/m;
    expect(await operator('check')).toMatchObject({ code: 0, out: expect.stringMatching(changed) });
    const dry = await operator('import', '--dry-run');
    expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(changed) });
    expect(dry.out).toContain('nothing has changed');
    expect(await priceNow()).toBe(490_000);
  });

  it('an import changes the price at once', async () => {
    setPrice(0.61);
    expect(await priceNow()).toBe(490_000);
    expect(await operator('import', '--who', 'Petra')).toMatchObject({ code: 0, out: expect.stringContaining('Imported from') });
    expect(await priceNow()).toBe(610_000);
  });

  it('an import with faults changes nothing, and tells all of them', async () => {
    setPrice('0,62');
    change(LOCATIONS, all => (all[0].time_zone = 'Nowhere'));
    const { code, out } = await operator('import', '--who', 'Petra');
    expect(code).toBe(1);
    expect(out).toMatch(/error .*price: must be a number[\s\S]*error .*time_zone: [\s\S]*nothing has changed/);
    expect(await priceNow()).toBe(610_000);
  });

  it('SIGHUP has the files read again: with faults nothing changes, without them everything does', async () => {
    app.reread();
    await until(
      async () => logged('import rejected'),
      lines => lines.length > 0,
    );
    expect(logged('import error').map(({ path: place }) => place)).toEqual([
      '$[0].elements[0].price_components[0].price',
      '$[0].time_zone',
    ]);
    expect(await priceNow()).toBe(610_000);
    setPrice(0.63);
    change(LOCATIONS, all => (all[0].time_zone = 'Europe/Berlin'));
    app.reread();
    await until(priceNow, price => price === 630_000);
    expect(logged('import finished').at(-1)).toMatchObject({ points: 41, sold: 59 });
  });

  it('a price that staff have set is not overwritten before the import decides, and the import can be reverted', async () => {
    const by = ['--reason', 'Grid fees', '--who', 'Petra'];
    const from = new Date(Date.now() + 24 * 3_600_000)
      .toLocaleString('sv', { timeZone: 'Europe/Vienna' })
      .slice(0, 16)
      .replace(' ', 'T');
    expect(await operator('change-price', 'DE*BLF*plain', '--from', from, '--price', '1=0.52', ...by)).toMatchObject({ code: 0 });
    setPrice(0.66);
    const refused = await operator('import', '--who', 'Petra');
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^conflict DE\*BLF\*plain: changed in the console by Petra/m),
    });
    expect(await operator('import', '--console-prices', 'replace', '--who', 'Petra')).toMatchObject({ code: 0 });
    expect(await priceNow()).toBe(660_000);

    expect(await operator('revert-import', ...by)).toMatchObject({ code: 0 });
    await until(priceNow, price => price === 630_000);
    app.reread();
    await until(
      async () => app.lines.filter(({ reason }) => String(reason).startsWith('its import was reverted')),
      lines => lines.length > 0,
    );
    expect(await priceNow()).toBe(630_000);
    expect(await operator('import', '--who', 'Petra')).toMatchObject({ code: 0 });
    expect(await priceNow()).toBe(660_000);
  });

  it('a new point can be charged at', async () => {
    const added = 'DE*BLF*E9001*1';
    change(LOCATIONS, all => {
      const [first] = all;
      all.push({ ...first, id: 'new', evses: [{ ...first.evses[0], uid: 'new', evse_id: added }] });
    });
    expect(await operator('import', '--who', 'Petra')).toMatchObject({ code: 0 });
    const { plugs } = await createHttpCharging(app.origin).getChargingPoint({ clientId: 'blaufink', evseId: added });
    expect(plugs[0]?.state).toBe('available');
    expect(app.bugs()).toEqual([]);
  });
});
