import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApp, startApp } from '../support/openApp.ts';

const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let shop: string;
let dataDir: string;
let open: RunningApp;
const inside = (...names: string[]) => path.join(shop, ...names);

/** Writes the operator data of a new shop: one brand, and no entry for the neutral brand of pages without a brand. */
function writeShop(): void {
  for (const name of ['legal', 'logos', 'locations', 'tariffs'])
    cpSync(path.join('demo', name), inside(name), { recursive: true });
  for (const folder of ['locations', 'tariffs'])
    for (const file of readdirSync(inside(folder))) if (!file.includes('blaufink')) rmSync(inside(folder, file));
  const clients = JSON.parse(readFileSync('demo/clients.json', 'utf8')) as { id: string; dataSource?: string }[];
  const own = clients.filter(({ id }) => id === 'blaufink').map(({ dataSource: _, ...client }) => client);
  writeFileSync(inside('clients.json'), JSON.stringify(own));
}

beforeAll(async () => {
  shop = mkdtempSync(path.join(tmpdir(), 'shop-'));
  dataDir = mkdtempSync(path.join(tmpdir(), 'shop-data-'));
  // The first run of the app imports the demo data, which has an entry for the neutral brand. The second run must not show it.
  await (await startApp({ env: { DATA_DIR: dataDir } })).close();
  writeShop();
  open = await startApp({ env: { DATA_DIR: dataDir, OPERATOR_DATA: shop } });
});
afterAll(async () => {
  await open.close();
  for (const folder of [shop, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const get = async (address: string, language: string) => {
  const answer = await fetch(open.origin + address, { headers: { ...BROWSER, 'Accept-Language': language } });
  return { status: answer.status, text: await answer.text() };
};
/** Returns the visible text of a page, without styles and scripts. */
const seenOn = (html: string): string => html.slice(html.indexOf('<body')).replace(/<script.*?<\/script>|<[^>]*>/gs, '');

describe('A shop that says nothing of the app', () => {
  const PAGES: readonly [string, number][] = [
    ['/', 200],
    ['/terms', 200],
    ['/privacy', 200],
    ['/imprint', 200],
    ['/info', 200],
    ['/accessibility', 200],
    ['/e', 422],
    ['/e?evse=DE*XXX*E1', 404],
    ['/q/DE*XXX*E1', 404],
    ['/no/such/page', 404],
    ['/nobody/receipts', 404],
    ['/blaufink', 200],
  ];
  it.each(['de', 'en', 'hu', 'es'].flatMap(language => PAGES.map(page => [language, ...page] as const)))(
    'answers a visitor who reads %s at %s with %d',
    async (language, address, status) => {
      const answer = await get(address, language);
      expect(answer.status).toBe(status);
      expect(/<html lang="(\w+)"/.exec(answer.text)?.[1]).toBe(language);
      expect(seenOn(answer.text)).not.toBe('');
    },
  );

  it('has a neutral name and colour there, and no imprint', async () => {
    const { text } = await get('/imprint', 'en');
    expect(seenOn(text)).toContain('Ad-hoc charging');
    expect(/--primary:(#\w+)/.exec(text)?.[1]).toBe('#1770f0');
    expect(seenOn(text)).toContain('Content not available');
  });

  it('credits nobody for its own addresses, as the demo credits the register', async () => {
    expect(seenOn((await get('/blaufink', 'en')).text)).not.toContain('Bundesnetzagentur');
    const demo = await startApp();
    try {
      for (const address of ['/en', '/en/blaufink', '/en/farnwald/terms'])
        expect(seenOn(await (await fetch(demo.origin + address, { headers: BROWSER })).text())).toContain('Bundesnetzagentur');
    } finally {
      await demo.close();
    }
  });
});
