import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { invite } from '../../server/stations/ocpi/connections/registration.ts';
import { createMemoryReceivers, type MemoryReceivers } from '../support/ocpi/memoryReceivers.ts';
import { locationOf, tariffOf } from '../support/ocpi/objects.ts';
import { type LocalCpo, openLocalCpo } from '../support/ocpi/openLocalCpo.ts';
import { type Emsp, startEmsp } from '../support/ocpi/startEmsp.ts';

type Parts = Record<string, unknown>;
const example = (name: string): Parts => JSON.parse(readFileSync(`test/data/ocpi-examples/2.2.1/${name}.json`, 'utf8'));
const OURS = { country_code: 'DE', party_id: 'CPO' };
const location = (more: Parts = {}) => ({ ...locationOf(1), ...more });
const session = (more: Parts = {}) => ({ ...example('session_example_1_simple_start'), ...OURS, id: 'S1', ...more });
const cdr = (more: Parts = {}) => ({ ...example('cdr_example'), ...OURS, ...more });

let cpo: LocalCpo;
let emsp: Emsp;
let receivers: MemoryReceivers;
let token: string;
beforeAll(async () => {
  cpo = await openLocalCpo();
});
afterAll(() => cpo.close());
beforeEach(async () => {
  await cpo.set({ push: { mode: 'on' } });
  receivers = createMemoryReceivers();
  emsp = await startEmsp(receivers);
  await cpo.register({
    url: `${emsp.baseUrl}/versions`,
    token: (await invite({ id: 'linden', confirmed: { parties: ['DE*CPO'], hub: null } }, emsp.dependencies)).token,
    version: '2.2.1',
  });
  token = (await cpo.state()).peer!.ourToken;
});
afterEach(() => emsp.close());

interface Answered {
  status: number;
  code: number;
  data: unknown;
  headers: Headers;
}
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  const response = await fetch(`${emsp.baseUrl}/2.2.1${path}`, {
    method,
    headers: { authorization: `Token ${Buffer.from(token).toString('base64')}`, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { status_code: code, data } = (await response.json()) as { status_code: number; data: unknown };
  return { status: response.status, code, data, headers: response.headers };
}
const sendForStatus = async (...request: Parameters<typeof send>) => {
  const { status, code } = await send(...request);
  return [status, code];
};
const LOCATION_PATH = '/locations/DE/CPO/LOC1';

describe('what a CPO pushes', () => {
  test('locations, EVSEs, connectors and tariffs are kept under their owner, whatever the case of the address', async () => {
    expect(await sendForStatus('PUT', LOCATION_PATH, location())).toEqual([201, 1000]);
    expect(await sendForStatus('PUT', '/locations/de/cpo/loc1', location({ name: 'New' }))).toEqual([200, 1000]);
    const [evse = {}] = location().evses as Parts[];
    expect(await sendForStatus('PUT', `${LOCATION_PATH}/1-1`, evse)).toEqual([201, 1000]);
    expect(await sendForStatus('PUT', `${LOCATION_PATH}/1-1/1`, (evse.connectors as Parts[])[0])).toEqual([201, 1000]);
    expect(
      await sendForStatus('PATCH', `${LOCATION_PATH}/1-1/`, { status: 'CHARGING', last_updated: '2026-11-21T10:00:00Z' }),
    ).toEqual([200, 1000]);
    expect((await send('GET', `${LOCATION_PATH}/1-1`)).data).toMatchObject({ uid: '1-1', status: 'CHARGING' });
    expect(await sendForStatus('PUT', '/tariffs/DE/CPO/T1', tariffOf('T1', 0.5))).toEqual([201, 1000]);
    expect((await send('GET', '/tariffs/DE/CPO/T1')).data).toMatchObject({ id: 'T1' });
    expect(await sendForStatus('DELETE', '/tariffs/DE/CPO/T1')).toEqual([200, 1000]);
    expect(await sendForStatus('DELETE', '/tariffs/DE/CPO/T1')).toEqual([404, 2001]);
  });

  test('sessions are merged, with their periods added; and one without a time keeps the one it had', async () => {
    expect(await sendForStatus('PUT', '/sessions/DE/CPO/S1', session())).toEqual([201, 1000]);
    const period = { start_date_time: '2020-03-09T11:00:00Z', dimensions: [{ type: 'ENERGY', volume: 1 }] };
    expect(await sendForStatus('PATCH', '/sessions/DE/CPO/S1', { charging_periods: [period] })).toEqual([200, 1000]);
    const { data } = await send('GET', '/sessions/DE/CPO/S1');
    const before = session() as { charging_periods?: unknown[] };
    expect((data as Parts).charging_periods).toEqual([...(before.charging_periods ?? []), period]);
    expect(await sendForStatus('PATCH', '/sessions/DE/CPO/S1', { kwh: null })).toEqual([200, 2001]);
    expect(await sendForStatus('PATCH', '/sessions/DE/CPO/S9', { kwh: 1 })).toEqual([404, 2001]);
  });

  test('a CDR gets an address of ours; the same again the same one, and another one under its id is refused', async () => {
    const first = await send('POST', '/cdrs', cdr({ id: 'C/1' }));
    expect([first.status, first.code, first.headers.get('location')]).toEqual([201, 1000, `${emsp.baseUrl}/2.2.1/cdrs/C%2F1`]);
    const stored = await fetch(first.headers.get('location') ?? '', { headers: { authorization: `Token ${token}` } });
    expect(await stored.json()).toMatchObject({ data: { id: 'C/1' } });
    const again = await send('POST', '/cdrs/anything', cdr({ id: 'C/1' }));
    expect([again.status, again.headers.get('location')]).toEqual([200, first.headers.get('location')]);
    expect(await sendForStatus('POST', '/cdrs', cdr({ id: 'C/1', total_energy: 99 }))).toEqual([200, 2001]);
    expect(receivers.storedCdrs).toHaveLength(1);
  });

  test('an invalid CDR is refused and kept all the same: it will not come again', async () => {
    const { status, code, data } = await send('POST', '/cdrs', cdr({ total_cost: null }));
    expect([status, code, data]).toEqual([200, 2001, [{ path: '$.total_cost', reason: 'is required' }]]);
    expect(receivers.storedCdrs).toMatchObject([{ isValid: false, raw: { id: '12345', total_cost: null } }]);
  });

  test('results of commands come with the token, or with none; a wrong one or an unknown secret is nobody’s', async () => {
    receivers.secrets.add('s3cret');
    const result = { result: 'ACCEPTED' };
    expect(await sendForStatus('POST', '/commands/START_SESSION/s3cret', result)).toEqual([200, 1000]);
    const bare = await fetch(`${emsp.baseUrl}/2.2.1/commands/START_SESSION/s3cret`, {
      method: 'POST',
      body: JSON.stringify(result),
    });
    expect(bare.status).toBe(200);
    expect(receivers.results.map(({ command, connectionId }) => [command, connectionId])).toEqual([
      ['START_SESSION', 'linden'],
      ['START_SESSION', null],
    ]);
    expect(await sendForStatus('POST', '/commands/START_SESSION/guessed', result)).toEqual([404, 2001]);
    expect(await sendForStatus('POST', '/commands/START_SESSION/s3cret', result, { authorization: 'Token wrong' })).toEqual([
      401, 2002,
    ]);
    expect(await sendForStatus('POST', '/commands/START_SESSION/s3cret', {})).toEqual([200, 2001]);
  });

  test('secrets cannot be guessed for long', async () => {
    const url = `${emsp.baseUrl}/2.2.1/commands/START_SESSION/guess`;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await fetch(url, { method: 'POST', body: '{"result":"ACCEPTED"}' })).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  });

  test('who asks for tokens gets none, except for a start that is under way', async () => {
    const { headers, ...list } = await send('GET', '/tokens');
    expect(list).toEqual({ status: 200, code: 1000, data: [] });
    expect(headers.get('x-total-count')).toBe('0');
    receivers.uids.add('ABC123');
    expect((await send('POST', '/tokens/ABC123/authorize')).data).toMatchObject({ allowed: 'ALLOWED', token: { uid: 'ABC123' } });
    expect(await sendForStatus('POST', '/tokens/OTHER/authorize')).toEqual([404, 2004]);
  });
});

describe('what cannot be taken', () => {
  const REFUSED: readonly (readonly [string, number, number, string, string, unknown, Record<string, string>?])[] = [
    ['no token', 401, 2002, 'PUT', LOCATION_PATH, location(), { authorization: '' }],
    ['no JSON', 400, 2001, 'PUT', LOCATION_PATH, '{'],
    ['nothing', 200, 2001, 'PUT', LOCATION_PATH, undefined],
    ['a list', 200, 2001, 'PUT', LOCATION_PATH, []],
    ['a location without a country', 200, 2001, 'PUT', LOCATION_PATH, location({ country: null })],
    ['a location of another id', 200, 2001, 'PUT', LOCATION_PATH, location({ id: 'LOC2' })],
    ['a session of another party', 200, 2001, 'PUT', '/sessions/DE/CPO/S1', session({ party_id: 'XYZ' })],
    ['a change without its time', 200, 2001, 'PATCH', LOCATION_PATH, { name: 'New' }],
    ['a change of a place unknown', 404, 2003, 'PATCH', LOCATION_PATH, { last_updated: '2026-01-01T00:00:00Z' }],
    ['an EVSE of a place unknown', 404, 2003, 'PUT', `${LOCATION_PATH}/1-1`, (location().evses as Parts[])[0]],
    ['a question for a place unknown', 404, 2003, 'GET', LOCATION_PATH, undefined],
    ['a foreign party', 404, 2001, 'PUT', '/locations/NL/XYZ/LOC1', location()],
    ['no party', 404, 2001, 'PUT', '/locations/NLD/XYZ/LOC1', location()],
    ['the removal of a location', 405, 2000, 'DELETE', LOCATION_PATH, undefined],
    ['a change of a tariff', 405, 2000, 'PATCH', '/tariffs/DE/CPO/T1', {}],
    ['the removal of a session', 405, 2000, 'DELETE', '/sessions/DE/CPO/S1', undefined],
    ['a change of a CDR', 405, 2000, 'PUT', '/cdrs/C1', cdr()],
    ['a list of CDRs', 405, 2000, 'GET', '/cdrs', undefined],
  ];
  test.each(REFUSED)('%s: %i, %i', async (_what, status, code, method, path, body, headers = {}) => {
    expect(await sendForStatus(method, path, body, headers)).toEqual([status, code]);
    expect(emsp.faults).toEqual([]);
    expect(receivers.objects.size).toBe(0);
  });

  test('what an object is told to lack is told by its place', async () => {
    const { data } = await send('PUT', '/tariffs/DE/CPO/T1', { ...tariffOf('T1', 0.5), elements: [], last_updated: 'soon' });
    expect(data).toEqual([
      { path: '$.elements', reason: expect.stringContaining('at least 1') },
      { path: '$.last_updated', reason: expect.stringContaining('must be a time') },
    ]);
  });

  test('a fault of ours is ours', async () => {
    Object.assign(receivers.sessions, { put: async () => Promise.reject(new Error('no disk')) });
    expect(await sendForStatus('PUT', '/sessions/DE/CPO/S1', session())).toEqual([200, 3000]);
    expect(emsp.faults).toHaveLength(1);
  });

  test('too many requests at once are asked to wait', async () => {
    const all = await Promise.all(Array.from({ length: 230 }, () => send('GET', '/tokens')));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a hub with many sessions under way may send more at once', async () => {
    emsp.size = { running: 60, points: 800 };
    const all = await Promise.all(Array.from({ length: 290 }, () => send('GET', '/tokens')));
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

test('answers name both parties the other way round', async () => {
  const { headers } = await send('GET', '/tokens', undefined, {
    'ocpi-from-country-code': 'DE',
    'ocpi-from-party-id': 'CPO',
    'ocpi-to-country-code': 'DE',
    'ocpi-to-party-id': 'ABC',
  });
  expect(['from', 'to'].map(side => headers.get(`ocpi-${side}-party-id`))).toEqual(['ABC', 'CPO']);
});

test.each(['on', 'double', 'late', 'reordered'] as const)(
  'a charge at a CPO that pushes %s arrives whole: session, result and CDR',
  async mode => {
    await cpo.set({ push: { mode, delayMs: 30 }, session: { intervalMs: 20 } });
    receivers.secrets.add('s1').add('s2');
    const command = async (name: string, body: Parts) => {
      const authorization = `Token ${Buffer.from((await cpo.state()).peer!.theirToken).toString('base64')}`;
      const response = await fetch(`${cpo.endpoint('2.2.1', 'commands')}/${name}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { data: unknown }).data;
    };
    const soon = async <T>(read: () => T | undefined): Promise<T> => {
      for (const end = Date.now() + 10_000; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 20))) {
        const value = read();
        if (value !== undefined) return value;
      }
      throw new Error('it never came');
    };
    const connectorRef = { location_id: 'LOC1', evse_uid: '1-1', connector_id: '1' };
    const accepted = await command('START_SESSION', {
      ...connectorRef,
      response_url: `${emsp.baseUrl}/2.2.1/commands/START_SESSION/s1`,
      token: { ...OURS, uid: 'START1', type: 'AD_HOC_USER', contract_id: 'DE-ABC-C1' },
      authorization_reference: 'START1',
    });
    expect(accepted).toEqual({ result: 'ACCEPTED', timeout: 30 });
    const running = await soon(() => [...receivers.objects.values()].find(({ kwh }) => Number(kwh) > 0.05));
    expect(running).toMatchObject({ authorization_reference: 'START1', status: 'ACTIVE' });
    const stop = { session_id: running.id, response_url: `${emsp.baseUrl}/2.2.1/commands/STOP_SESSION/s2` };
    expect(await command('STOP_SESSION', stop)).toEqual({ result: 'ACCEPTED', timeout: 30 });
    const bill = await soon(() => receivers.storedCdrs[0]);
    expect(bill).toMatchObject({ isValid: true, raw: { session_id: running.id, authorization_reference: 'START1' } });
    expect(receivers.results.map(({ command: name }) => name)).toEqual(['START_SESSION', 'STOP_SESSION']);
    expect(receivers.storedCdrs).toHaveLength(1);
  },
);
