import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openControlled } from '../../support/controlled.ts';
import { evseOf, stationOf } from '../../support/manyPoints.ts';
import { openStations, type SimulatedStations } from '../../support/ocpp/openStations.ts';
import { SWITCHES } from '../../support/ocpp/switches.ts';
import { until } from '../../support/until.ts';
import { prove } from '../money/proof.ts';
import { proveFloods } from './floods.ts';
import type { Goal } from './goals.ts';
import { openStationsApp, type StationsApp } from './stationsApp.ts';
import { charge, type Driver, settle, visitPages, wrongBills } from './visitors.ts';

interface PartOptions {
  stations: number;
  kills: number;
  orders: number;
  seed: string;
  print(line: string): void;
}

export type PartName = 'kills' | 'storm' | 'hostile' | 'floods';

export const PARTS: Readonly<Record<PartName, (options: PartOptions) => Promise<Goal[]>>> = {
  kills: proveKills,
  storm: proveStorm,
  hostile: proveHostile,
  floods: proveFloods,
};

/** Speed of the clock, slow enough for the timers of the OCPP library, which use real time. */
const SPEED = 15;
const CROWD = 60;

async function proveKills({ kills, orders, seed, print }: PartOptions): Promise<Goal[]> {
  const run = { seed, orders, kills, troubles: 0, speed: SPEED, crowd: CROWD, broken: null };
  const proven = await prove({ ...run, engine: 'postgres', stations: 'ocpp', print });
  const faults = [...proven.found].filter(([, where]) => where.length > 0);
  for (const story of proven.stories) print(story);
  print(
    `${proven.orders} orders by ${proven.visits} visitors; died at ${proven.points} named points; ${proven.behindMin} min behind at most`,
  );
  print(
    Object.entries(proven.injected)
      .map(([what, times]) => `${what} ${times}`)
      .join(', '),
  );
  return [
    { goal: `${kills} kills of one or the other process`, found: String(proven.kills), isMet: proven.kills >= kills },
    {
      goal: 'Sessions under way at each kill (the fewest, the median)',
      found: proven.charging,
      isMet: !/^0,/.test(proven.charging),
    },
    { goal: 'Bills, each of what the station’s own meter counted', found: String(proven.captured), isMet: proven.captured > 0 },
    {
      goal: 'No bill differs from the meter, nothing is unbilled or unsettled',
      found: faults.map(([fault, where]) => `${fault}: ${where.length}`).join(', ') || 'none does',
      isMet: faults.length === 0,
    },
    { goal: 'The app complains of nothing', found: proven.complaints[0] ?? 'it does not', isMet: proven.complaints.length === 0 },
  ];
}

const PAGES_A_SECOND = 10;
const BASELINE_MS = 20_000;
const COMING_MS = 10_000;
/** Maximum time until all stations have reconnected. It is long, because their handshakes delay each other. */
const BACK_LIMIT_MS = 60_000;
const PAGES_P99_MS = 300;
const CHARGING = 12;
const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;
const readOnly = (value: string) => ({ value, is: 'read-only' as const });
const EVERY_5_S = { MeterValueSampleInterval: readOnly('5'), 'SampledDataCtrlr.TxUpdatedInterval': readOnly('5') };

async function connectAll({ proxy, store }: StationsApp, count: number): Promise<SimulatedStations> {
  const stations = await openStations({ url: `ws://${proxy.host}/ocpp`, startsAt: null, stations: [] });
  const all = Array.from({ length: count }, (_, n) => ({
    id: stationOf(n),
    version: VERSIONS[n % VERSIONS.length] ?? '1.6',
    powerW: 150_000,
    isDc: true,
    evseIds: [evseOf(n)],
    switches: {
      settings: EVERY_5_S,
      driver: { plugsInAfterMs: 500 },
      vehicle: { drawsW: 100_000, startsAtPercent: 5, batteryWh: 500_000 },
      // The random part of the back-off spreads the reconnects of all stations over ten seconds.
      connection: { backOffFirstMs: 500, maxBackOffMs: 2000, backOffRandomMs: COMING_MS - 2500 },
    },
  }));
  await stations.add(all);
  await until(
    async () => (await connectionsIn(store)).length,
    connected => connected === count,
    5 * 60_000,
  );
  // Waits until each station is registered, because a station refuses starts before.
  for (let n = 0; n < CHARGING; n++)
    await until(
      () => stations.see(stationOf(n)),
      ({ registration }) => registration === 'Accepted',
      60_000,
    );
  return stations;
}

const connectionsIn = async ({ db }: StationsApp['store']): Promise<readonly string[]> =>
  (await db.selectFrom('connection_leases').select('connection_id').execute()).map(({ connection_id }) => connection_id);

async function chargeAtSome(app: StationsApp, print: PartOptions['print']): Promise<Driver[]> {
  const drivers: Driver[] = [];
  for (let n = 0; n < CHARGING; n++) drivers.push(await charge(app, n));
  print(`${drivers.length} sessions are under way`);
  return drivers;
}

async function proveStorm({ stations: count, print }: PartOptions): Promise<Goal[]> {
  const stationsApp = await openStationsApp(count);
  const stations = await connectAll(stationsApp, count);
  try {
    print(`${count} stations are connected`);
    const drivers = await chargeAtSome(stationsApp, print);
    const baseline = await visitPages(stationsApp, { perSecond: PAGES_A_SECOND, over: sleep(BASELINE_MS) });
    const before = new Set(await connectionsIn(stationsApp.store));
    const began = performance.now();
    stationsApp.proxy.cut(1);
    const countBack = async () => (await connectionsIn(stationsApp.store)).filter(id => !before.has(id)).length;
    const back = until(countBack, found => found === count, BACK_LIMIT_MS)
      .catch(countBack)
      .then(found => ({ found, seconds: (performance.now() - began) / 1000 }));
    const meanwhile = await visitPages(stationsApp, { perSecond: PAGES_A_SECOND, over: Promise.all([back, sleep(BASELINE_MS)]) });
    const { found, seconds } = await back;
    await sleep(10_000);
    const bills = await settle(stationsApp, { drivers, stations, firstWh: SWITCHES.meter.firstWh });
    const wrong = wrongBills(bills);
    for (const bill of wrong) print(JSON.stringify(bill));
    const energyWh = bills.map(({ billedWh }) => billedWh);
    return [
      { goal: `${count} stations are back`, found: `${found} after ${seconds.toFixed(1)} s`, isMet: found === count },
      { goal: 'Pages before', found: inWords(baseline), isMet: baseline.failed === 0 },
      { goal: 'Pages are answered meanwhile', found: inWords(meanwhile), isMet: meanwhile.failed === 0 },
      {
        goal: 'Sessions go on, and are billed by the stations’ own meters',
        found: `${bills.length - wrong.length} of ${drivers.length}, ${Math.min(...energyWh)} to ${Math.max(...energyWh)} Wh`,
        isMet: wrong.length === 0,
      },
      ...bugsOf(stationsApp),
    ];
  } finally {
    await stations.close().catch(error => print(String(error)));
    await stationsApp.close();
  }
}

const inWords = ({ p50, p99, count, failed }: Awaited<ReturnType<typeof visitPages>>): string =>
  `p50 ${p50} ms, p99 ${p99} ms of ${count}${failed > 0 ? `, ${failed} failed` : ''}`;

const bugsOf = ({ apps }: StationsApp): Goal[] => {
  const bugs = apps.flatMap(app => app.bugs());
  return [
    { goal: 'No fault in the log', found: bugs[0] ? JSON.stringify(bugs[0]).slice(0, 300) : 'none', isMet: bugs.length === 0 },
  ];
};

const HONEST = 60;
const HOSTILE = 6;
const ATTACK_MS = 40_000;

async function proveHostile({ print }: PartOptions): Promise<Goal[]> {
  const stationsApp = await openStationsApp(HONEST + HOSTILE);
  const stations = await connectAll(stationsApp, HONEST);
  const hostile = await openControlled(join(import.meta.dirname, '../../support/ocpp/hostileMain.ts'));
  try {
    const drivers = await chargeAtSome(stationsApp, print);
    const baseline = await visitPages(stationsApp, { perSecond: PAGES_A_SECOND, over: sleep(BASELINE_MS) });
    const seen = await Promise.all(drivers.map(({ station }) => stations.see(station)));
    await hostile.request('POST', '/begin', {
      url: `ws://${stationsApp.proxy.host}/ocpp`,
      ids: Array.from({ length: HOSTILE }, (_, n) => stationOf(HONEST + n)),
      others: Array.from({ length: HONEST }, (_, n) => stationOf(n)),
      transactionIds: seen.flatMap(({ plugs }) =>
        plugs.map(({ transactionId }) => Number(transactionId)).filter(Number.isInteger),
      ),
    });
    const meanwhile = await visitPages(stationsApp, { perSecond: PAGES_A_SECOND, over: sleep(ATTACK_MS) });
    const counts = (await hostile.request('POST', '/end')) as Record<string, number>;
    console.table(counts);
    const connected = await Promise.all(Array.from({ length: HONEST }, (_, n) => stations.see(stationOf(n))));
    const there = connected.filter(({ isConnected }) => isConnected).length;
    const bills = await settle(stationsApp, { drivers, stations, firstWh: SWITCHES.meter.firstWh });
    const wrong = wrongBills(bills);
    for (const bill of wrong) print(JSON.stringify(bill));
    const of = (start: string) =>
      Object.entries(counts).reduce((sum, [what, count]) => sum + (what.startsWith(start) ? count : 0), 0);
    return [
      { goal: 'Pages without attackers', found: inWords(baseline), isMet: baseline.failed === 0 },
      {
        goal: `Pages meanwhile: p99 of at most ${PAGES_P99_MS} ms`,
        found: inWords(meanwhile),
        isMet: meanwhile.p99 <= PAGES_P99_MS && meanwhile.failed === 0,
      },
      { goal: 'Guessed passwords are refused', found: String(of('not let in')), isMet: of('not let in') > 0 },
      {
        goal: 'Too large a message ends its connection (1009)',
        found: String(of('closed by 1009')),
        isMet: of('closed by 1009') > 0,
      },
      { goal: 'A flood ends its connection (1008)', found: String(of('closed by 1008')), isMet: of('closed by 1008') > 0 },
      { goal: 'Honest stations stay', found: `${there} of ${HONEST}`, isMet: there === HONEST },
      {
        goal: 'Nobody’s session is touched',
        found: `${bills.length - wrong.length} of ${drivers.length} bills as the meters`,
        isMet: wrong.length === 0,
      },
      ...bugsOf(stationsApp),
    ];
  } finally {
    await hostile.close();
    await stations.close().catch(error => print(String(error)));
    await stationsApp.close();
  }
}
