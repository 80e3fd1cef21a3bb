// What a first visit costs, over the wire and page by page, against budgets.json: `npm run budgets`.
// HTML (with its CSS and data) as this app sends it with brotli; scripts as the build has compressed them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import zlib from 'node:zlib';
import type { ChargingPoint, DemoPoint, Plug } from '../shared/charging.ts';
import { freePort } from '../test/support/freePort.ts';

const outDir = process.env.OUT_DIR ?? 'dist';
const WEIGHTS = ['htmlBytes', 'scriptBytes', 'requests'] as const;
type Weight = Record<(typeof WEIGHTS)[number], number>;
const BUDGETS = JSON.parse(fs.readFileSync('budgets.json', 'utf8')) as Readonly<Record<string, Partial<Weight>>>;
/** The long words of German, Hungarian and French weigh most. */
const PREFIXES = ['', '/hu', '/fr'];

await import('./ensureBuild.ts');

async function startApp(): Promise<{ origin: string; close(): void }> {
  const port = await freePort();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'budgets-'));
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: 'production' };
  const server = spawn(process.execPath, [path.join(outDir, 'server.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isUp(origin)); tries++) {
    if (tries > 100 || server.exitCode !== null) throw new Error('The app did not start');
    await wait(100);
  }
  return {
    origin,
    close() {
      server.once('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
      server.kill();
    },
  };
}

const isUp = (origin: string): Promise<boolean> =>
  fetch(`${origin}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

interface PlugAt extends Plug {
  address: string;
}

/** Every page of the budget at the addresses where it may be heaviest. */
async function addresses(origin: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const points = (await (await fetch(`${origin}/api/demo-points`)).json()) as DemoPoint[];
  const plugs = (await Promise.all(points.map(point => plugsOf(origin, point)))).flat();
  const [{ clientId = '' } = {}] = points;
  const free = plugs.find(({ isFree, state }) => isFree && state === 'available');
  if (!free) throw new Error('No plug is free of charge');
  return {
    Home: ['/'],
    ClientHome: [`/${clientId}`],
    Payment: plugs.map(({ address }) => `${address}&kwh=20&minutes=600`),
    ReceiptSearch: [`/${clientId}/receipts`],
    Terms: [`/${clientId}/terms`],
    Session: [await startSession(origin, free.address)],
  };
}

async function plugsOf(origin: string, { clientId, evseId }: DemoPoint): Promise<PlugAt[]> {
  const answer = await fetch(`${origin}/api/clients/${clientId}/charging-points/${encodeURIComponent(evseId)}`);
  const point = (await answer.json()) as ChargingPoint;
  return point.plugs.map(plug => ({ ...plug, address: `/${clientId}/evse/${evseId}?plug=${encodeURIComponent(plug.id)}` }));
}

/** A session that costs nothing: ordered as a browser without JavaScript does it. */
async function startSession(origin: string, address: string): Promise<string> {
  const html = await (await fetch(origin + address, { headers: { 'Accept-Language': 'de' } })).text();
  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'j@example.org', emailConfirmation: 'j@example.org' };
  const body = new URLSearchParams({ ...hidden, ...person, acceptTerms: 'yes', acceptPrivacy: 'yes' });
  const answer = await fetch(origin + address, { method: 'POST', body, redirect: 'manual', headers: { Origin: origin } });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`No session was started: ${answer.status}`);
  return new URL(location, origin).pathname;
}

const brotliOf = (file: string): number => {
  const compressed = path.join(outDir, `${file}.br`);
  return fs.existsSync(compressed)
    ? fs.statSync(compressed).size
    : zlib.brotliCompressSync(fs.readFileSync(path.join(outDir, file))).length;
};

async function weigh(url: string): Promise<Weight> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity', 'Accept-Language': 'de' } });
  const html = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const scripts = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file));
  const others = new Set(
    [...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, file = '']) => file).filter(file => !scripts.has(file)),
  );
  return {
    htmlBytes: await sentBytes(url),
    scriptBytes: [...scripts].reduce((sum, file) => sum + brotliOf(file), 0),
    requests: 1 + scripts.size + others.size,
  };
}

/** As it goes over the wire: fetch would unpack it. */
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

const heaviest = (weights: readonly Weight[]): Weight => {
  const most = (name: keyof Weight) => Math.max(...weights.map(weight => weight[name]));
  return { htmlBytes: most('htmlBytes'), scriptBytes: most('scriptBytes'), requests: most('requests') };
};

const app = await startApp();
try {
  const found = await addresses(app.origin);
  const rows = [];
  for (const [page, budget] of Object.entries(BUDGETS)) {
    const urls = (found[page] ?? []).flatMap(address => PREFIXES.map(prefix => app.origin + prefix + address));
    const weights: Weight[] = [];
    for (const url of urls) weights.push(await weigh(url));
    const weight = heaviest(weights);
    const over = WEIGHTS.filter(name => weight[name] > (budget[name] ?? Number.POSITIVE_INFINITY));
    rows.push({ page, ...weight, over: over.join(', ') });
  }
  console.table(rows);
  if (rows.some(({ over }) => over)) {
    console.error('Over budget (budgets.json): make it lighter, the numbers only go down.');
    process.exitCode = 1;
  }
} finally {
  app.close();
}
