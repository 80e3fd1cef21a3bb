import { createVisitor, type DemoVisitor } from '../../../scripts/try/demoVisitor.ts';
import { findSession } from '../../../server/store/shop/sessions.ts';
import { CLIENT, evseOf, stationOf } from '../../support/manyPoints.ts';
import type { SimulatedStations } from '../../support/ocpp/openStations.ts';
import { until } from '../../support/until.ts';
import type { StationsApp } from './stationsApp.ts';

/** The app processes. Visitors use them in rotation. */
interface Reached {
  apps: readonly { origin: string }[];
}

export interface Measured {
  p50: number;
  p99: number;
  max: number;
  count: number;
  /** Number of pages that did not load with status 200. */
  failed: number;
}

const PAGE_LIMIT_MS = 20_000;
/** Number of plugs whose pages are loaded in rotation. */
const VISITED_PLUGS = 50;

const percentile = (list: readonly number[], share: number): number =>
  Math.round(list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN);

/** Loads pages at this rate until `over` settles. The processes serve them in rotation. */
export async function visitPages(
  { apps }: Reached,
  { perSecond, over }: { perSecond: number; over: Promise<unknown> },
): Promise<Measured> {
  const waits: number[] = [];
  const visits: Promise<void>[] = [];
  let [failed, isOver] = [0, false];
  const end = () => {
    isOver = true;
  };
  void over.then(end, end);
  for (let n = 0; !isOver; n++) {
    const origin = apps[n % apps.length]?.origin ?? '';
    const page = n % 4 === 0 ? '/' : `/${CLIENT}/evse/${encodeURIComponent(evseOf(n % VISITED_PLUGS))}`;
    visits.push(
      (async () => {
        const began = performance.now();
        const headers = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
        const answer = await fetch(origin + page, { headers, signal: AbortSignal.timeout(PAGE_LIMIT_MS) }).catch(() => null);
        await answer?.text().catch(() => undefined);
        if (answer?.status !== 200) failed++;
        waits.push(performance.now() - began);
      })(),
    );
    await new Promise(resolve => setTimeout(resolve, 1000 / perSecond));
  }
  await Promise.all(visits);
  return {
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    max: Math.round(Math.max(...waits)),
    count: waits.length,
    failed,
  };
}

export interface Driver {
  station: string;
  sessionId: string;
  sessionPath: string;
  visitor: DemoVisitor;
}

/** Orders and pays at the n-th station, and waits until a vehicle charges there. */
export async function charge({ apps }: Reached, n: number): Promise<Driver> {
  const visitor = createVisitor(apps[n % apps.length]?.origin ?? '');
  const point = { clientId: CLIENT, evseId: evseOf(n), connector: '1' };
  await until(
    () => visitor.point(point),
    ({ plugs }) => ['available', 'preparing'].includes(plugs[0]?.state ?? ''),
    60_000,
  );
  const sessionPath = await visitor.pay(await visitor.order(point));
  const sessionId = sessionPath.split('/').at(-1) ?? '';
  await visitor.until(sessionId, ({ kind }) => kind === 'running', 60);
  return { station: stationOf(n), sessionId, sessionPath, visitor };
}

export interface Billed {
  station: string;
  state: string;
  billedWh: number;
  /** Energy that the station's own meter has counted, in Wh. */
  meterWh: number;
}

/** Stops the sessions. Reads the energy of each bill, and the energy that the station's own meter has counted. */
export async function settle(
  { store }: Pick<StationsApp, 'store'>,
  { drivers, stations, firstWh }: { drivers: readonly Driver[]; stations: SimulatedStations; firstWh: number },
): Promise<Billed[]> {
  return Promise.all(
    drivers.map(async ({ station, sessionId, sessionPath, visitor }) => {
      await visitor.request(`${sessionPath}/stop`, { form: { sure: '1' }, expect: [303] }).catch(() => undefined);
      const read = () => findSession(store.db, sessionId);
      const session = await until(read, found => found?.state === 'completed', 120_000).catch(read);
      const [plug] = (await stations.see(station)).plugs;
      return {
        station,
        state: session?.state ?? 'none',
        billedWh: session?.energyWh ?? 0,
        meterWh: (plug?.registerWh ?? 0) - firstWh,
      };
    }),
  );
}

/** Bill and meter may differ only by rounding. */
const MAX_DEVIATION_WH = 1;
export const wrongBills = (bills: readonly Billed[]): readonly Billed[] =>
  bills.filter(({ state, billedWh, meterWh }) => state !== 'completed' || Math.abs(billedWh - meterWh) > MAX_DEVIATION_WH);
