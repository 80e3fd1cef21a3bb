import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createVatRegister } from '../../../server/adapters/vatRegister/vatRegister.ts';
import { ocppRows } from '../../../server/compose/sources.ts';
import type { PointRecord } from '../../../server/core/records/records.ts';
import { createOperator, type Operator } from '../../../server/operator/operator.ts';
import { stationAddress } from '../../../server/shop/catalogue/stationAddress.ts';
import { readOperatorData } from '../../../server/shop/import/readOperatorData.ts';
import { createOcpp, type Ocpp } from '../../../server/stations/ocpp/ocpp.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openSqlite } from '../../../server/store/engine/sqlite.ts';
import { createHeldStations } from '../../../server/store/jobs/connectionLeases.ts';
import { hurryStation } from '../../../server/store/jobs/jobClaims.ts';
import { listPointsAt } from '../../../server/store/shop/catalogue.ts';
import { createLogFileRows } from '../../../server/store/staff/stationLogFiles.ts';
import { createStore } from '../../../server/store/store.ts';
import { createFakePayments, type FakePayments } from '../fakePayments.ts';
import { translator } from '../invoiceFacts.ts';
import { createManualClocks } from '../ocpi/turnedClocks.ts';
import { openStations, type SimulatedStations } from './openStations.ts';
import type { OcppVersion } from './station.ts';
import type { Changes, StationSwitches } from './switches.ts';

const SECRET = 'a secret of thirty-two characters';
export const STATION = 'HOTEL 1';
const CLIENT = 'blaufink';
const LIKE = 'DE*BLF*E1001*1';
/**
 * Maximum step of the manual clocks. Long steps are possible, because responses take real time, and the stations' clock only
 * affects what stations do by themselves.
 */
const STEP_MS = 15_000;
/** Power of each plug in W. */
const POWER_W = 22_000;

/** Returns the EVSE id of a station. Each station has one EVSE, and all EVSEs have the same price. */
const evseAt = (stations: readonly string[], id: string): string => `DE*BLF*E${9001 + stations.indexOf(id)}*1`;

export interface OcppShop {
  operator: Operator;
  ocpp: Ocpp;
  stations: SimulatedStations;
  store: Store;
  payments: FakePayments;
  clientId: string;
  evseOf(id: string): string;
  url: string;
  /** Log events of the app's OCPP adapter. */
  notes: readonly { event: string; facts: Readonly<Record<string, unknown>> }[];
  /** Stops the app's `Operator` and the OCPP adapter, and starts new ones on the same database. */
  restart(): Promise<void>;
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates the charging point of a station: a copy of a demo point with a new EVSE id. */
function pointAt(like: PointRecord, stations: readonly string[], id: string): PointRecord {
  const { station } = like;
  if (!station) throw new Error('The demo has a point without a station');
  const chargePoint = { id, evse: 1, connectors: { 1: 1 } };
  return { ...like, evseId: evseAt(stations, id), station: { ...station, source: 'ocpp', chargePoint, canUnlock: true } };
}

/**
 * Opens the app's real `Operator` with simulated OCPP stations. The stations run in a separate process, connected by real
 * sockets. Both clocks are manual.
 */
export async function openOcppShop(
  version: OcppVersion,
  switchesOf: Readonly<Record<string, Changes<StationSwitches>>> = { [STATION]: {} },
): Promise<OcppShop> {
  const ids = Object.keys(switchesOf);
  const notes: OcppShop['notes'][number][] = [];
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const stations = await openStations({ version, url: '', stations: [] });
  let open: { operator: Operator; ocpp: Ocpp; end(): Promise<void> };
  const clocks = await createManualClocks(stations, () => open.operator.isAtWork(), STEP_MS);
  const payments = createFakePayments();
  const data = await readOperatorData('demo');
  const like = data.points.find(({ evseId }) => evseId === LIKE);
  if (!like) throw new Error('The demo lacks a point');
  const points = [...data.points, ...ids.map(id => pointAt(like, ids, id))];
  const start = async () => {
    const ocpp = createOcpp({
      store: ocppRows(store),
      holds: createHeldStations(store),
      logFiles: createLogFileRows(store),
      clock: clocks.forLoop(),
      listener: () => operator,
      plugsOf: async id =>
        (await listPointsAt(store.db, id)).flatMap(point => point.connectors.map(plug => stationAddress(point, plug.id))),
      wake: station => hurryStation(store.db, { station, now: clocks.clock.now() }),
      path: '/ocpp',
      origin: 'https://charge.example',
      secret: SECRET,
      isDemo: false,
      registrationTimes: { firstMessageMs: 0, afterAcceptMs: 0 },
      processId: 'one',
      callLimitMs: 2000,
      note: (event, facts) => void notes.push({ event, facts }),
    });
    const operator = createOperator({
      store,
      clock: clocks.clock,
      payments,
      stations: ocpp.stations,
      processId: 'one',
      vatRegister: createVatRegister(),
      translator,
      secret: SECRET,
      origin: '',
      linkOrigin: 'https://charge.example',
      mail: { send: async () => undefined },
      holidays: { isHoliday: () => false },
      logEvent: () => undefined,
    });
    await operator.importData({ ...data, points });
    const over = new AbortController();
    const working = Promise.all([operator.run(over.signal), ocpp.run(over.signal)]);
    open = {
      operator,
      ocpp,
      async end() {
        over.abort();
        await working;
      },
    };
  };
  await start();
  const server = createServer();
  server.on('upgrade', (request, socket, head) => open.ocpp.upgrade(request, socket as Socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`;
  for (const [id, switches] of Object.entries(switchesOf)) {
    const password = await open!.ocpp.registry.add(id, { protocol: null });
    await stations.add([{ id, version, url, password, plugs: 1, powerW: POWER_W, evseIds: [evseAt(ids, id)], switches }]);
  }
  await clocks.pass(10_000);
  return {
    get operator() {
      return open.operator;
    },
    get ocpp() {
      return open.ocpp;
    },
    stations,
    store,
    payments,
    clientId: CLIENT,
    evseOf: id => evseAt(ids, id),
    url,
    notes,
    async restart() {
      await open.end();
      await start();
      await clocks.pass(0);
    },
    pass: seconds => clocks.pass(seconds * 1000),
    async close() {
      await stations.end();
      await open.end();
      server.closeAllConnections();
      server.close();
      await store.close();
      await stations.close();
    },
  };
}
