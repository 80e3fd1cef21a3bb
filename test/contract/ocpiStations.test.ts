import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { CatalogueWriter } from '../../server/core/ports/cataloguePort.ts';
import type { PlugStatus, StationSession } from '../../server/core/ports/stationPort.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { connect } from '../../server/stations/ocpi/connections/registration.ts';
import { createOcpi, type Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import type { Db } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { createStore } from '../../server/store/store.ts';
import type { PlugState } from '../../shared/charging/session.ts';
import { createExclusiveRunner } from '../../shared/util/runExclusive.ts';
import { openLocalCpo } from '../support/ocpi/openLocalCpo.ts';
import type { EvseSwitches } from '../support/ocpi/switches.ts';
import { createManualClocks } from '../support/ocpi/turnedClocks.ts';
import { type Behaviour, describeStations, type StationsUnderTest } from './stations.contract.ts';

const PLUGS: Readonly<Record<Behaviour, { count: number; switches: EvseSwitches }>> = {
  'plugs in': { count: 40, switches: {} },
  'never plugs in': { count: 4, switches: { start: { session: 'none', result: 'TIMEOUT' } } },
  'is refused': { count: 2, switches: { start: { answer: 'REJECTED' } } },
  'stops drawing power': { count: 2, switches: { session: { pausesAfterMs: 60_000 } } },
  'pulls the plug': { count: 2, switches: { session: { endsAfterMs: 120_000 } } },
  'last value is late': { count: 2, switches: { cdr: { delayMs: 60_000, moreKwh: 0.02 } } },
  'first stop is lost': { count: 2, switches: { stop: { lostTimes: 1 } } },
  'refuses to stop': { count: 2, switches: { stop: { answer: 'REJECTED' } } },
};
const BEHAVIOURS = Object.keys(PLUGS) as Behaviour[];
const NUMBERED = BEHAVIOURS.flatMap(behaviour => Array.from({ length: PLUGS[behaviour].count }, () => behaviour)).map(
  (behaviour, n) => ({ behaviour, number: n + 1 }),
);

/** Opens the OCPI adapter with a CPO in a separate process, over real sockets. The test sets both clocks. */
async function open(): Promise<StationsUnderTest> {
  const cpo = await openLocalCpo();
  await cpo.fill({ locations: NUMBERED.length });
  await cpo.set({
    start: { sessionMs: 5000, resultMs: 0 },
    session: { intervalMs: 10_000, kwhPerInterval: 0.03, maxKwh: 100, endsAfterMs: 12 * 60_000, reportsStatus: true },
    cdr: { delayMs: 5000 },
    evses: Object.fromEntries(NUMBERED.map(({ behaviour, number }) => [`${number}-1`, PLUGS[behaviour].switches])),
  });
  const clocks = await createManualClocks(cpo);
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const [first] = (await readOperatorData('demo')).clients;
  const seller = first ? { ...first, parties: ['DE*CPO'] } : null;
  const reports: { authorizationReference: string; station: StationSession }[] = [];
  const plugStates = new Map<string, PlugState>();

  let running: { ocpi: Ocpi; end(): Promise<void> };
  const app = express();
  app.use('/ocpi', (request, response, next) => void running.ocpi.router(request, response, next));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ocpi`;

  const start = () => {
    const rows = (db: Db) => createKeyValueStore(db, 'ocpi');
    const note = ({ evseId, connector, state }: PlugStatus) => void plugStates.set(`${evseId} ${connector}`, state);
    const writer: CatalogueWriter = {
      async putLocations(reported) {
        for (const { evseId, state, connectors } of reported.flatMap(({ points }) => points))
          for (const { id } of connectors) note({ evseId, connector: id, state });
        return reported.map(({ points }) => ({ offered: points.length, refused: [] }));
      },
      putPlugs: async ({ plugs }) => plugs.forEach(note),
      removeLocation: async () => undefined,
      removeParty: async () => undefined,
    };
    const ocpi = createOcpi({
      store: {
        ...rows(store.db),
        withLease: createExclusiveRunner(),
        inTransaction: work => store.inTransaction(trx => work(rows(trx), writer)),
      },
      clock: clocks.forLoop(),
      us: { baseUrl, party: { country_code: 'DE', party_id: 'ABC' }, name: 'Ad-hoc charging' },
      secret: 'a secret of thirty-two characters',
      allowsPrivatePeers: true,
      catalogue: () => ({
        findSeller: async () => seller,
        putLocation: async ({ points }) => ({ offered: points.length, refused: [] }),
        removeLocation: async () => undefined,
        listRefused: async () => [],
        listRemarks: async () => [],
        countPoints: async () => 0,
      }),
      listener: () => ({
        report: async (authorizationReference, station) => void reports.push({ authorizationReference, station }),
        reportPlug: async () => undefined,
        reportCdr: async () => undefined,
        reportAnomaly: async () => undefined,
        reportClaims: async () => undefined,
      }),
      note: () => undefined,
    });
    const over = new AbortController();
    const working = ocpi.run(over.signal);
    return {
      ocpi,
      async end() {
        over.abort();
        await working;
      },
    };
  };
  running = start();
  await cpo.invite('token-of-the-peer');
  const confirmed = { parties: ['DE*CPO'], hub: null };
  const token = 'token-of-the-peer';
  await connect({ id: 'town', versionsUrl: cpo.versionsUrl, token, confirmed }, running.ocpi.registration);
  await running.ocpi.pullCatalogue('town');
  await clocks.pass(0);

  const used = new Map<Behaviour, number>();
  return {
    stations: () => running.ocpi.stations,
    traits: {
      inUse: 'occupied',
      pauses: false,
      isBehindAnother: true,
      reportsGivenUpStarts: false,
      endsBeforeItsLastValue: true,
      canVerifySigned: false,
      signsTariff: false,
      storesReadings: false,
      refusesStops: true,
    },
    now: clocks.clock.now,
    pass: seconds => clocks.pass(seconds * 1000),
    plug(behaviour) {
      const n = used.get(behaviour) ?? 0;
      used.set(behaviour, n + 1);
      const number = NUMBERED.filter(each => each.behaviour === behaviour)[n]?.number;
      return {
        source: 'ocpi:town',
        evseId: `DE*CPO*E${number}*1`,
        connector: '1',
        partyId: 'CPO',
        locationId: `LOC${number}`,
        evseUid: `${number}-1`,
        plug: { isDc: false, canUnlock: true },
      };
    },
    reported: authorizationReference =>
      reports.filter(report => report.authorizationReference === authorizationReference).map(({ station }) => station),
    plugState: ({ evseId, connector }) => plugStates.get(`${evseId} ${connector}`),
    // With OCPI, the CPO's system is what becomes unavailable or restarts.
    end: () => cpo.set({ faults: [{ module: '*', kind: 'down', times: null }] }),
    async restart() {
      await running.end();
      await cpo.set({ faults: [] });
      running = start();
      await clocks.pass(0);
    },
    async close() {
      await running.end();
      server.closeAllConnections();
      server.close();
      await store.close();
      await cpo.close();
    },
  };
}

describeStations('a CPO that speaks OCPI', open);
