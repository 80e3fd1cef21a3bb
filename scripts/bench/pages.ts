// npm run bench -- pages: compares the processor time of a page with that of bare Express and React, which render the same
// elements. The built app runs on a database file with 10,000 charging points. Payment pages at random come first, one in five in
// a second language. A cached page is compared with a server that has compressed the same page once. Processor time is measured
// because it depends little on the load of the machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { CLIENT, evseOf, shopWith } from '../../test/support/manyPoints.ts';
import { judge, median, quantile, ratio, ratios, spread } from './figures.ts';
import { type BenchServer, BROWSER_HEADERS, cpuMs, rssMb, startApp, startBaseline, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const POINTS = 10_000;
const REQUESTS = 500;
const CONNECTIONS = 4;
const CACHED_REQUESTS = 4000;
const ROUNDS = 3;
const QUERY_ROUNDS = 3;
const SINGLE_PAGES = { home: '/', search: `/${CLIENT}/receipts`, legal: `/${CLIENT}/terms` };

interface Figures {
  cpuUs: number[];
  p50: number[];
  p99: number[];
}

const paymentPage = (n: number): string => `/${CLIENT}/evse/${evseOf(n)}`;
const folder = mkdtempSync(path.join(tmpdir(), 'bench-pages-'));
const shop = shopWith(POINTS, { perFile: 10 });
const servers: BenchServer[] = [];
try {
  const app = await startApp(folder, { OPERATOR_DATA: shop.folder });
  servers.push(app);
  await waitForPage(app, '/');
  await measurePaymentPages(app);
  await measureCachedPage(app);
  for (const [name, address] of Object.entries(SINGLE_PAGES)) {
    const bare = await startBare(app, address);
    const addresses = () => Array.from({ length: REQUESTS }, () => address);
    await compare(name, addresses, { app, 'bare React': bare });
  }
  console.log(`memory of the app afterwards: ${rssMb(app).toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const server of servers) await server.close();
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measurePaymentPages(app: BenchServer): Promise<void> {
  const bare = await startBare(app, paymentPage(POINTS - 1));
  const random = () => {
    const page = paymentPage(Math.floor(Math.random() * POINTS));
    return Math.random() < 0.2 ? `/en${page}` : page;
  };
  const addresses = Array.from({ length: ROUNDS + 1 }, () => Array.from({ length: REQUESTS }, random));
  const cpu = await compare('payment, random addresses', round => addresses[round] ?? [], { app, 'bare React': bare });
  judge('payment page over 10,000 points at random ÷ bare React, CPU', median(ratios(cpu.app, cpu['bare React'])), { goal: 1.5 });
}

async function measureCachedPage(app: BenchServer): Promise<void> {
  const address = paymentPage(0);
  const file = path.join(folder, 'cached.html');
  writeFileSync(file, await waitForPage(app, address));
  const bare = await startBaseline('compressedServer.ts', file);
  servers.push(bare);
  await waitForPage(bare, address);
  const same = Array.from({ length: CACHED_REQUESTS }, () => address);
  const cpu = await compare('payment, one address', () => same, { app, 'compressed once': bare });
  judge('cached payment page ÷ the page compressed once, CPU', median(ratios(cpu.app, cpu['compressed once'])), { goal: 1.3 });
  const marked = same.map((each, n) => `${each}?utm_source=${n}`);
  const unknown = await compare('payment, unknown query', round => (round % 2 === 0 ? same : marked), { app }, 2 * QUERY_ROUNDS);
  const [without, withQuery] = [0, 1].map(half => unknown.app.filter((_, n) => (n + 1) % 2 === half)) as [number[], number[]];
  judge('payment page with unknown query ÷ without, CPU', median(ratios(withQuery, without)), { goal: 1.1 });
}

async function startBare(app: BenchServer, address: string): Promise<BenchServer> {
  const file = path.join(folder, 'page.html');
  writeFileSync(file, await waitForPage(app, address));
  const bare = await startBaseline('reactServer.ts', file);
  servers.push(bare);
  await waitForPage(bare, address);
  return bare;
}

/** Requests the addresses of each round from every server in turn. The first round warms the servers up and is not counted. */
async function compare<V extends string>(
  name: string,
  addresses: (round: number) => readonly string[],
  variants: Readonly<Record<V, BenchServer>>,
  rounds = ROUNDS,
): Promise<Record<V, number[]>> {
  const entries = Object.entries<BenchServer>(variants) as [V, BenchServer][];
  const figures = new Map(entries.map(([variant]) => [variant, { cpuUs: [], p50: [], p99: [] } as Figures]));
  for (let round = 0; round <= rounds; round++)
    for (const [variant, server] of entries) {
      const before = cpuMs(server);
      const requested = addresses(round);
      const { latency } = await load(server, requested);
      if (round === 0) continue;
      figures.get(variant)?.cpuUs.push(((cpuMs(server) - before) * 1000) / requested.length);
      figures.get(variant)?.p50.push(latency.p50);
      figures.get(variant)?.p99.push(latency.p99);
    }
  console.log(name);
  const baseline = [...figures.values()].at(-1)?.cpuUs ?? [];
  for (const [variant, { cpuUs, p50, p99 }] of figures)
    console.log(
      `  ${variant.padEnd(16)} ${spread(cpuUs, 0)} µs of processor time, ÷ the last line ${ratio(cpuUs, baseline)}; ` +
        `p50 ${quantile(p50, 0.5)} ms, p99 ${quantile(p99, 0.5)} ms`,
    );
  return Object.fromEntries([...figures].map(([variant, { cpuUs }]) => [variant, cpuUs])) as Record<V, number[]>;
}

/**
 * Requests each address once.
 * @throws Error if a request fails
 */
async function load({ origin }: BenchServer, addresses: readonly string[]): Promise<autocannon.Result> {
  let client = 0;
  const result = await autocannon({
    url: origin,
    headers: BROWSER_HEADERS,
    connections: CONNECTIONS,
    amount: addresses.length,
    setupClient: connection => {
      const part = client++;
      const own = addresses.filter((_, n) => n % CONNECTIONS === part);
      connection.setRequests(own.map(address => ({ method: 'GET', path: address })));
    },
  });
  if (result.errors + result.non2xx > 0) throw new Error(`${result.errors + result.non2xx} requests failed`);
  return result;
}
