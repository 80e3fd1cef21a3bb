// What a page costs, beside the plainest ways to answer the same bytes: npm run bench -- pages
// Processor time of the server for one request, of all its threads, in rounds that take turns. Ratios of one run count; the figures
// alone say as much about the machine. PAGES=payment measures one page, ROUND_MS=4000 makes rounds longer.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { freePort } from '../../test/support/freePort.ts';
import { createVisitor } from '../demoVisitor.ts';

const PAGES: Readonly<Record<string, string>> = {
  payment: '/blaufink/evse/DE*BLF*E1001*1',
  home: '/',
  search: '/blaufink/receipts',
  legal: '/blaufink/terms',
};
const ROUNDS = 3;
const ROUND_MS = Number(process.env.ROUND_MS ?? 1500);
const AT_ONCE = 4;
const WARM_UP = 60;
/** Of whoever brings something from a station's screen a page is rendered for them alone. */
const RENDERED = { Cookie: 'locale=de; code=none' };

interface Way {
  name: string;
  port: number;
  pid: number;
  headers: Readonly<Record<string, string>>;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const folder = mkdtempSync(path.join(tmpdir(), 'bench-pages-'));
const children: ChildProcess[] = [];
try {
  const app = await startApp();
  console.log(
    `Node ${process.version}; load of the machine ${loadavg()[0]?.toFixed(1)}; ${ROUNDS} rounds of ${ROUND_MS} ms each\n`,
  );
  for (const name of (process.env.PAGES ?? [...Object.keys(PAGES), 'session'].join()).split(','))
    await measurePage(name, name === 'session' ? await chargingAt(app) : (PAGES[name] ?? '/'), app);
  console.log(`Memory of the app afterwards: ${rssMb(app.pid)} MB; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** The page of a session that runs. */
async function chargingAt({ port }: Pick<Way, 'port'>): Promise<string> {
  const visitor = createVisitor(`http://127.0.0.1:${port}`, { userAgent: 'Mozilla/5.0 Firefox/140.0' });
  const address = await visitor.pay(
    await visitor.order({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1', prefix: '/en' }),
  );
  await visitor.until(address.split('/').at(-1) ?? '', ({ kind }) => kind === 'running', 60);
  return address;
}

async function measurePage(name: string, address: string, app: Pick<Way, 'port' | 'pid'>): Promise<void> {
  const { body } = await ask({ ...app, headers: RENDERED }, address);
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, body);
  const ways: Way[] = [
    { name: 'kept', ...app, headers: {} },
    { name: 'rendered', ...app, headers: RENDERED },
    { name: 'template', ...(await startBaseline('template', file)), headers: {} },
    { name: 'bare React', ...(await startBaseline('react', file)), headers: {} },
  ];
  const costs = new Map(ways.map(way => [way.name, [] as number[]]));
  const sizes = new Map<string, number>();
  for (const way of ways) {
    for (let n = 0; n < WARM_UP; n++) await ask(way, address);
    sizes.set(way.name, (await ask(way, address)).bytes);
  }
  for (let round = 0; round < ROUNDS; round++) for (const way of ways) costs.get(way.name)?.push(await costUs(way, address));
  console.log(`${name}, ${body.length} signs of HTML`);
  for (const way of ways)
    console.log(`  ${way.name.padEnd(11)} ${figures(costs.get(way.name))} µs  ${sizes.get(way.name)} bytes`);
  const ratio = (one: string, other: string) => {
    const each = (costs.get(one) ?? []).map((cost, round) => cost / (costs.get(other)?.[round] ?? Number.NaN));
    console.log(`  ${one} ÷ ${other}: ${figures(each, 2)}`);
  };
  ratio('kept', 'template');
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
async function costUs(way: Way, address: string): Promise<number> {
  const [before, until] = [cpuTicks(way.pid), performance.now() + ROUND_MS];
  let asked = 0;
  const visitor = async () => {
    while (performance.now() < until) {
      await ask(way, address);
      asked++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  // A tick is a hundredth of a second.
  return ((cpuTicks(way.pid) - before) * 10_000) / asked;
}

function cpuTicks(pid: number): number {
  // Behind the name of the program, which may have blanks and brackets: user and system time are the 12th and 13th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function rssMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

async function ask({ port, headers }: Pick<Way, 'port' | 'headers'>, address: string): Promise<{ body: string; bytes: number }> {
  const sent = {
    'User-Agent': 'Mozilla/5.0 Firefox/140.0',
    'Accept-Encoding': 'gzip, deflate, br',
    Cookie: 'locale=de',
    ...headers,
  };
  const request = http.get({ host: '127.0.0.1', port, path: address, headers: sent, agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  if (response.statusCode !== 200) throw new Error(`${address} was answered with ${response.statusCode}`);
  // The client is measured by nobody, and still needs the core: it opens only what it reads.
  return { bytes: all.length, body: sent.Cookie === RENDERED.Cookie ? zlib.brotliDecompressSync(all).toString() : '' };
}

async function startBaseline(way: string, file: string): Promise<{ port: number; pid: number }> {
  const main = fileURLToPath(new URL('./baselines/pageServer.ts', import.meta.url));
  const child = fork(main, [way, file], { env: { ...process.env, NODE_ENV: 'production' } });
  children.push(child);
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid ?? 0 };
}

/** The app as it is built. */
async function startApp(): Promise<{ port: number; pid: number }> {
  const port = await freePort();
  const child = fork('dist/start.mjs', [], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const began = performance.now();
  for (;;) {
    const isUp = await ask({ port, headers: {} }, '/').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (performance.now() - began > 60_000) throw new Error('The app does not start');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  console.log(`Start to first page: ${Math.round(performance.now() - began)} ms, ${rssMb(child.pid ?? 0)} MB`);
  return { port, pid: child.pid ?? 0 };
}
