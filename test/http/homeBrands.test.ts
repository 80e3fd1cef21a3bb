import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RunningApp, startApp } from '../support/openApp.ts';

let folder: string;
let open: RunningApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'brands-'));
  cpSync('demo', folder, { recursive: true });
  rmSync(path.join(folder, 'stations.json'));
  open = await startApp({ env: { OPERATOR_DATA: folder } });
});
afterAll(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

const linksOf = async (address: string): Promise<readonly string[]> => {
  const page = await fetch(open.origin + address, {
    headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' },
  });
  return [...(await page.text()).matchAll(/<a [^>]*href="([^"]+\/receipts)"/g)].map(([, href]) => href ?? '');
};

it('The start page leads to the receipt search of every brand, also where no demo points are listed', async () => {
  expect([...new Set(await linksOf('/en'))]).toEqual([
    '/en/blaufink/receipts',
    '/en/canarybolt/receipts',
    '/en/farnwald/receipts',
  ]);
});

it('A brand’s own start page leads to its own search alone', async () => {
  expect(new Set(await linksOf('/en/farnwald'))).toEqual(new Set(['/en/farnwald/receipts']));
});
