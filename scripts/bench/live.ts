// npm run bench -- live: measures the cost of 10,000 browsers that watch one session, first with the built app on a database
// file, then with bare Express that sends events of the same size. Prints the memory per stream, the delay between the first and
// the last browser, and the processor time per event. Each stream needs two file descriptors; STREAMS=1000 sets a lower number of
// streams.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVisitor } from '../try/demoVisitor.ts';
import { quantile, ratio, spread } from './figures.ts';
import { type BenchServer, cpuMs, rssMb, startApp, startBaseline, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const STREAMS = Number(process.env.STREAMS ?? 10_000);
const OPENED_AT_ONCE = 50;
const EVENTS = 10;
/** The simulated meter sends a value every ten seconds of simulated time. At this speed that is every two seconds. */
const SIMULATOR_SPEED = '5';
const EVENT_LIMIT_MS = 120_000;

interface Figures {
  streamKib: number;
  p50s: number[];
  p99s: number[];
  eventCpuMs: number[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-live-'));
try {
  const app = await startApp(folder, { SIMULATOR_SPEED, TRUST_PROXY: 'loopback' });
  await waitForPage(app, '/');
  const address = await chargingSession(app);
  const eventBytes = (await (await fetch(app.origin + address.replace('/events', ''))).text()).length;
  const figures = await measure(app, address).finally(app.close);
  const bare = await startBaseline('sseServer.ts', String(eventBytes));
  await waitForPage(bare, '/');
  const baseline = await measure(bare, '/events').finally(bare.close);
  console.log(`${STREAMS} streams, events of ${eventBytes} bytes; load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { streamKib, p50s, p99s, eventCpuMs }] of [['app', figures] as const, ['bare Express', baseline] as const])
    console.log(
      `  ${name.padEnd(12)} ${streamKib.toFixed(0)} KiB a stream; an event arrives after p50 ${spread(p50s, 0)} ms, ` +
        `p99 ${spread(p99s, 0)} ms; processor time of an event ${spread(eventCpuMs, 0)} ms`,
    );
  console.log(
    `  app ÷ bare Express: memory ${(figures.streamKib / baseline.streamKib).toFixed(2)}, p99 ${ratio(figures.p99s, baseline.p99s)}, ` +
      `processor time ${ratio(figures.eventCpuMs, baseline.eventCpuMs)}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts a charging session.
 * @returns the path of its event stream
 */
async function chargingSession({ origin }: BenchServer): Promise<string> {
  const visitor = createVisitor(origin);
  const page = await visitor.pay(await visitor.order({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' }));
  const sessionId = page.split('/').at(-1) ?? '';
  await visitor.until(sessionId, ({ kind }) => kind === 'running', 120);
  return `/api/sessions/${sessionId}/events`;
}

async function measure(server: BenchServer, address: string): Promise<Figures> {
  /** For each event, the times at which the streams received it. */
  const arrivals = new Map<string, number[]>();
  const rssBefore = rssMb(server);
  const sockets: Socket[] = [];
  for (let n = 0; n < STREAMS; n += OPENED_AT_ONCE)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(OPENED_AT_ONCE, STREAMS - n) }, (_, i) => openStream(server, address, n + i, arrivals)),
      )),
    );
  const streamKib = ((rssMb(server) - rssBefore) * 1024) / STREAMS;
  const figures: Figures = { streamKib, p50s: [], p99s: [], eventCpuMs: [] };
  arrivals.clear();
  await nextEvent(arrivals);
  for (let event = 0; event < EVENTS; event++) {
    arrivals.clear();
    const cpuBefore = cpuMs(server);
    const times = await nextEvent(arrivals);
    figures.eventCpuMs.push(cpuMs(server) - cpuBefore);
    const delays = times.map(at => at - (times[0] ?? Number.NaN));
    figures.p50s.push(quantile(delays, 0.5));
    figures.p99s.push(quantile(delays, 0.99));
  }
  for (const socket of sockets) socket.destroy();
  return figures;
}

/**
 * Waits until every stream has received the next event.
 * @returns the arrival time of each stream
 */
async function nextEvent(arrivals: ReadonlyMap<string, number[]>): Promise<number[]> {
  const until = performance.now() + EVENT_LIMIT_MS;
  for (;;) {
    const complete = [...arrivals.values()].find(times => times.length === STREAMS);
    if (complete) return complete;
    if (performance.now() > until) throw new Error(`No event reached all streams within ${EVENT_LIMIT_MS / 1000} s`);
    await sleep(20);
  }
}

/**
 * Opens a stream. Each stream has its own network address, so that no limit per network applies. Resolves with the first event.
 */
function openStream({ origin }: BenchServer, address: string, n: number, arrivals: Map<string, number[]>): Promise<Socket> {
  const { hostname: host, port } = new URL(origin);
  const socket = connect({ host, port: Number(port) });
  socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 10.${n >> 8}.${n & 255}.1\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('data', chunk => {
      const text = chunk.toString('latin1');
      if (/^HTTP\/1\.1 (?!200)/.test(text)) reject(new Error(text.slice(0, 40)));
      const id = /^id: (\S+)$/m.exec(text)?.[1];
      if (id === undefined) return;
      const times = arrivals.get(id) ?? [];
      times.push(performance.now());
      arrivals.set(id, times);
      resolve(socket);
    });
  });
}
