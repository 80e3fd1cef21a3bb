import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { BuiltApp } from '../../support/builtApp.ts';
import { until } from '../../support/until.ts';
import type { Cluster } from './cluster.ts';
import type { Waits } from './waits.ts';

/** The kinds of trouble, and how often each happens. */
export interface Plan {
  primaries: number;
  processes: number;
  cuts: number;
}

export const TROUBLES = [
  'primary killed',
  'process killed',
  'network cut for 30 s',
  'PgBouncer reloaded',
  'PgBouncer restarted',
  'HAProxy reloaded',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** What was measured at one trouble, in seconds. */
export interface Happened {
  trouble: Trouble;
  /** Until HAProxy led to a primary, and until PgBouncer answered a query. */
  primaryS: number;
  poolerS: number;
  /** Until the last process answered /ready with 200 again. */
  readyS: number;
  /** Until all stations were connected again. */
  stationsS: number;
  /** Until each process listened to the primary for changes again. */
  listeningS: number;
  /** The longest time until a request of a driver was answered, be it with an error in words. */
  answeredS: number;
  /** The longest time until a request was answered as wished, with all its repetitions, and which request that was. */
  grantedS: number;
  grantedFor: string;
}

const CUT_MS = 30_000;
const RECOVERY_LIMIT_MS = 120_000;
const CALM_MS = 4000;
/** What was killed is away when the measurement begins. */
const SOON_MS = 300;
/** A lost machine stays away for a while. */
const AWAY_MS = 3000;

/** Returns the troubles in the order in which they happen, mixed evenly. */
export function orderOf({ primaries, processes, cuts }: Plan): readonly Trouble[] {
  const others = Math.max(1, Math.ceil(primaries / 3));
  const counts = [primaries, processes, cuts, others, others, others];
  const all = TROUBLES.flatMap((trouble, kind) =>
    Array.from({ length: counts[kind] ?? 0 }, (_, n) => ({ trouble, at: (n + 0.5) / (counts[kind] ?? 1) + kind / 1000 })),
  );
  return all.toSorted((a, b) => a.at - b.at).map(({ trouble }) => trouble);
}

/** Causes one trouble under load, waits until everything is back, and measures. `n`: number of the trouble. */
export async function cause(trouble: Trouble, n: number, { cluster, waits, stations }: Setting): Promise<Happened> {
  if (trouble === 'primary killed') await cluster.database.standbyIsThere();
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const over = new AbortController();
  const watching = cluster.apps.map(app => watchReadiness(app, over.signal));
  const acting = ACTS[trouble](cluster, n);
  await pause(SOON_MS);
  const within = (isSo: () => Promise<boolean>) =>
    until(
      () => pause(POLL_MS).then(isSo),
      so => so,
      RECOVERY_LIMIT_MS,
    ).then(seconds);
  const [primaryS, poolerS, stationsS, listeningS] = await Promise.all([
    within(() => answers(cluster.urls.primary)),
    within(() => answers(cluster.urls.pooler)),
    within(async () => (await cluster.stations.standing()).connected === stations),
    within(async () => (await listeners(cluster)) === cluster.apps.length),
    acting.then(() => within(async () => (await Promise.all(cluster.apps.map(isReady))).every(Boolean))),
  ]);
  const undo = await acting;
  await undo?.();
  await pause(CALM_MS);
  over.abort();
  const lastUnready = Math.max(began, ...(await Promise.all(watching)));
  const wait = waits.maxWait(began, performance.now());
  return {
    trouble,
    primaryS,
    poolerS,
    readyS: (lastUnready - began) / 1000,
    stationsS,
    listeningS,
    answeredS: waits.slowestMs(began, performance.now()) / 1000,
    grantedS: wait ? (Math.min(wait.endedAt, performance.now()) - wait.beganAt) / 1000 : 0,
    grantedFor: wait ? [wait.what, wait.lastError].filter(Boolean).join(': ') : '',
  };
}

interface Setting {
  cluster: Cluster;
  waits: Waits;
  stations: number;
}

/** Each act causes its trouble, and may return what to do once everything is back. */
const ACTS: Readonly<Record<Trouble, (cluster: Cluster, n: number) => Promise<(() => Promise<void>) | undefined>>> = {
  async 'primary killed'({ database }) {
    const lost = await database.killPrimary();
    await pause(AWAY_MS);
    await until(database.primary, found => found !== null && found !== lost, RECOVERY_LIMIT_MS);
    lost.patroni.start();
    return database.standbyIsThere;
  },
  async 'process killed'({ apps }, n) {
    const app = apps[n % apps.length] as BuiltApp;
    await app.kill9();
    await pause(1000);
    // A supervisor starts the process until it stays, because a start without a database ends.
    await until(
      () =>
        app.restart().then(
          () => true,
          () => false,
        ),
      isThere => isThere,
      RECOVERY_LIMIT_MS,
    );
    return undefined;
  },
  async 'network cut for 30 s'({ relays }, n) {
    for (const relay of relays) relay.hold();
    await pause(CUT_MS);
    for (const relay of relays) relay.release(n % 2 === 0 ? 'late' : 'lost');
    return undefined;
  },
  async 'PgBouncer reloaded'({ pgbouncer }) {
    pgbouncer.signal('SIGHUP');
    return undefined;
  },
  async 'PgBouncer restarted'({ pgbouncer }) {
    await pgbouncer.end('SIGTERM');
    pgbouncer.start();
    return undefined;
  },
  async 'HAProxy reloaded'({ haproxy }) {
    haproxy.signal('SIGUSR2');
    return undefined;
  },
};

const READY_LIMIT_MS = 3000;
const POLL_MS = 100;

const isReady = ({ origin }: Pick<BuiltApp, 'origin'>): Promise<boolean> =>
  fetch(`${origin}/ready`, { signal: AbortSignal.timeout(READY_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** @returns when the process was last seen not ready; 0 if it always was */
async function watchReadiness(app: BuiltApp, over: AbortSignal): Promise<number> {
  let last = 0;
  while (!over.aborted) {
    if (!(await isReady(app))) last = performance.now();
    await pause(POLL_MS);
  }
  return last;
}

/** Returns how many processes listen to the primary for changes. */
async function listeners({ database }: Cluster): Promise<number> {
  const primary = await database.primary();
  if (!primary) return 0;
  const sql = `select count(*)::int as count from pg_stat_activity where application_name = 'charging news'`;
  return (await countAt(database.adminUrl(primary), sql)) ?? 0;
}

const answers = async (url: string): Promise<boolean> => (await countAt(url, 'select 1 as count')) === 1;

const ANSWER_LIMIT_MS = 1000;

/** @returns the number that the database answers; null if it does not answer */
async function countAt(connectionString: string, sql: string): Promise<number | null> {
  const limits = { connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
  const client = new pg.Client({ connectionString, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(sql);
    return rows[0]?.count ?? null;
  } catch {
    return null;
  } finally {
    void client.end().catch(() => undefined);
  }
}
