// npm run bench -- live: measures the cost of 10,000 browsers that watch 200 sessions, first with the built app on a database file,
// then with bare Express that sends events of the same size to as many groups. Prints the memory per stream, the delay between the
// first and the last browser of a session, and the processor time. Each stream needs two file descriptors; STREAMS=1000 sets a
// lower number of streams.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT, evseOf, shopWith } from '../../test/support/manyPoints.ts';
import { createVisitor } from '../try/demoVisitor.ts';
import { judge, quantile } from './figures.ts';
import { type BenchServer, cpuMs, rssMb, startApp, startBaseline, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const STREAMS = Number(process.env.STREAMS ?? 10_000);
const OPENED_AT_ONCE = 50;
const STARTED_AT_ONCE = 10;
const SESSIONS = 200;
/** Milliseconds for which events are measured. Every session sends some events in this time. */
const MEASURED_MS = 20_000;
/** The simulated meter sends a value every ten seconds of simulated time. At this speed that is every two seconds. */
const SIMULATOR_SPEED = '5';

interface Figures {
  streamKib: number;
  /** For each event, the milliseconds between its first and its last arrival. */
  delaysMs: number[];
  /** Milliseconds of processor time for one event to one stream. */
  arrivalCpuMs: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-live-'));
const shop = shopWith(SESSIONS);
try {
  const app = await startApp(folder, { SIMULATOR_SPEED, TRUST_PROXY: 'loopback', OPERATOR_DATA: shop.folder });
  await waitForPage(app, '/');
  const addresses = await chargingSessions(app);
  const [address = ''] = addresses;
  const eventBytes = (await (await fetch(app.origin + address.replace('/events', ''))).text()).length;
  const figures = await measure(app, addresses).finally(app.close);
  const bare = await startBaseline('sseServer.ts', String(eventBytes));
  await waitForPage(bare, '/');
  const groups = addresses.map((_, n) => `/events/${n}`);
  const baseline = await measure(bare, groups).finally(bare.close);
  console.log(`${STREAMS} streams of ${SESSIONS} sessions, events of ${eventBytes} bytes; load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { streamKib, delaysMs, arrivalCpuMs }] of [['app', figures] as const, ['bare Express', baseline] as const])
    console.log(
      `  ${name.padEnd(12)} ${streamKib.toFixed(1)} KiB a stream; an event has reached all streams of its session after p50 ` +
        `${quantile(delaysMs, 0.5).toFixed(0)} ms, p99 ${quantile(delaysMs, 0.99).toFixed(0)} ms; ` +
        `processor time ${(arrivalCpuMs * 1000).toFixed(0)} µs for each arrival`,
    );
  judge('10,000 streams of 200 sessions, memory of each', figures.streamKib, { goal: 25, unit: ' KiB' });
  const p99 = quantile(figures.delaysMs, 0.99) / quantile(baseline.delaysMs, 0.99);
  judge('10,000 streams of 200 sessions: p99 of an event ÷ bare Express', p99, { goal: 1.1 });
} finally {
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts the charging sessions.
 * @returns the paths of their event streams
 */
async function chargingSessions({ origin }: BenchServer): Promise<string[]> {
  const addresses: string[] = [];
  const start = async (n: number) => {
    const visitor = createVisitor(origin, { from: `10.200.${n}.1` });
    const page = await visitor.pay(await visitor.order({ clientId: CLIENT, evseId: evseOf(n), connector: '1' }));
    const sessionId = page.split('/').at(-1) ?? '';
    await visitor.until(sessionId, ({ kind }) => kind === 'running', 120);
    addresses.push(`/api/sessions/${sessionId}/events`);
  };
  for (let n = 0; n < SESSIONS; n += STARTED_AT_ONCE)
    await Promise.all(Array.from({ length: STARTED_AT_ONCE }, (_, i) => start(n + i)));
  return addresses;
}

async function measure(server: BenchServer, addresses: readonly string[]): Promise<Figures> {
  /** For each event, the times at which the streams received it. */
  const arrivals = new Map<string, number[]>();
  const rssBefore = rssMb(server);
  const sockets: Socket[] = [];
  const openAt = (n: number) => openStream(server, addresses[n % addresses.length] ?? '', n, arrivals);
  for (let n = 0; n < STREAMS; n += OPENED_AT_ONCE) {
    const count = Math.min(OPENED_AT_ONCE, STREAMS - n);
    sockets.push(...(await Promise.all(Array.from({ length: count }, (_, i) => openAt(n + i)))));
  }
  const streamKib = ((rssMb(server) - rssBefore) * 1024) / STREAMS;
  arrivals.clear();
  const cpuBefore = cpuMs(server);
  await sleep(MEASURED_MS);
  const cpu = cpuMs(server) - cpuBefore;
  for (const socket of sockets) socket.destroy();
  const streams = Math.floor(STREAMS / addresses.length);
  // An event that began before or ends after the measured time has reached some streams only.
  const complete = [...arrivals.values()].filter(times => times.length >= streams);
  if (complete.length < addresses.length) throw new Error(`Only ${complete.length} events reached all their streams`);
  const arrived = [...arrivals.values()].reduce((sum, times) => sum + times.length, 0);
  const delaysMs = complete.map(times => Math.max(...times) - Math.min(...times));
  return { streamKib, delaysMs, arrivalCpuMs: cpu / arrived };
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
      const event = `${address} ${id}`;
      const times = arrivals.get(event) ?? [];
      times.push(performance.now());
      arrivals.set(event, times);
      resolve(socket);
    });
  });
}
