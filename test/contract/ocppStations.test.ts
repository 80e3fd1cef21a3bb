import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ocppRows } from '../../server/compose/sources.ts';
import type { StationAddress, StationSession } from '../../server/core/ports/stationPort.ts';
import { createOcpp, type Ocpp } from '../../server/stations/ocpp/ocpp.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { createLogFileRows } from '../../server/store/staff/stationLogFiles.ts';
import { createStore } from '../../server/store/store.ts';
import type { PlugState } from '../../shared/charging/session.ts';
import { createManualClocks } from '../support/ocpi/turnedClocks.ts';
import { openStations } from '../support/ocpp/openStations.ts';
import type { OcppVersion } from '../support/ocpp/station.ts';
import type { Changes, PlugSwitches, StationSwitches } from '../support/ocpp/switches.ts';
import { VERSIONS } from '../support/ocpp/versions.ts';
import { someAddress } from '../support/someStation.ts';
import { type Behaviour, describeStations, type StationsUnderTest } from './stations.contract.ts';

/** A driver who plugs in soon after the start and leaves soon after the end. */
const DRIVER = { plugsInAfterMs: 5000, leavesAfterMs: 20_000, unplugsAfterMs: null };

const PLUGS: Readonly<Record<Behaviour, { count: number; switches: Changes<PlugSwitches> }>> = {
  'plugs in': { count: 40, switches: {} },
  'never plugs in': { count: 4, switches: { driver: { ...DRIVER, plugsInAfterMs: null } } },
  'is refused': { count: 2, switches: { start: { answer: 'Rejected' } } },
  'stops drawing power': { count: 2, switches: { vehicle: { pausesAfterMs: 60_000 } } },
  'pulls the plug': { count: 2, switches: { driver: { ...DRIVER, unplugsAfterMs: 120_000 } } },
  'last value is late': { count: 2, switches: { meter: { lastValueAfterMs: 40_000, moreWhAtEnd: 20 } } },
  'first stop is lost': { count: 2, switches: { stop: { lostTimes: 1, lostBy: 'closed socket' } } },
  'refuses to stop': { count: 2, switches: { stop: { answer: 'Rejected' } } },
};
const BEHAVIOURS = Object.keys(PLUGS) as Behaviour[];
/** Assigns the behaviours to plugs. Each station has two plugs. */
const NUMBERED = BEHAVIOURS.flatMap(behaviour => Array.from({ length: PLUGS[behaviour].count }, () => behaviour)).map(
  (behaviour, n) => ({ behaviour, id: `CP ${Math.floor(n / 2) + 1}`, number: (n % 2) + 1 }),
);
const IDS = [...new Set(NUMBERED.map(({ id }) => id))];

const OF_VERSION: Readonly<Record<OcppVersion, StationSwitches['settings']>> = {
  '1.6': { MeterValueSampleInterval: { value: '10', is: 'read-only' } },
  '2.0.1': { 'SampledDataCtrlr.TxUpdatedInterval': { value: '10', is: 'read-only' } },
  '2.1': {
    'SampledDataCtrlr.TxUpdatedInterval': { value: '10', is: 'read-only' },
    'TxCtrlr.TxStartPoint': { value: 'Authorized,EVConnected', is: 'read-only' },
  },
};

const evseIdOf = (id: string, number: number): string => `DE*ABC*E${id.slice(3)}*${number}`;
const addressOf = (id: string, number: number): StationAddress =>
  someAddress({
    source: 'ocpp',
    evseId: evseIdOf(id, number),
    chargePoint: { id, evse: number, connector: 1 },
    plug: { isDc: false, canUnlock: true },
  });

/** Opens the OCPP adapter with stations in a separate process, over real sockets. The test sets both clocks. */
async function open(version: OcppVersion): Promise<StationsUnderTest> {
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const stations = await openStations({ stations: [] });
  const clocks = await createManualClocks(stations);
  const reports: { authorizationReference: string; station: StationSession }[] = [];
  const plugStates = new Map<string, PlugState>();
  const start = () => {
    const ocpp: Ocpp = createOcpp({
      store: ocppRows(store),
      holds: createHeldStations(store),
      logFiles: createLogFileRows(store),
      clock: clocks.forLoop(),
      listener: () => ({
        report: async (authorizationReference, station) => void reports.push({ authorizationReference, station }),
        reportPlug: async ({ evseId, connector, state }) => void plugStates.set(`${evseId} ${connector}`, state),
        reportCdr: async () => undefined,
        reportAnomaly: async () => undefined,
      }),
      plugsOf: async id => [1, 2].map(number => addressOf(id, number)),
      wake: async () => undefined,
      path: '/ocpp',
      origin: 'https://shop.example',
      secret: 'a secret of thirty-two characters',
      isDemo: false,
      registrationTimes: { firstMessageMs: 0, afterAcceptMs: 0 },
      processId: 'one',
      callLimitMs: 2000,
      note: () => undefined,
    });
    const over = new AbortController();
    const working = ocpp.run(over.signal);
    return {
      ocpp,
      async end() {
        over.abort();
        await working;
      },
    };
  };
  let running = start();
  const server = createServer();
  server.on('upgrade', (request, socket, head) => running.ocpp.upgrade(request, socket as never, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`;
  for (const id of IDS) {
    const password = await running.ocpp.registry.add(id, { protocol: null });
    const plugs = Object.fromEntries(
      NUMBERED.filter(plug => plug.id === id).map(({ number, behaviour }) => [number, PLUGS[behaviour].switches]),
    );
    const switches = {
      driver: DRIVER,
      signed: { kind: 'one record' as const },
      settings: OF_VERSION[version],
      connection: { maxBackOffMs: 5000 },
      plugs,
    };
    const evseIds = [1, 2].map(number => evseIdOf(id, number));
    await stations.add([{ id, version, url, password, plugs: 2, evseIds, switches }]);
  }
  await clocks.pass(10_000);

  const used = new Map<Behaviour, number>();
  return {
    stations: () => running.ocpp.stations,
    traits: {
      inUse: 'charging',
      pauses: true,
      isBehindAnother: false,
      reportsGivenUpStarts: version === '2.1',
      endsBeforeItsLastValue: version !== '1.6',
      canVerifySigned: true,
      signsTariff: false,
      storesReadings: false,
      refusesStops: true,
    },
    now: clocks.clock.now,
    pass: seconds => clocks.pass(seconds * 1000),
    plug(behaviour) {
      const n = used.get(behaviour) ?? 0;
      used.set(behaviour, n + 1);
      const { id = '', number = 0 } = NUMBERED.filter(each => each.behaviour === behaviour)[n] ?? {};
      return addressOf(id, number);
    },
    reported: authorizationReference =>
      reports.filter(report => report.authorizationReference === authorizationReference).map(({ station }) => station),
    plugState: ({ evseId, connector }) => plugStates.get(`${evseId} ${connector}`),
    end: () => stations.end(),
    async restart() {
      await running.end();
      running = start();
      await stations.restart();
      await clocks.pass(0);
    },
    async close() {
      await stations.end();
      await running.end();
      server.closeAllConnections();
      server.close();
      await store.close();
      await stations.close();
    },
  };
}

for (const version of VERSIONS) describeStations(`stations that speak OCPP ${version}`, () => open(version));
