import { startPostgres } from '../../../test/support/postgres.ts';
import { median } from '../parts/figures.ts';
import { fetchPage } from '../parts/served.ts';
import { type AppCluster, openAppCluster } from './appCluster.ts';
import { addressOf, settles, startsAt } from './drivers.ts';
import type { PrintRow } from './part.ts';

const POINTS = 12;
const SPEED = 30;
const VISITORS = 8;
const PAGES_MS = 6000;
const ORDERS_MS = 20_000;
/** For each process, so that two have compiled as much as one: until then a page costs up to three times as much. */
const WARM_UP_PAGES = 1500;
const WARM_UP_ORDERS = 20;
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const PAGES = { 'payment page': addressOf, 'search page': () => '/en/blaufink/receipts' } as const;

interface Done {
  perSecond: number;
  /** Of the processes together, for each that was done. */
  cpuMs: number;
}

/** Pages and whole orders a second of one process and of two, in turn, with visitors and database on the same machine. */
export async function measure(tell: PrintRow): Promise<void> {
  const found = new Map<string, Done[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const count of [1, 2])
      for (const [what, done] of Object.entries(await once(count)))
        found.set(`${what} ${count}`, [...(found.get(`${what} ${count}`) ?? []), done]);
  const of = (what: string, count: number) => {
    const rounds = found.get(`${what} ${count}`) ?? [];
    return { perSecond: median(rounds.map(each => each.perSecond)), cpuMs: median(rounds.map(each => each.cpuMs)) };
  };
  for (const what of [...Object.keys(PAGES), 'whole order']) {
    const [one, two] = [of(what, 1), of(what, 2)];
    const ratio = (two.perSecond / one.perSecond).toFixed(2);
    tell(`${what}, a second: one process, two, two ÷ one`, `${figure(one.perSecond)}  ${figure(two.perSecond)}  ${ratio}`);
    const cost = (one.cpuMs / two.cpuMs).toFixed(2);
    tell('  processor time of the app for each, ms; one ÷ two', `${figure(one.cpuMs)}  ${figure(two.cpuMs)}  ${cost}`);
  }
}

const figure = (value: number): string => value.toFixed(1);

async function once(count: number): Promise<Record<string, Done>> {
  const server = await startPostgres({ isDurable: true });
  const databaseUrl = await server.createDatabase();
  const listening = { DATABASE_LISTEN_URL: databaseUrl };
  const cluster = await openAppCluster({ processes: Array(count).fill(listening), databaseUrl, points: POINTS, speed: SPEED });
  try {
    const done: Record<string, Done> = {};
    for (const [name, address] of Object.entries(PAGES)) {
      await loadPages(cluster, address, asked => asked >= WARM_UP_PAGES * count);
      done[name] = await timed(cluster, () => loadPages(cluster, address, within(PAGES_MS)));
    }
    await orders(cluster, asked => asked >= WARM_UP_ORDERS * count);
    done['whole order'] = await timed(cluster, () => orders(cluster, within(ORDERS_MS)));
    return done;
  } finally {
    await cluster.close();
    await server.close();
  }
}

async function timed(house: AppCluster, work: () => Promise<number>): Promise<Done> {
  const [began, cpuBefore] = [performance.now(), house.cpuMs()];
  const count = await work();
  return { perSecond: (count * 1000) / (performance.now() - began), cpuMs: (house.cpuMs() - cpuBefore) / count };
}

type IsOver = (begun: number) => boolean;

function within(ms: number): IsOver {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** Some visitors at once, to each process in turn. */
async function loadPages({ origins }: AppCluster, address: (n: number) => string, isOver: IsOver): Promise<number> {
  let requestCount = 0;
  const visitor = async () => {
    while (!isOver(requestCount)) {
      const n = requestCount++;
      await fetchPage({ port: Number(new URL(origins[n % origins.length] ?? '').port) }, address(n % POINTS));
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return requestCount;
}

/** A driver at each point, again and again; the pages of each driver come from one process. */
async function orders({ origins }: AppCluster, isOver: IsOver): Promise<number> {
  let [begun, billed] = [0, 0];
  const driver = async (n: number) => {
    while (!isOver(begun)) {
      begun++;
      // Whoever gets no answer in time tries again: it counts for nothing.
      const charging = await startsAt(origins[n % origins.length] ?? '', n).catch(() => null);
      if (charging && (await settles(charging)) === 'billed') billed++;
    }
  };
  await Promise.all(Array.from({ length: POINTS }, (_, n) => driver(n)));
  return billed;
}
