import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listActs } from '../../server/store/staff/acts.ts';
import { runWords } from '../support/commandLines.ts';
import { type JsonObject, locationOf, tariffOf } from '../support/ocpi/objects.ts';
import { type OcpiShop, openOcpiShop, SECRET } from '../support/ocpi/openOcpiShop.ts';

let shop: OcpiShop;
let folder: string;
const before = { ...process.env };
beforeEach(async () => {
  shop = await openOcpiShop();
  folder = mkdtempSync(path.join(tmpdir(), 'connections-'));
  const PUBLIC_ORIGIN = new URL(shop.ocpi.registration.us.baseUrl).origin;
  Object.assign(process.env, {
    PUBLIC_ORIGIN,
    SECRET,
    DEMO: '1',
    OCPI_PARTY: 'DE*ABC',
    OCPI_PRIVATE_PEERS: '1',
    OPERATOR_DATA: 'demo',
    DATA_DIR: folder,
  });
  await shop.cpo.invite('token-of-the-peer');
  // The location does not report the capability of a remote start, and the tariff is for customers with a contract only.
  await shop.cpo.fill({ locations: [silent(locationOf(1))], tariffs: [{ ...tariffOf('T1', 0.5), type: 'REGULAR' }] });
});
afterEach(async () => {
  process.env = { ...before };
  rmSync(folder, { recursive: true });
  await shop.close();
});

const silent = (location: JsonObject): JsonObject => ({
  ...location,
  evses: (location.evses as JsonObject[]).slice(0, 1).map(evse => ({ ...evse, capabilities: [] })),
});
const runAnonymously = (...args: string[]) => runWords({ store: shop.store, now: new Date() }, ['ocpi', ...args]);
const ocpi = (...args: string[]) => runAnonymously(...args, '--who', 'Petra Lindqvist');
const audited = async () =>
  (await listActs(shop.store.db, { is: 'stations', limit: 20 })).map(({ who, does, about, isDone }) => [
    who,
    does,
    about,
    isDone,
  ]);
const fileOf = (connections: unknown): string => {
  const file = path.join(folder, 'connections.json');
  writeFileSync(file, typeof connections === 'string' ? connections : JSON.stringify(connections));
  return file;
};
const CONNECT = ['connect', '--party', 'DE*CPO', 'town'];

describe('Whoever connects the app with a charge point operator', () => {
  it('is told of other hosts that tokens would go to, and connects once they are confirmed', async () => {
    const otherHostUrl = shop.cpo.versionsUrl.replace('127.0.0.1', 'localhost');
    expect(await ocpi(...CONNECT, otherHostUrl, 'token-of-the-peer')).toEqual({
      lines: [
        'Not connected: other host: 127.0.0.1',
        'Tokens would be sent there. If the partner confirms that these hosts are theirs, run the command again with --host 127.0.0.1',
      ],
      isWell: false,
    });
    expect((await shop.cpo.state()).seen.filter(({ path }) => path.includes('2.3.0'))).toEqual([]);
    const { lines } = await ocpi(...CONNECT, otherHostUrl, 'token-of-the-peer', '--host', '127.0.0.1');
    expect(lines[0]).toBe('town was connected, by OCPI 2.3.0, with no switches.');
    await expect(ocpi(...CONNECT, otherHostUrl, 'x', '--host', 'https://a.example/')).rejects.toThrow(/Invalid host/);
    expect(await audited()).toContainEqual(['Petra Lindqvist', 'set-connection', 'town', true]);
  });

  it('sells nothing of parties that the command does not name, and is shown how to confirm them', async () => {
    const { lines } = await ocpi('connect', 'town', shop.cpo.versionsUrl, 'token-of-the-peer', '--party', 'NL*TWO');
    expect(lines.slice(0, 4)).toEqual([
      'town was connected, by OCPI 2.3.0, with no switches.',
      '  unconfirmed claims: DE*CPO',
      `  to offer its charging points: ocpi confirm town --party 'DE*CPO' --who "…"`,
      '0 points of town can be offered, 0 remarks on others.',
    ]);
    await expect(ocpi('connect', 'city', shop.cpo.versionsUrl, 'x', '--party', 'CPO')).rejects.toThrow(/Invalid party/);
  });

  it('is told which places cannot be read, and why', async () => {
    const { time_zone: _, ...broken } = silent(locationOf(2));
    await shop.cpo.fill({ locations: [silent(locationOf(1)), broken], tariffs: [tariffOf('T1', 0.5)] });
    const { lines } = await ocpi(...CONNECT, shop.cpo.versionsUrl, 'token-of-the-peer', '--assume-remote-start');
    expect(lines.slice(-3)).toEqual([
      '1 points of town can be offered, 0 remarks on others.',
      'unreadable locations LOC2 $.time_zone: is required',
      'Unreadable objects are not offered, or unchanged. Inform the charge point operator.',
    ]);
  });

  it('is told why a thousand points cannot be sold in a few lines, and of each point when all are asked for', async () => {
    const locations = Array.from({ length: 500 }, (_, n) => {
      const location = locationOf(n + 1);
      const evses = (location.evses as JsonObject[]).slice(0, 2).map(evse => ({ ...evse, capabilities: [] }));
      return n < 10 ? { ...location, time_zone: 7 } : { ...location, evses };
    });
    await shop.cpo.fill({ locations, tariffs: [tariffOf('T1', 0.5)] });
    const { lines } = await ocpi(...CONNECT, shop.cpo.versionsUrl, 'token-of-the-peer');
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines.join('\n')).toMatch(/not offered: 980 points: .*\n.*`ocpi set town --assume-remote-start`/);
    const all = await runAnonymously('pull', 'town', '--all');
    expect(all.lines.filter(line => line.startsWith('not offered: '))).toHaveLength(980);
  });

  it('may confirm them in a file as well', async () => {
    const versions = shop.cpo.versionsUrl.replace('127.0.0.1', 'localhost');
    const entry = { name: 'town', versions, token: 'token-of-the-peer', parties: ['DE*CPO'] };
    expect((await ocpi('connect', '--file', fileOf([entry]))).lines[1]).toMatch(/again with --host 127\.0\.0\.1$/);
    const { isWell } = await ocpi('connect', '--file', fileOf([{ ...entry, hosts: ['127.0.0.1'] }]));
    expect(isWell).toBe(true);
  });

  it('decides what is sold there, and may decide otherwise later', async () => {
    const { lines } = await ocpi(...CONNECT, shop.cpo.versionsUrl, 'token-of-the-peer', '--assume-remote-start');
    expect(lines[0]).toBe('town was connected, by OCPI 2.3.0, with --assume-remote-start.');
    expect(lines.at(-1)).toMatch(/^0 points of town/);
    const set = await ocpi('set', 'town', '--sell-regular');
    expect(set.lines).toEqual([
      'town is offered with --assume-remote-start --sell-regular.',
      '1 points of town can be offered, 0 remarks on others.',
    ]);
    const setOutput = await ocpi('set', 'town', '--no-assume-remote-start');
    expect(setOutput.lines[0]).toBe('town is offered with --sell-regular.');
    expect(setOutput.lines.at(-1)).toMatch(/^0 points/);
    await expect(ocpi('set', 'city', '--sell-regular')).rejects.toThrow('Unknown connection city.');
    await expect(ocpi('set', 'town', '--sell-all')).rejects.toThrow(/--sell-all/);
  });

  it('is told both prices of a tariff that does not say whether VAT is included, and decides which is meant', async () => {
    await shop.cpo.fill({ locations: [locationOf(1)], tariffs: [{ ...tariffOf('T1', 0.5), tax_included: null }] });
    const { lines } = await ocpi(...CONNECT, shop.cpo.versionsUrl, 'token-of-the-peer');
    expect(lines).toContainEqual(
      expect.stringMatching(/^offered, but .*tax_included: .*drivers pay 0\.595 EUR per kWh.*--tax-included yes$/),
    );
    const periods = shop.store.db
      .selectFrom('tariff_periods')
      .innerJoin('tariffs', join =>
        join.onRef('tariffs.id', '=', 'tariff_periods.tariff_id').onRef('tariffs.version', '=', 'tariff_periods.version'),
      )
      .select('tariffs.json')
      .where('tariff_periods.source', '=', 'ocpi:town');
    const price = async () => (await periods.execute()).map(({ json }) => /"priceMicro":(\d+)/.exec(json)?.[1]).at(-1);
    expect(await price()).toBe('595000');
    const { lines: set } = await ocpi('set', 'town', '--tax-included', 'yes');
    expect(set[0]).toBe('town is offered with --tax-included yes.');
    expect(await price()).toBe('500000');
    expect((await runAnonymously('pull', 'town')).lines.filter(line => line.includes('tax_included'))).toEqual([]);
    await expect(ocpi('set', 'town', '--tax-included', 'n/a')).rejects.toThrow('Invalid --tax-included. Use yes or no.');
  });

  it('may write several of them into a file, and run it again', async () => {
    const entry = {
      name: 'town',
      versions: shop.cpo.versionsUrl,
      token: 'token-of-the-peer',
      parties: ['DE*CPO'],
      assumeRemoteStart: true,
      sellRegular: true,
    };
    const unreachable = { name: 'city', versions: 'http://127.0.0.1:9/ocpi/versions', token: 'x' };
    const file = fileOf([unreachable, entry]);
    const first = await ocpi('connect', '--file', file);
    expect(first.isWell).toBe(false);
    expect(first.lines[0]).toMatch(/^city was not connected: /);
    expect(first.lines.slice(1)).toEqual([
      'town was connected, by OCPI 2.3.0, with --assume-remote-start --sell-regular.',
      'offered, but $.locations[DE*CPO*LOC1]: no region: DE-NW taken from postal code 50667, approximate at borders',
      '1 points of town can be offered, 0 remarks on others.',
    ]);
    const again = await ocpi('connect', '--file', fileOf([{ ...entry, sellRegular: false }]));
    expect(again).toMatchObject({ isWell: true });
    expect(again.lines[0]).toBe('town is already connected, by OCPI 2.3.0, with --assume-remote-start.');
  });

  it('is told every fault of a file with its place, and nobody is connected', async () => {
    const file = fileOf([
      { name: 'Town Hall', versions: 'cpo.example', sellRegular: 'yes' },
      { name: 'town', versions: shop.cpo.versionsUrl, token: 'token-of-the-peer', secret: 1, parties: ['CPO'], hub: '1' },
    ]);
    const { lines, isWell } = await ocpi('connect', '--file', file);
    expect(isWell).toBe(false);
    for (const place of [
      '$[0].name',
      '$[0].versions',
      '$[0].token',
      '$[0].sellRegular',
      '$[1].secret',
      '$[1].parties[0]',
      '$[1].hub',
    ])
      expect(lines).toContainEqual(expect.stringContaining(`${file} ${place}: `));
    expect(await shop.ocpi.registration.connections.list()).toEqual([]);
    expect((await ocpi('connect', '--file', fileOf('{'))).lines[0]).toMatch(/\$: must be an array/);
  });

  it('is named in the audit, with whatever was changed, or was not, and without any token', async () => {
    const connect = [...CONNECT, shop.cpo.versionsUrl, 'token-of-the-peer'];
    const file = fileOf([{ name: 'town', versions: shop.cpo.versionsUrl, token: 'token-of-the-peer' }]);
    for (const words of [
      connect,
      ['connect', '--file', file],
      ['set', 'town'],
      ['agree', 'town'],
      ['invite', 'x'],
      ['leave', 'town'],
    ])
      await expect(runAnonymously(...words)).rejects.toThrow('Missing --who');
    expect(await audited()).toEqual([]);
    expect(await shop.ocpi.registration.connections.list()).toEqual([]);

    expect(await ocpi(...CONNECT, shop.cpo.versionsUrl, 'another token')).toMatchObject({
      isWell: false,
      lines: [expect.stringMatching(/^Not connected: /)],
    });
    await ocpi(...connect, '--reason', 'Contract of 4 May');
    await ocpi('set', 'town', '--sell-regular');
    await ocpi('agree', 'town', '--wholesale');
    const { lines } = await ocpi('invite', 'city');
    await ocpi('leave', 'town');
    expect(await audited()).toEqual([
      ...['leave-connection'].map(does => ['Petra Lindqvist', does, 'town', true]),
      ['Petra Lindqvist', 'invite-connection', 'city', true],
      ...['agree-connection', 'set-connection', 'add-connection'].map(does => ['Petra Lindqvist', does, 'town', true]),
      ['Petra Lindqvist', 'add-connection', 'town', false],
      ['Petra Lindqvist', 'add-connection', 'town', true],
    ]);
    const rows = JSON.stringify(await shop.store.db.selectFrom('operator_acts').selectAll().execute());
    expect(rows).toContain('Contract of 4 May');
    for (const secret of ['token-of-the-peer', 'another token', lines.at(-1) ?? '']) expect(rows).not.toContain(secret);
  });
});
