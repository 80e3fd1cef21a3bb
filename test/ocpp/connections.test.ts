import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import library, { type RPCClient } from 'ocpp-rpc';
import { ocppRows } from '../../server/compose/sources.ts';
import { createOcpp, type Ocpp } from '../../server/stations/ocpp/ocpp.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { createLogFileRows } from '../../server/store/staff/stationLogFiles.ts';
import { createStore } from '../../server/store/store.ts';
import { someAddress } from '../support/someStation.ts';
import { until } from '../support/until.ts';

let store: Store;
let ocpp: Ocpp;
let server: Server;
let url: string;
let clients: RPCClient[];
/** True while the database is unavailable. */
let isAway: boolean;
/** Number of writes to the database. */
let writes: number;
const over: AbortController[] = [];

beforeEach(async () => {
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
  isAway = false;
  writes = 0;
  const rows = ocppRows(store);
  const put: typeof rows.put = (key, json) => {
    writes++;
    return rows.put(key, json);
  };
  const change: typeof rows.change = (key, how) => {
    writes++;
    return rows.change(key, how);
  };
  const inTransaction: typeof rows.inTransaction = work => {
    writes++;
    return rows.inTransaction(work);
  };
  const get = (key: string) => (isAway ? Promise.reject(new Error('away')) : rows.get(key));
  ocpp = createOcpp({
    store: { ...rows, get, put, change, inTransaction },
    holds: createHeldStations(store),
    logFiles: createLogFileRows(store),
    clock: { now: () => new Date(), sleepUntil: (at, signal) => sleepUntil(at, signal) },
    listener: () => ({
      report: async () => undefined,
      reportPlug: async () => undefined,
      reportCdr: async () => undefined,
      reportAnomaly: async () => undefined,
    }),
    plugsOf: async id => (id === 'EMPTY' ? [] : [someAddress({ source: 'ocpp', chargePoint: { id, evse: 1, connector: 1 } })]),
    wake: async () => undefined,
    path: '/ocpp',
    origin: 'https://charge.example',
    secret: 'a secret of thirty-two characters',
    isDemo: false,
    registrationTimes: { firstMessageMs: 0, afterAcceptMs: 0 },
    processId: 'one',
    callLimitMs: 500,
    note: () => undefined,
  });
  server = createServer((_request, response) => response.end('well'));
  server.on('upgrade', (request, socket, head) => ocpp.upgrade(request, socket as Socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`;
  clients = [];
});
afterEach(async () => {
  for (const each of over.splice(0)) each.abort();
  await Promise.all(clients.map(client => client.close({ force: true })));
  server.closeAllConnections();
  server.close();
  await store.close();
});

function sleepUntil(at: Date, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, Math.max(0, at.getTime() - Date.now()));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface Offer {
  password?: string | Buffer | null;
  protocols?: string[];
}

/** Creates a station that sends no message unless a test calls it. */
function stationOf(identity: string, { password = null, protocols = ['ocpp1.6'] }: Offer = {}): RPCClient {
  const client = new library.RPCClient({
    endpoint: url,
    identity,
    protocols,
    password: password as string,
    reconnect: false,
  } as never);
  client.on('socketError', () => undefined);
  client.handle(async () => ({ status: 'Rejected' }));
  clients.push(client);
  return client;
}
const refusal = (client: RPCClient): Promise<number | null> =>
  client.connect().then(
    () => null,
    (error: { code?: number }) => error.code ?? 0,
  );
const added = (id: string, version: string | null = null) => ocpp.registry.add(id, { protocol: version });
const boot = (client: RPCClient) => client.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
const isWell = async () => (await fetch(url.replace('ws:', 'http:'))).status;

describe('A station is let in', () => {
  it('with its password, as digits or as the bytes they stand for (A_01)', async () => {
    const password = await added('CP1');
    expect(await refusal(stationOf('CP1', { password }))).toBeNull();
    expect(await refusal(stationOf('CP1', { password: Buffer.from(password, 'hex') }))).toBeNull();
  });

  it.each(['//CP1', '/CP1/', '//CP1//', '/CP%31'])('by an address that ends with %s', async end => {
    const password = await added('CP1');
    const authorization = `Authorization: Basic ${Buffer.from(`CP1:${password}`).toString('base64')}\r\n`;
    expect(await answerTo(`/ocpp${end}`, `Sec-WebSocket-Protocol: ocpp1.6\r\n${authorization}`)).toMatch(/^HTTP\/1\.1 101/);
  });

  it.each([
    ['a wrong password (A_03)', { password: 'f'.repeat(40) }, 401],
    ['no password', {}, 404],
  ])('not with %s, and the answer is the same under a name that is not known', async (_, offer, status) => {
    await added('CP1');
    expect(await refusal(stationOf('CP1', offer))).toBe(status);
    expect(await refusal(stationOf('CP2', offer))).toBe(status);
  });

  it('not from a page in a browser', async () => {
    const authorization = `Authorization: Basic ${Buffer.from(`CP1:${await added('CP1')}`).toString('base64')}\r\n`;
    const headers = `Sec-WebSocket-Protocol: ocpp1.6\r\n${authorization}`;
    expect(await answerTo('/ocpp/CP1', `${headers}Origin: https://evil.example\r\n`)).toMatch(/^HTTP\/1\.1 403/);
    expect(await answerTo('/ocpp/CP1', headers)).toMatch(/^HTTP\/1\.1 101/);
  });

  it('not under a name that nobody has added; it is listed, and let in once it is added', async () => {
    expect(await refusal(stationOf('NEW 1', { password: 'x'.repeat(40) }))).toBe(401);
    const [unknown] = await until(
      () => ocpp.registry.listUnknown(),
      ({ length }) => length > 0,
      10_000,
    );
    const password = { form: 'other', bytes: 40 };
    expect(unknown).toMatchObject({ id: 'NEW 1', count: 1, protocols: ['ocpp1.6'], reason: 'not added', password });
    expect(await refusal(stationOf('NEW 1', { password: await added('NEW 1') }))).toBeNull();
    expect(await ocpp.registry.listUnknown()).toEqual([]);
  });

  it('not with the password of another station (A_02), nor with its own old one', async () => {
    const [old, other] = [await added('CP1'), await added('CP2')];
    const password = await added('CP1');
    expect(await refusal(stationOf('CP1', { password: other }))).toBe(401);
    expect(await refusal(stationOf('CP1', { password: old }))).toBe(401);
    expect(await refusal(stationOf('CP1', { password }))).toBeNull();
  });

  it('with its old and its new password until it has come with the new one, although its answer to the change was lost', async () => {
    const old = await added('CP1');
    const { password: lost } = await ocpp.registry.promise('CP1');
    const { password: last } = await ocpp.registry.promise('CP1');
    for (const password of [old, lost]) expect(await refusal(stationOf('CP1', { password }))).toBeNull();
    expect(await refusal(stationOf('CP1', { password: old }))).toBe(401);
    for (const password of [lost, last]) expect(await refusal(stationOf('CP1', { password }))).toBeNull();
    expect(await refusal(stationOf('CP1', { password: lost }))).toBe(401);
  });

  it('by the version it was added with, and by the newest of both where none was named', async () => {
    const [one, two] = [await added('CP1', 'ocpp1.6'), await added('CP2')];
    const all = ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'];
    const [fixed, free] = [
      stationOf('CP1', { password: one, protocols: all }),
      stationOf('CP2', { password: two, protocols: all }),
    ];
    await Promise.all([fixed.connect(), free.connect()]);
    expect([fixed.protocol, free.protocol]).toEqual(['ocpp1.6', 'ocpp2.1']);
  });

  it('and its older connection is closed when it comes anew', async () => {
    const password = await added('CP1');
    const [older, newer] = [stationOf('CP1', { password }), stationOf('CP1', { password })];
    await older.connect();
    const closed = once(older, 'close');
    await newer.connect();
    await closed;
    expect(await boot(newer)).toMatchObject({ status: 'Accepted' });
    await until(
      async () => ocpp.held(),
      held => held.length === 1,
    );
  });
});

describe('Whoever guesses passwords', () => {
  it('has to wait after twenty wrong ones, and keeps nobody else out', async () => {
    const password = await added('CP1');
    const answers = await Promise.all(Array.from({ length: 25 }, () => refusal(stationOf('CP1', { password: 'f'.repeat(40) }))));
    expect(answers.filter(code => code === 401)).toHaveLength(20);
    expect(answers.filter(code => code === 429)).toHaveLength(5);
    expect(await refusal(stationOf('CP1', { password }))).toBeNull();
  });

  it('by names fills no list', async () => {
    const at = new Date().toISOString();
    const guess = {
      reason: 'not added',
      password: null,
      network: '192.0.2.1',
      protocols: [],
      count: 1,
      firstAt: at,
      lastAt: at,
    } as const;
    await ocpp.registry.noteRefused(new Map(Array.from({ length: 210 }, (_, n) => [`GUESS${n}`, guess])));
    expect(await ocpp.registry.listUnknown()).toHaveLength(200);
  });
});

describe('A message', () => {
  const opened = async (id = 'CP1') => {
    const client = stationOf(id, { password: await added(id) });
    await client.connect();
    return client;
  };

  it('that nobody knows is answered so, and one of the wrong form as well', async () => {
    const client = await opened();
    await expect(client.call('MakeCoffee', {})).rejects.toMatchObject({ rpcErrorCode: 'NotImplemented' });
    await expect(client.call('BootNotification', { chargePointVendor: 7 })).rejects.toMatchObject({
      rpcErrorCode: expect.any(String),
    });
    expect(await boot(client)).toMatchObject({ status: 'Accepted', interval: 300 });
    expect((await ocpp.registry.find('CP1'))?.boot).toMatchObject({ vendor: 'v', model: 'm', protocol: 'ocpp1.6' });
  });

  it.each([
    [
      'StartTransaction',
      { connectorId: 1, idTag: 'a tag that is longer than twenty characters', meterStart: 1.5, timestamp: 'soon' },
    ],
    ['StopTransaction', { transactionId: null, meterStop: 'what' }],
    ['MeterValues', { connectorId: 1, transactionId: -1, meterValue: [{ sampledValue: [{ value: 7, phase: '' }] }] }],
    ['MeterValues', {}],
  ])('about money is answered whatever its form: %s', async (action, message) => {
    const client = await opened();
    expect(await client.call(action, message)).toEqual(expect.any(Object));
    const faulty = await until(
      async () => (await ocpp.registry.find('CP1'))?.faulty,
      found => (found?.[action] ?? 0) > 0,
      10_000,
    );
    expect(faulty).toEqual({ [action]: 1 });
  });

  it('of a station at which nothing is sold is refused until it is, but for those about money (B_02, B_30)', async () => {
    const client = await opened('EMPTY');
    expect(await boot(client)).toMatchObject({ status: 'Pending', interval: 30 });
    await expect(client.call('Heartbeat', {})).rejects.toMatchObject({ rpcErrorCode: 'SecurityError' });
    const start = { connectorId: 1, idTag: 'ABC', meterStart: 0, timestamp: new Date().toISOString() };
    expect(await client.call('StartTransaction', start)).toMatchObject({ idTagInfo: { status: 'Invalid' } });
  });

  it('with vendors’ own data is told that nobody knows the vendor (P_02)', async () => {
    expect(await (await opened()).call('DataTransfer', { vendorId: 'me' })).toEqual({ status: 'UnknownVendorId' });
  });

  it('for a card of somebody else is refused (C_02)', async () => {
    expect(await (await opened()).call('Authorize', { idTag: 'STRANGER' })).toEqual({ idTagInfo: { status: 'Invalid' } });
  });
});

/** @returns the response to a WebSocket upgrade request */
async function answerTo(path: string, headers = ''): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}${headers}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

describe('Nobody is slowed or brought down by', () => {
  it.each(['/ocpp/%E0%A4%A', '/ocpp/', '/ocpp', '/ocpp/a/b', '/ocppCP1', '/ocpp/%00', `/ocpp/${'x'.repeat(60)}`])(
    'an address that cannot be read: %s',
    async path => {
      expect(await answerTo(path)).toMatch(/^HTTP\/1\.1 404/);
      expect(await isWell()).toBe(200);
    },
  );

  it.each(['ocpp2.0.1,ocpp2.0.1', 'ocpp1.6,,ocpp2.0.1', 'ocpp1.6, "ocpp2.0.1"', 'ocpp1.6,', ''])(
    'versions that cannot be read: %s',
    async offered => {
      expect(await answerTo('/ocpp/CP1', `Sec-WebSocket-Protocol: ${offered}\r\n`)).toMatch(/^HTTP\/1\.1 400/);
      expect(await isWell()).toBe(200);
    },
  );

  const LONG_ID = 'x'.repeat(900_000);
  const HEARTBEAT = (n: number) => JSON.stringify([2, `m${n}`, 'Heartbeat', {}]);
  it.each<[string, (n: number) => string, frames?: number]>([
    ['frames that are no messages', () => 'nonsense'],
    ['empty frames', () => ''],
    ['messages of the wrong shape', () => '[2]'],
    ['types nobody knows', () => '[9,"1","x",{}]'],
    ['calls of the wrong form', () => '[2,"a","Heartbeat",{"x":1}]'],
    ['calls of the wrong form with right ones between', n => (n % 2 ? HEARTBEAT(n) : '[2,"a","Heartbeat",{"x":1}]')],
    ['the same call again and again', () => HEARTBEAT(0)],
    ['answers that nobody waits for', n => `[3,"r${n}",{}]`],
    ['unknown actions', n => `[2,"u${n}","MakeCoffee",{}]`],
    ['well-formed calls that wait for no answer', HEARTBEAT],
    ['ids of nearly a megabyte', () => `[2,"${LONG_ID}","Heartbeat",{}]`, 8],
  ])('%s: the station is cut off, and little is written', async (_, frameOf, frames = 500) => {
    const password = await added('CP1');
    const client = stationOf('CP1', { password });
    await client.connect();
    await until(
      async () => ocpp.held(),
      held => held.length === 1,
    );
    writes = 0;
    const closed = once(client, 'close');
    const { _ws: socket } = client as unknown as { _ws: { send(frame: string, done: () => void): void } };
    for (let n = 0; n < frames; n++) socket.send(frameOf(n), () => undefined);
    expect(await closed).toMatchObject([{ code: 1008 }]);
    expect(writes).toBeLessThan(10);
    expect(await isWell()).toBe(200);
  });

  it('pings beyond one a second: the station is cut off', async () => {
    const client = stationOf('CP1', { password: await added('CP1') });
    await client.connect();
    const closed = once(client, 'close');
    const { _ws: socket } = client as unknown as { _ws: { ping(data: string, mask: boolean, done: () => void): void } };
    for (let n = 0; n < 500; n++) socket.ping('', true, () => undefined);
    expect(await closed).toMatchObject([{ code: 1008 }]);
  });

  it('an id of more than 36 characters: it is refused as a wrong form, while one of 36 is answered', async () => {
    const client = stationOf('CP1', { password: await added('CP1') });
    await client.connect();
    const read: string[] = [];
    client.on('message', ({ message, outbound }: { message: unknown; outbound: boolean }) => {
      if (!outbound && !String(message).startsWith('[2')) read.push(String(message));
    });
    const [right, wrong] = ['r'.repeat(36), 'w'.repeat(37)];
    for (const id of [wrong, right]) client.sendRaw(JSON.stringify([2, id, 'DataTransfer', { vendorId: 'v' }]));
    const answers = await until(
      async () => read,
      found => found.length === 2,
    );
    expect(answers.map(answer => JSON.parse(answer).slice(0, 2))).toEqual([
      [4, '-1'],
      [3, right],
    ]);
  });

  it('a message of more than a megabyte', async () => {
    const client = stationOf('CP1', { password: await added('CP1') });
    await client.connect();
    const closed = once(client, 'close');
    client.sendRaw(JSON.stringify([2, '1', 'DataTransfer', { vendorId: 'v', data: 'x'.repeat(1_100_000) }]));
    await closed;
    expect(await isWell()).toBe(200);
  });

  it('an outage of the database: a station that tells all that it has kept meanwhile is taken for no flood', async () => {
    const client = stationOf('CP1', { password: await added('CP1') });
    await client.connect();
    const stop = (n: number) => ({ transactionId: n, meterStop: 100, timestamp: '2026-11-20T10:00:00Z' });
    isAway = true;
    const lost = [1, 2, 3, 4, 5].map(n =>
      client.call('StopTransaction', stop(n), { callTimeoutMs: 100 }).catch(() => 'no answer'),
    );
    expect(await Promise.all(lost)).toEqual(Array(5).fill('no answer'));
    isAway = false;
    for (let n = 0; n < 80; n++) expect(await client.call('StopTransaction', stop(n))).toEqual({});
  });

  it('a flood: it is closed and kept out, while another is answered', async () => {
    const [flooding, honest] = [await added('CP1'), await added('CP2')];
    const client = stationOf('CP1', { password: flooding });
    const other = stationOf('CP2', { password: honest });
    await Promise.all([client.connect(), other.connect()]);
    const closed = once(client, 'close');
    for (let n = 0; n < 400; n++) client.sendRaw(JSON.stringify([2, `m${n}`, 'Heartbeat', {}]));
    await closed;
    expect(await boot(other)).toMatchObject({ status: 'Accepted' });
    expect(await refusal(stationOf('CP1', { password: flooding }))).toBe(429);
    expect(await refusal(stationOf('CP1', { password: 'f'.repeat(40) }))).toBe(401);
  });

  it('a station that connects again and again: it has to wait, before its connection is upgraded', async () => {
    const password = await added('CP1');
    const statuses: (number | null)[] = [];
    for (let n = 0; n < 200 && !statuses.includes(429); n++) statuses.push(await refusal(stationOf('CP1', { password })));
    expect(new Set(statuses)).toEqual(new Set([null, 429]));
    const authorization = `Authorization: Basic ${Buffer.from(`CP1:${password}`).toString('base64')}\r\n`;
    const answer = await answerTo('/ocpp/CP1', `Sec-WebSocket-Protocol: ocpp1.6\r\n${authorization}`);
    expect(answer).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\nRetry-After: 1\r\n/);
  });
});
