// npm run bench -- pages: compares the processor time of a page with that of bare Express and React, which render the same
// elements. The built app runs on a database file with 10,000 charging points. Payment pages come first: each round requests
// points that no earlier round has requested, twice from the app. Pages with a single address follow. Processor time is measured
// because it depends little on the load of the machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { CLIENT, evseOf, shopWith } from '../../test/support/manyPoints.ts';
import { quantile, ratio, spread } from './figures.ts';
import { type BenchServer, BROWSER_HEADERS, cpuMs, rssMb, startApp, startBaseline, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const POINTS = 10_000;
const REQUESTS = 500;
const CONNECTIONS = 4;
const ROUNDS = 3;
const SINGLE_PAGES = { home: '/', search: `/${CLIENT}/receipts`, legal: `/${CLIENT}/terms` };

interface Figures {
  cpuUs: number[];
  p50: number[];
  p99: number[];
}

const paymentPage = (n: number): string => `/${CLIENT}/evse/${evseOf(n)}`;
const folder = mkdtempSync(path.join(tmpdir(), 'bench-pages-'));
const shop = shopWith(POINTS);
const servers: BenchServer[] = [];
try {
  const app = await startApp(folder, { OPERATOR_DATA: shop.folder });
  servers.push(app);
  await waitForPage(app, '/');
  await measurePaymentPages(app);
  for (const [name, address] of Object.entries(SINGLE_PAGES)) {
    const bare = await startBare(app, address);
    const addresses = () => Array.from({ length: REQUESTS }, () => address);
    await compare(name, addresses, { 'app, again': app, 'bare React': bare });
  }
  console.log(`memory of the app afterwards: ${rssMb(app).toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const server of servers) await server.close();
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measurePaymentPages(app: BenchServer): Promise<void> {
  const bare = await startBare(app, paymentPage(POINTS - 1));
  const addresses = (round: number) => Array.from({ length: REQUESTS }, (_, n) => paymentPage(round * REQUESTS + n));
  await compare('payment, many addresses', addresses, { 'app, first time': app, 'app, again': app, 'bare React': bare });
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
async function compare(
  name: string,
  addresses: (round: number) => readonly string[],
  variants: Readonly<Record<string, BenchServer>>,
): Promise<void> {
  const figures = new Map(Object.keys(variants).map(variant => [variant, { cpuUs: [], p50: [], p99: [] } as Figures]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [variant, server] of Object.entries(variants)) {
      const before = cpuMs(server);
      const { latency } = await load(server, addresses(round));
      if (round === 0) continue;
      figures.get(variant)?.cpuUs.push(((cpuMs(server) - before) * 1000) / REQUESTS);
      figures.get(variant)?.p50.push(latency.p50);
      figures.get(variant)?.p99.push(latency.p99);
    }
  console.log(name);
  const bare = figures.get('bare React')?.cpuUs ?? [];
  for (const [variant, { cpuUs, p50, p99 }] of figures)
    console.log(
      `  ${variant.padEnd(16)} ${spread(cpuUs, 0)} µs of processor time, ÷ bare React ${ratio(cpuUs, bare)}; ` +
        `p50 ${quantile(p50, 0.5)} ms, p99 ${quantile(p99, 0.5)} ms`,
    );
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
