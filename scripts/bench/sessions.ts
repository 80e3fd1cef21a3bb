// What a long session costs, and many who watch one: npm run bench -- sessions
// A report and a view with readings of an hour and of three days before them, on a tariff that goes by time, and how long
// a change takes to reach a thousand viewers of one session, beside what plain Express needs to write them the same bytes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express, { type Response, type Router } from 'express';
import { createEvents } from '../../server/http/events.ts';
import type { MeterReading, StationSession } from '../../server/operator/stationPort.ts';
import { type OpenOperator, openOperator } from '../../test/support/openOperator.ts';

/** With a fee from some hours on: it is looked for in every view. */
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*2', connector: '1' };
const INTERVAL_S = 10;
const HOUR_READINGS = 3600 / INTERVAL_S;
const LENGTHS = { '1 h': HOUR_READINGS, '72 h': 72 * HOUR_READINGS };
const ROUNDS = 60;
const WARM_UP = 30;
const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 1000);
const CHANGES = 10;
const AT_ONCE = 50;

/** Milliseconds of processor time. */
interface Figures {
  report: number[];
  first: number[];
  view: number[];
}

interface OpenSession {
  app: OpenOperator;
  sessionId: string;
  /** Has the station tell the next reading; answers what that took. */
  tell(): Promise<number>;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const parent = process.send?.bind(process);
if (parent) await watch(parent);
else {
  const cost = await measureSessions();
  const show = (what: string, key: keyof Figures) => {
    const [short = [], long = []] = cost.map(figures => figures[key]);
    console.log(`${what.padEnd(34)} 1 h ${ms(short)}   72 h ${ms(long)}   ratio ${(median(long) / median(short)).toFixed(2)}`);
  };
  show('CPU of a report', 'report');
  show('CPU of a view made already', 'view');
  show('CPU of a view after a change', 'first');
  await measureViewers();
}

/** Median, least and most of some milliseconds. */
function ms(list: readonly number[]): string {
  return `${median(list).toFixed(2)} (${Math.min(...list).toFixed(2)}–${Math.max(...list).toFixed(2)}) ms`;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A session whose vehicle has charged for so many readings, told one by one at the end and written at once before. */
async function openSession(count: number): Promise<OpenSession> {
  const app = await openOperator();
  const { authorizationReference, sessionId } = await app.charging(POINT);
  const startedAt = app.clock.now();
  const readingAt = (n: number): MeterReading => ({
    at: new Date(startedAt.getTime() + n * INTERVAL_S * 1000),
    energyWh: n,
    powerW: 360 + (n % 7),
    isCharging: true,
  });
  const rows = Array.from({ length: count }, (_, n) => readingAt(n + 1));
  for (let from = 0; from < rows.length; from += 500)
    await app.store.db
      .insertInto('meter_values')
      .values(
        rows.slice(from, from + 500).map(({ at, energyWh, powerW }) => {
          return { session_id: sessionId, at: at.getTime(), energy_wh: energyWh, power_w: powerW, is_charging: 1 };
        }),
      )
      .execute();
  await app.store.db.updateTable('orders').set({ limit_minor: 10_000_000 }).execute();
  // Nobody asks the station again meanwhile, and nothing else falls due.
  await app.store.db.updateTable('sessions').set({ energy_wh: count, look_at: null }).execute();
  await app.store.db.updateTable('payments').set({ look_at: null }).execute();
  let told = count;
  const tell = async () => {
    told += 1;
    await app.clock.pass(told === count + 1 ? readingAt(told).at.getTime() - app.clock.now().getTime() : INTERVAL_S * 1000);
    const reading = readingAt(told);
    const station: StationSession = {
      authorizationReference,
      state: 'charging',
      startedAt,
      endedAt: null,
      readings: [reading],
      signedValues: [],
      isFinal: false,
    };
    return cpuMs(() => app.operator.report(authorizationReference, station));
  };
  return { app, sessionId, tell };
}

/** In turn, so that what else happens on the machine meets both. */
async function measureSessions(): Promise<readonly Figures[]> {
  const sessions: (OpenSession & { view(): Promise<number>; figures: Figures })[] = [];
  for (const count of Object.values(LENGTHS)) {
    const session = await openSession(count);
    const { watchId } = await session.app.operator.getSession(session);
    const view = () => cpuMs(() => session.app.operator.getWatchedSession({ watchId }));
    sessions.push({ ...session, view, figures: { report: [], first: [], view: [] } });
  }
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const { tell, view, figures } of sessions) {
      const [report, first, again] = [await tell(), await view(), await view()];
      if (round < 0) continue;
      figures.report.push(report);
      figures.first.push(first);
      figures.view.push(again);
    }
  for (const { app } of sessions) await app.close();
  return sessions.map(({ figures }) => figures);
}

async function measureViewers(): Promise<void> {
  const { app, sessionId, tell } = await openSession(HOUR_READINGS);
  const { watchId } = await app.operator.getSession({ sessionId });
  const product = createEvents(app.operator, VIEWERS * 10);
  const plain = plainStreams();
  for (const { name, server, path } of [
    { name: 'the house', server: product, path: `/api/watched/${watchId}/events` },
    { name: 'plain Express', server: plain, path: '/events' },
  ]) {
    const app = express().set('trust proxy', true).use(server.router);
    const listening = app.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const viewers = fork(fileURLToPath(import.meta.url), [], { serialization: 'json' });
    const openingMs = await cpuMs(async () => {
      viewers.send({ port: (listening.address() as AddressInfo).port, path, count: VIEWERS });
      await heard(viewers, 'open');
    });
    const [arrivals, cpu]: [number[], number[]] = [[], []];
    for (let change = 0; change < CHANGES; change++) {
      viewers.send('next');
      await heard(viewers, 'ready');
      const began = performance.timeOrigin + performance.now();
      const arrived = heard(viewers, 'times');
      cpu.push(
        await cpuMs(async () => {
          if (server === product) await tell();
          else plain.say();
          arrivals.push(...((await arrived) as number[]).map(at => at - began));
        }),
      );
    }
    const whileOpen = kept();
    viewers.kill();
    await once(viewers, 'exit');
    await new Promise(resolve => setTimeout(resolve, 1000));
    const perStream = (whileOpen - kept()) / VIEWERS / 1024;
    const sorted = arrivals.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0) ?? '?';
    console.log(
      `${VIEWERS} viewers, ${name}: a change ${ms(cpu)} CPU, arrives after p50 ${at(0.5)} / p99 ${at(0.99)} / most ${at(1)} ms; ` +
        `opening ${(openingMs / VIEWERS).toFixed(2)} ms CPU and ${perStream.toFixed(0)} KiB each`,
    );
    listening.closeAllConnections();
    listening.close();
  }
  await app.close();
}

/** What the viewers say of one thing; what they said of another is not waited for. */
function heard(viewers: ChildProcess, what: string): Promise<unknown> {
  return new Promise(resolve => {
    const listen = (said: unknown) => {
      if (typeof said !== 'object' || said === null || !(what in said)) return;
      viewers.off('message', listen);
      resolve((said as Record<string, unknown>)[what]);
    };
    viewers.on('message', listen);
  });
}

/** Bytes that are in use, without what is only garbage. */
function kept(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The same bytes without an app. */
function plainStreams(): { router: Router; say(): void } {
  const open = new Set<Response>();
  const router = express.Router();
  const event = Buffer.from(`id: 1\ndata: ${'x'.repeat(9000)}\n\n`);
  router.get('/events', (_request, response) => {
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' });
    response.flushHeaders();
    response.write(event);
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  return {
    router,
    say() {
      for (const response of open) response.write(event);
    },
  };
}

/** In a process of its own: opens streams, and tells when each has got the next event. */
async function watch(tell: (said: object) => void): Promise<void> {
  const [{ port, path, count }] = (await once(process, 'message')) as [{ port: number; path: string; count: number }];
  let times: number[] = [];
  const open = (n: number): Promise<void> =>
    new Promise((resolve, reject) => {
      // Each from a network of its own, as many drivers would.
      const headers = { 'X-Forwarded-For': `10.${n >> 8}.${n & 255}.1` };
      http
        .get({ host: '127.0.0.1', port, path, headers, agent: false }, response => {
          if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}`));
          let isOpen = false;
          response.on('data', (chunk: Buffer) => {
            if (!chunk.includes('id: ')) return;
            if (isOpen) times.push(performance.timeOrigin + performance.now());
            else resolve();
            isOpen = true;
            if (times.length === count) tell({ times });
          });
        })
        .on('error', reject);
    });
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => open(from + n)));
  await new Promise(resolve => setTimeout(resolve, 500));
  process.on('message', () => {
    times = [];
    tell({ ready: true });
  });
  tell({ open: true });
}
