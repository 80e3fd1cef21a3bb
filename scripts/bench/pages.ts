// What a page costs, beside the plainest ways to answer the same bytes: npm run bench -- pages
// Processor time of the server for one request, of all its threads, in rounds that take turns. Ratios of one run count; the figures
// alone say as much about the machine. PAGES=payment measures one page, ROUND_MS=4000 makes rounds longer, WARM_UP=60 begins cold,
// ENGINE=postgres keeps data in PostgreSQL, whose own processor time does not count.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../test/support/postgres.ts';
import { createVisitor } from '../try/demoVisitor.ts';
import {
  cpuMs,
  fetchPage,
  fetchRepeatedly,
  isUp,
  PAGES,
  RENDERED,
  rssMb,
  type Served,
  startApp,
  startBaseline,
} from './parts/served.ts';

const ROUNDS = 3;
const ROUND_MS = Number(process.env.ROUND_MS ?? 1500);
/** Of each way, before it is measured: until then V8 compiles what they run. */
const WARM_UP = Number(process.env.WARM_UP ?? 1000);

interface Variant {
  name: string;
  server: Served;
  headers: Readonly<Record<string, string>>;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-pages-'));
const servers: Served[] = [];
const database = process.env.ENGINE === 'postgres' ? await startPostgres() : null;
try {
  const url = database && (await database.createDatabase());
  const began = performance.now();
  const app = await startApp(folder, url ? { DATABASE_URL: url, DATABASE_LISTEN_URL: url } : {});
  servers.push(app);
  await isUp(app, '/');
  console.log(`Start to first page: ${Math.round(performance.now() - began)} ms, ${rssMb(app)} MB`);
  console.log(
    `Node ${process.version}; load of the machine ${loadavg()[0]?.toFixed(1)}; ${ROUNDS} rounds of ${ROUND_MS} ms each\n`,
  );
  for (const name of (process.env.PAGES ?? [...Object.keys(PAGES), 'session'].join()).split(','))
    await measurePage(name, name === 'session' ? await chargingAt(app) : (PAGES[name] ?? '/'), app);
  console.log(`Memory of the app afterwards: ${rssMb(app)} MB; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const { child } of servers) child.kill();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The page of a session that runs. */
async function chargingAt({ port }: Served): Promise<string> {
  const visitor = createVisitor(`http://127.0.0.1:${port}`, { userAgent: 'Mozilla/5.0 Firefox/140.0' });
  const address = await visitor.pay(
    await visitor.order({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1', prefix: '/en' }),
  );
  await visitor.until(address.split('/').at(-1) ?? '', ({ kind }) => kind === 'running', 60);
  return address;
}

async function measurePage(name: string, address: string, app: Served): Promise<void> {
  const body = (await fetchPage(app, address, RENDERED)).body();
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, body);
  const baseline = async (way: string): Promise<Served> => {
    const server = await startBaseline(way, file);
    servers.push(server);
    await isUp(server, address);
    return server;
  };
  const variants: Variant[] = [
    { name: 'cached', server: app, headers: {} },
    { name: 'rendered', server: app, headers: RENDERED },
    { name: 'template', server: await baseline('template'), headers: {} },
    { name: 'bare React', server: await baseline('react'), headers: {} },
  ];
  const costs = new Map(variants.map(way => [way.name, [] as number[]]));
  const sizes = new Map<string, number>();
  for (const way of variants) {
    for (let n = 0; n < WARM_UP; n++) await fetchPage(way.server, address, way.headers);
    sizes.set(way.name, (await fetchPage(way.server, address, way.headers)).bytes);
  }
  for (let round = 0; round < ROUNDS; round++) for (const way of variants) costs.get(way.name)?.push(await costUs(way, address));
  console.log(`${name}, ${body.length} signs of HTML`);
  for (const way of variants)
    console.log(`  ${way.name.padEnd(11)} ${figures(costs.get(way.name))} µs  ${sizes.get(way.name)} bytes`);
  const ratio = (one: string, other: string) => {
    const each = (costs.get(one) ?? []).map((cost, round) => cost / (costs.get(other)?.[round] ?? Number.NaN));
    console.log(`  ${one} ÷ ${other}: ${figures(each, 2)}`);
  };
  ratio('cached', 'template');
  ratio('rendered', 'bare React');
  console.log('');
}

/** Median, least and most. */
function figures(list: readonly number[] = [], digits = 0): string {
  const sorted = list.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(digits)} (${least?.toFixed(digits)}–${most?.toFixed(digits)})`;
}

/** Microseconds of processor time for a request. */
async function costUs({ server, headers }: Variant, address: string): Promise<number> {
  const [before, until] = [cpuMs(server), performance.now() + ROUND_MS];
  const requestCount = await fetchRepeatedly(
    () => performance.now() >= until,
    () => fetchPage(server, address, headers),
  );
  return ((cpuMs(server) - before) * 1000) / requestCount;
}
