import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readOperatorData } from '../../shop/import/readOperatorData.ts';
import { DataRefused } from './faults.ts';

const ROOT = join(import.meta.dirname, '../../..');
const EXAMPLES = join(ROOT, 'test/data/ocpi-examples');

/** Folder with the example objects of the OCPI specification. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ocpi-examples-'));
  await cp(join(ROOT, 'demo'), folder, { recursive: true });
  for (const under of ['locations', 'tariffs']) {
    await rm(join(folder, under), { recursive: true });
    await mkdir(join(folder, under));
  }
  const clients = JSON.parse(await readFile(join(folder, 'clients.json'), 'utf8'));
  clients[1].parties = ['BE*BEC', 'DE*ALL'];
  await writeFile(join(folder, 'clients.json'), JSON.stringify(clients));
  const names = (await readdir(EXAMPLES)).filter(name => name.endsWith('.json'));
  for (const name of names) {
    await cp(join(EXAMPLES, name), join(folder, name.startsWith('tariff_') ? 'tariffs' : 'locations', name));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the specification’s examples are understood: all there is to say is that Belgium is not sold', async () => {
  const refused = await readOperatorData(folder).catch(error => error);
  expect(refused).toBeInstanceOf(DataRefused);
  expect(refused.faults).toEqual([
    {
      file: 'locations/location_example.json',
      path: '$.country',
      reason: expect.stringMatching(/^BEL is not a country sold here/),
    },
  ]);
});

test('moved to Luxembourg they are sold, net prices with the VAT of each component', async () => {
  const file = join(folder, 'locations/location_example.json');
  const moved = (await readFile(file, 'utf8')).replace('"BEL"', '"LUX"').replace('["11"]', '["14"]');
  await writeFile(file, moved);
  const { points, tariffs, remarks } = await readOperatorData(folder);
  expect(
    points.map(({ evseId, state, region, connectors }) => [evseId, state, region, connectors.map(({ powerW }) => powerW)]),
  ).toEqual([
    ['BE*BEC*E041503001', 'available', 'LU', [10_560, 10_560]],
    ['BE*BEC*E041503002', 'unavailable', 'LU', [10_560]],
  ]);
  const prices = tariffs.map(({ id, tariff }) => [
    id,
    tariff.elements.flatMap(({ components }) => components.map(({ priceMicro }) => priceMicro)),
  ]);
  expect(prices).toEqual([
    ['DE*ALL*14@lu', [2_875_000, 1_200_000, 2_400_000, 1_500_000, 5_500_000, 6_600_000]],
    ['DE*ALL*13@lu', [600_000, 275_000]],
    ['DE*ALL*12@lu', [2_200_000]],
  ]);
  expect(remarks.filter(({ file: from }) => from.startsWith('tariffs/')).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['reservations are not sold here: their elements are left out']),
  );
});
