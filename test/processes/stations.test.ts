import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import library from 'ocpp-rpc';
import { ocppRows } from '../../server/compose/sources.ts';
import { createStationRegistry, type Registry } from '../../server/stations/ocpp/chargePoints/registry.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { createHttpDriver } from '../support/httpDriver.ts';
import { openStations, type SimulatedStations } from '../support/ocpp/openStations.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const STATION = 'HOTEL 1';
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };

let postgres: PostgresServer;
let shop: string;
let apps: RunningApp[];
let store: Store;
let registry: Registry;
let stations: SimulatedStations;
/** The app process to which the single address of the station leads. */
let reached: RunningApp;
const sockets = new Set<Socket>();

/** Simulates the load balancer in front of the processes. */
const router = createServer(socket => {
  const target = connect(Number(new URL(reached.origin).port), '127.0.0.1');
  for (const end of [socket, target]) {
    sockets.add(end);
    end.on('error', () => end.destroy());
    end.on('close', () => {
      sockets.delete(end);
      (end === socket ? target : socket).destroy();
    });
  }
  socket.pipe(target).pipe(socket);
});

beforeAll(async () => {
  postgres = await startPostgres();
  shop = mkdtempSync(path.join(tmpdir(), 'shop-'));
  cpSync('demo', shop, { recursive: true });
  writeFileSync(path.join(shop, 'chargePoints.json'), JSON.stringify({ [STATION]: [POINT.evseId] }));
  const url = await postgres.createDatabase();
  const env = { DATABASE_URL: url, DATABASE_LISTEN_URL: url, OPERATOR_DATA: shop, STATIONS: 'simulator,ocpp' };
  apps = [await startApp({ speed: 1, env }), await startApp({ speed: 1, env })];
  reached = apps[0]!;
  router.listen(0, '127.0.0.1');
  await once(router, 'listening');
  store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
  registry = createStationRegistry({ store: ocppRows(store), now: () => new Date() });
  const password = await registry.add(STATION, { protocol: null });
  const readOnly = (value: string) => ({ value, is: 'read-only' as const });
  stations = await openStations({
    version: '2.0.1',
    url: `ws://127.0.0.1:${(router.address() as AddressInfo).port}/ocpp`,
    startsAt: null,
    stations: [
      {
        id: STATION,
        password,
        evseIds: [POINT.evseId],
        switches: {
          driver: { plugsInAfterMs: 300, leavesAfterMs: 300 },
          settings: { 'SampledDataCtrlr.TxUpdatedInterval': readOnly('1') },
          connection: { backOffFirstMs: 200, maxBackOffMs: 500 },
        },
      },
    ],
  });
}, 120_000);
afterAll(async () => {
  await stations.close();
  router.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(apps.map(app => app.close()));
  await store.close();
  await postgres.close();
  rmSync(shop, { recursive: true, force: true });
});

it('A driver is served by one process at a station that hangs on another, also when it moves over in between', async () => {
  const [first, second] = apps as [RunningApp, RunningApp];
  const driver = createHttpDriver(second.origin);
  const sessionId = await driver.charges(POINT);
  expect(await stations.received(STATION, 'RequestStartTransaction')).toHaveLength(1);
  await driver.seen(sessionId, session => session.kind === 'running' && session.values.energyWh > 0);
  // The process with the station's connection is replaced, so the station reconnects to the other process.
  reached = second;
  for (const socket of sockets) socket.destroy();
  await until(
    () => stations.see(STATION),
    ({ isConnected }) => isConnected,
  );
  const before = await driver.seen(sessionId, ({ kind }) => kind === 'running');
  const wh = before.kind === 'running' ? before.values.energyWh : 0;
  await driver.seen(sessionId, session => session.kind === 'running' && session.values.energyWh > wh);
  // The stop request arrives at the process that does not have the station's connection.
  const other = createHttpDriver(first.origin);
  await other.stopsOnly(sessionId);
  const ended = await other.seen(sessionId, ({ kind }) => kind === 'completed');
  expect(ended.kind === 'completed' && ended.values.energyWh).toBeGreaterThan(wh);
  expect(await stations.received(STATION, 'RequestStartTransaction')).toHaveLength(1);
}, 90_000);

it('A station that floods one process is refused by the other until its lock-out is over, and for twice as long the next time', async () => {
  const [first, second] = apps as [RunningApp, RunningApp];
  const password = await registry.add('FLOODING', { protocol: null });
  const tryToConnect = async ({ origin }: RunningApp) => {
    const endpoint = `${origin.replace('http:', 'ws:')}/ocpp`;
    const client = new library.RPCClient({
      endpoint,
      identity: 'FLOODING',
      password,
      protocols: ['ocpp1.6'],
      reconnect: false,
    } as never);
    client.on('socketError', () => undefined);
    const status = await client.connect().then(
      () => 101,
      (error: { code?: number }) => error.code,
    );
    return { client, status };
  };
  const connectTo = async (app: RunningApp) => {
    const { client } = await until(
      () => tryToConnect(app),
      ({ status }) => status === 101,
    );
    return client;
  };
  for (const [app, durationMs] of [
    [first, 1000],
    [second, 2000],
    [first, 4000],
  ] as const) {
    const client = await connectTo(app);
    const closed = once(client, 'close');
    for (let n = 0; n < 400; n++) client.sendRaw('nonsense');
    expect(await closed).toMatchObject([{ code: 1008 }]);
    const { lockOut } = await until(
      async () => (await registry.find('FLOODING'))!,
      station => station.lockOut?.durationMs === durationMs,
    );
    expect(lockOut).toEqual({ until: expect.any(String), durationMs });
  }
  expect((await tryToConnect(second)).status).toBe(429);
  await (await connectTo(second)).close();
}, 60_000);
