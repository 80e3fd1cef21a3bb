// Compares the transfer size of a first visit to each page with budgets.json. HTML with its CSS and data is measured as the app
// sends it with brotli, scripts as the build has compressed them.
import fs from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';
import type { ChargingPoint, Plug } from '../../shared/charging/charging.ts';
import type { DemoPoint } from '../../shared/charging/demo.ts';
import { until } from '../../test/support/until.ts';

const WEIGHTS = ['htmlBytes', 'scriptBytes', 'scripts', 'requests'] as const;
type Weight = Record<(typeof WEIGHTS)[number], number>;
export type WeighedPage = Weight & { page: string; over: string };

/** Language prefixes to measure. German, Hungarian and French texts are the longest. */
const PREFIXES = ['', '/hu', '/fr'];

interface WeighOptions {
  origin: string;
  outDir: string;
  /** Only every n-th payment page is measured, because there is one for each plug. Default: all. */
  every?: number;
}

/** Measures each page of budgets.json in its largest variant. `over`: the exceeded limits. */
export async function weighPages({ origin, outDir, every = 1 }: WeighOptions): Promise<WeighedPage[]> {
  const budgets = JSON.parse(fs.readFileSync('budgets.json', 'utf8')) as Readonly<Record<string, Partial<Weight>>>;
  const found = await addresses(origin, every);
  const pages: WeighedPage[] = [];
  for (const [page, budget] of Object.entries(budgets)) {
    const urls = ((await found[page]?.()) ?? []).flatMap(address => PREFIXES.map(prefix => origin + prefix + address));
    const weights: Weight[] = [];
    for (const url of urls) weights.push(await weigh(url, outDir));
    const weight = heaviest(weights);
    const over = WEIGHTS.filter(name => !(weight[name] <= (budget[name] ?? Number.POSITIVE_INFINITY)));
    pages.push({ page, ...weight, over: over.join(', ') });
  }
  return pages;
}

interface PlugAt extends Plug {
  address: string;
}

/**
 * Returns the addresses at which a page is measured. Called in the order of budgets.json, because the running session must be
 * measured before it is ended.
 */
type Addresses = () => readonly string[] | Promise<readonly string[]>;

/** Returns for each page of budgets.json the addresses at which its largest variants are. */
async function addresses(origin: string, every: number): Promise<Readonly<Record<string, Addresses>>> {
  const points = (await (await fetch(`${origin}/api/demo-points`)).json()) as DemoPoint[];
  const plugs = (await Promise.all(points.map(point => plugsOf(origin, point)))).flat();
  const [{ clientId = '' } = {}] = points;
  const free = plugs.find(({ isFree, state }) => isFree && state === 'available');
  if (!free) throw new Error('No plug is free of charge');
  const sold = plugs.filter((_, n) => n % every === 0);
  let session = '';
  return {
    Home: () => ['/'],
    ClientHome: () => [`/${clientId}`],
    Payment: () => sold.map(({ address }) => `${address}&kwh=20&minutes=600`),
    ReceiptSearch: () => [`/${clientId}/receipts`],
    Terms: () => [`/${clientId}/terms`],
    async Session() {
      session = await startSession(origin, free.address);
      return [await withLongCurve(origin, session)];
    },
    SessionEnd: async () => [await endSession(origin, session)],
  };
}

async function plugsOf(origin: string, { clientId, evseId }: DemoPoint): Promise<PlugAt[]> {
  const answer = await fetch(`${origin}/api/clients/${clientId}/charging-points/${encodeURIComponent(evseId)}`);
  const point = (await answer.json()) as ChargingPoint;
  return point.plugs.map(plug => ({ ...plug, address: `/${clientId}/evse/${evseId}?plug=${encodeURIComponent(plug.id)}` }));
}

/** Starts a session that is free of charge by posting the form, as a browser without JavaScript does. */
async function startSession(origin: string, address: string): Promise<string> {
  const page = await fetch(origin + address, { headers: { 'Accept-Language': 'de' } });
  const html = await page.text();
  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'j@example.org', emailConfirmation: 'j@example.org' };
  const body = new URLSearchParams({ ...hidden, ...person, acceptTerms: 'yes', acceptPrivacy: 'yes' });
  const headers = { Origin: origin, Cookie: page.headers.get('set-cookie') ?? '' };
  const answer = await fetch(origin + address, { method: 'POST', body, redirect: 'manual', headers });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`No session was started: ${answer.status}`);
  return new URL(location, origin).pathname;
}

/** Number of points of the power chart from which the page of a session is nearly at its largest. */
const LONG_CURVE = 46;

/** Waits until the chart of a session has many points. Without waiting, a page would weigh less on a fast machine. */
async function withLongCurve(origin: string, session: string): Promise<string> {
  await until(
    () => sessionAt(origin + session),
    ({ values }) => (values?.curve.length ?? 0) >= LONG_CURVE,
  );
  return session;
}

interface ShownSession {
  kind: string;
  values?: { curve: readonly unknown[] };
}

/** Loads the page of a session, and returns the session from its data. */
async function sessionAt(url: string): Promise<ShownSession> {
  const html = await (await fetch(url)).text();
  const [, state = 'null'] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(state)?.first.data.session ?? {};
}

/** Ends a session: stops it, or cancels it if no vehicle is connected. */
async function endSession(origin: string, session: string): Promise<string> {
  const postAction = async (what: string) => {
    const init = { method: 'POST', body: new URLSearchParams(), redirect: 'manual', headers: { Origin: origin } } as const;
    return (await fetch(`${origin}${session}/${what}`, init)).status;
  };
  const statuses = [await postAction('cancel'), await postAction('stop')];
  if (!statuses.includes(303)) throw new Error(`The session was not ended: ${statuses}`);
  await until(
    () => sessionAt(origin + session),
    ({ kind }) => kind !== 'running' && kind !== 'stopping',
  );
  return session;
}

function brotliOf(outDir: string, file: string): number {
  const compressed = path.join(outDir, `${file}.br`);
  return fs.existsSync(compressed)
    ? fs.statSync(compressed).size
    : zlib.brotliCompressSync(fs.readFileSync(path.join(outDir, file))).length;
}

async function weigh(url: string, outDir: string): Promise<Weight> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity', 'Accept-Language': 'de' } });
  const html = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const scripts = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file));
  const others = new Set(
    [...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, file = '']) => file).filter(file => !scripts.has(file)),
  );
  return {
    htmlBytes: await sentBytes(url),
    scriptBytes: [...scripts].reduce((sum, file) => sum + brotliOf(outDir, file), 0),
    scripts: scripts.size,
    requests: 1 + scripts.size + others.size,
  };
}

/** Returns the compressed size of a response. `fetch` cannot report it, because it decompresses the body. */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br', 'Accept-Language': 'de' } }, response => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

function heaviest(weights: readonly Weight[]): Weight {
  const maxOf = (name: keyof Weight) => Math.max(...weights.map(weight => weight[name]));
  return Object.fromEntries(WEIGHTS.map(name => [name, maxOf(name)])) as Weight;
}
