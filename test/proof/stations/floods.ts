import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ocppRows } from '../../../server/compose/sources.ts';
import { createStationRegistry } from '../../../server/stations/ocpp/chargePoints/registry.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { type Controlled, openControlled } from '../../support/controlled.ts';
import { shopWith, stationOf } from '../../support/manyPoints.ts';
import type { Goal } from './goals.ts';
import { visitPages } from './visitors.ts';

const FRAMES = 60_000;
const MAX_LOCK_OUT_MS = 1000;
const MAX_PAGE_MS = 500;
const MAX_GROWTH_MB = 30;
const QUEUED = 5000;
const PAGES_PER_S = 10;
const WARM_UP_MS = 15_000;
/** Duration of a memory measurement. The smallest value counts, because larger ones include garbage that is not collected yet. */
const SETTLE_MS = 5000;
const STATIONS = 8;
/** Number of points whose pages `visitPages` loads. */
const POINTS = 50;

interface Flooded {
  sent: number;
  code: number;
  closedAfterMs: number;
  lockedOutAfterMs: number;
  status: number;
}

interface Surroundings {
  app: BuiltApp;
  stations: Controlled;
  print(line: string): void;
}

const memoryMb = (app: BuiltApp): number => {
  const [, kB = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${app.pid()}/status`, 'utf8')) ?? [];
  return Number(kB) / 1024;
};

async function minMemoryMb(app: BuiltApp): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (const until = performance.now() + SETTLE_MS; performance.now() < until; await sleep(250))
    min = Math.min(min, memoryMb(app));
  return min;
}

/** Sends one flood of each kind, and then the queue of a station after an outage. The app is a single process on SQLite. */
export async function proveFloods({ print }: Pick<Surroundings, 'print'>): Promise<Goal[]> {
  const shop = shopWith(POINTS, { hasStations: true });
  const env = { OPERATOR_DATA: shop.folder, STATIONS: 'ocpp', DEMO: '1', SECRET: 'a secret of thirty-two characters' };
  const app = await startBuiltApp({ speed: 1, env });
  const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: app.dataDir });
  const registry = createStationRegistry({ store: ocppRows(store), now: () => new Date() });
  for (let n = 0; n < STATIONS; n++) await registry.add(stationOf(n), { protocol: null });
  const stations = await openControlled(join(import.meta.dirname, '../../support/ocpp/floodMain.ts'));
  try {
    await visitPages({ apps: [app] }, { perSecond: PAGES_PER_S, over: sleep(WARM_UP_MS) });
    const kinds = (await stations.request('GET', '/kinds')) as string[];
    const goals: Goal[] = [];
    for (const [n, kind] of kinds.entries()) goals.push(...(await floodWith({ app, stations, print }, { n, kind })));
    goals.push(...(await sendQueue({ app, stations, print })));
    const [bug] = app.bugs();
    return [...goals, { goal: 'No fault in the log', found: bug ? JSON.stringify(bug).slice(0, 300) : 'none', isMet: !bug }];
  } finally {
    await stations.close();
    await store.close();
    await app.close();
    shop.close();
  }
}

const urlOf = ({ origin }: BuiltApp): string => `${origin.replace('http:', 'ws:')}/ocpp`;

async function floodWith({ app, stations, print }: Surroundings, { n, kind }: { n: number; kind: string }): Promise<Goal[]> {
  const beforeMb = await minMemoryMb(app);
  const body = { url: urlOf(app), identity: stationOf(n), kind, frames: FRAMES };
  const over = stations.request('POST', '/flood', body) as Promise<Flooded>;
  const pages = await visitPages({ apps: [app] }, { perSecond: PAGES_PER_S, over: over.then(() => sleep(1000)) });
  const { sent, code, closedAfterMs, lockedOutAfterMs, status } = await over;
  const growthMb = Math.max(0, (await minMemoryMb(app)) - beforeMb);
  print(`${kind}: ${sent} frames taken, pages p50 ${pages.p50} ms of ${pages.count}`);
  return [
    {
      goal: `${kind}: closed (1008) and locked out (429) within ${MAX_LOCK_OUT_MS} ms`,
      found: `${code} after ${closedAfterMs} ms, ${status} after ${lockedOutAfterMs} ms`,
      isMet: code === 1008 && status === 429 && lockedOutAfterMs <= MAX_LOCK_OUT_MS,
    },
    {
      goal: `${kind}: the slowest page takes at most ${MAX_PAGE_MS} ms`,
      found: `${pages.max} ms${pages.failed > 0 ? `, ${pages.failed} failed` : ''}`,
      isMet: pages.max <= MAX_PAGE_MS && pages.failed === 0,
    },
    {
      goal: `${kind}: memory grows by at most ${MAX_GROWTH_MB} MB`,
      found: `${growthMb.toFixed(1)} MB`,
      isMet: growthMb <= MAX_GROWTH_MB,
    },
  ];
}

async function sendQueue({ app, stations, print }: Surroundings): Promise<Goal[]> {
  const body = { url: urlOf(app), identity: stationOf(STATIONS - 1), messages: QUEUED };
  const found = (await stations.request('POST', '/queue', body)) as { answered: number; closes: number; seconds: number };
  print(`${QUEUED} queued messages took ${found.seconds} s`);
  return [
    {
      goal: `${QUEUED} queued messages after an outage: all are answered`,
      found: String(found.answered),
      isMet: found.answered === QUEUED,
    },
    { goal: 'The connection of the queue is not closed', found: `${found.closes} times`, isMet: found.closes === 0 },
  ];
}
