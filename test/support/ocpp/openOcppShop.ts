import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createOcpp, type Ocpp } from '../../../server/adapters/ocpp/ocpp.ts';
import { createVatRegister } from '../../../server/adapters/vatRegister/vatRegister.ts';
import { ocppRows } from '../../../server/composeOperator.ts';
import { readOperatorData } from '../../../server/operator/import/readOperatorData.ts';
import { createOperator, type Operator } from '../../../server/operator/operator.ts';
import type { PointRecord } from '../../../server/operator/records.ts';
import { stationAddress } from '../../../server/operator/sessions/stationAddress.ts';
import { listPointsAt } from '../../../server/operator/store/catalogue.ts';
import { openSqlite } from '../../../server/operator/store/engine/sqlite.ts';
import { createHeldStations } from '../../../server/operator/store/heldStations.ts';
import { hurryStation } from '../../../server/operator/store/outboxRows.ts';
import { createStore, type Store } from '../../../server/operator/store/store.ts';
import { createFakePayments, type FakePayments } from '../fakePayments.ts';
import { translator } from '../invoiceFacts.ts';
import { turnClocks } from '../ocpi/turnedClocks.ts';
import { openStations, type SimulatedStations } from './openStations.ts';
import type { OcppVersion } from './station.ts';
import type { Changes, StationSwitches } from './switches.ts';

const SECRET = 'a secret of thirty-two characters';
export const STATION = 'HOTEL 1';
const CLIENT = 'blaufink';
/** Its two EVSEs. */
export const EVSES = ['DE*BLF*E1001*1', 'DE*BLF*E1001*2'] as const;
/** What each of their plugs gives. */
export const POWER_W = 22_000;

export interface OcppShop {
  operator: Operator;
  ocpp: Ocpp;
  stations: SimulatedStations;
  store: Store;
  payments: FakePayments;
  clientId: string;
  url: string;
  /** What the adapter has told the log. */
  notes: readonly { event: string; facts: Readonly<Record<string, unknown>> }[];
  /** The house ends, and begins anew on the same database. */
  restart(): Promise<void>;
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const atStation = (point: PointRecord): PointRecord => {
  const at = EVSES.findIndex(evseId => evseId === point.evseId);
  const { station } = point;
  if (at < 0 || !station) return point;
  return {
    ...point,
    station: { ...station, source: 'ocpp', chargePoint: { id: STATION, evse: at + 1, connectors: { 1: 1 } }, canUnlock: true },
  };
};

/** The real operator with a station of OCPP in a process of its own, over a real socket; both clocks are turned by hand. */
export async function openOcppShop(version: OcppVersion, switches: Changes<StationSwitches> = {}): Promise<OcppShop> {
  const notes: OcppShop['notes'][number][] = [];
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const stations = await openStations({ version, url: '', stations: [] });
  let open: { operator: Operator; ocpp: Ocpp; end(): Promise<void> };
  const clocks = await turnClocks(stations, () => open.operator.isAtWork());
  const payments = createFakePayments();
  const data = await readOperatorData('demo');
  const start = async () => {
    const ocpp = createOcpp({
      store: ocppRows(store),
      holds: createHeldStations(store.db),
      clock: clocks.forLoop(),
      listener: () => operator,
      plugsOf: async id =>
        (await listPointsAt(store.db, id)).flatMap(point => point.connectors.map(plug => stationAddress(point, plug.id))),
      wake: station => hurryStation(store.db, { station, now: clocks.clock.now() }),
      path: '/ocpp',
      origin: 'https://charge.example',
      secret: SECRET,
      isDemo: false,
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
    await operator.importData({ ...data, points: data.points.map(atStation) });
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
  const password = await open!.ocpp.registry.add(STATION, { protocol: null });
  await stations.add([{ id: STATION, version, url, password, plugs: 2, powerW: POWER_W, evseIds: [...EVSES], switches }]);
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
