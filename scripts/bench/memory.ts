// npm run bench -- memory: measures the memory of the built app with 10,000 charging points at rest, and after 1,000 paid sessions
// and 50,000 payment pages at random. SESSIONS and PAGES set other numbers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { CLIENT, evseOf, shopWith } from '../../test/support/manyPoints.ts';
import { createVisitor } from '../try/demoVisitor.ts';
import { judge } from './figures.ts';
import { BROWSER_HEADERS, rssMb, startApp, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const POINTS = 10_000;
const SESSIONS = Number(process.env.SESSIONS ?? 1000);
const PAGES = Number(process.env.PAGES ?? 50_000);
const DRIVERS = 20;
const CONNECTIONS = 10;
/** Number of pages after which new connections are opened. The app closes a connection after 1,000 requests. */
const BATCH = CONNECTIONS * 1000;
const SETTLE_MS = 10_000;
const PROGRESS = 200;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-memory-'));
const shop = shopWith(POINTS, { perFile: 10 });
const settings = { SIMULATOR_SPEED: '60', TRUST_PROXY: 'loopback', OPERATOR_DATA: shop.folder };
// The first start imports the points, which needs memory that later starts do not.
await (await startApp(folder, settings)).close();
const app = await startApp(folder, settings);
try {
  await waitForPage(app, '/');
  await sleep(SETTLE_MS);
  console.log(`  at rest ${rssMb(app).toFixed(0)} MB`);
  await chargeAll();
  console.log(`  after ${SESSIONS} paid sessions ${rssMb(app).toFixed(0)} MB`);
  for (let left = PAGES; left > 0; left -= BATCH) await loadPages(Math.min(left, BATCH));
  await sleep(SETTLE_MS);
  judge(`memory after ${SESSIONS} paid sessions and ${PAGES} pages`, rssMb(app), { goal: 220, unit: ' MB' });
} finally {
  await app.close();
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Lets the drivers charge, each at its own points, until all sessions are billed. */
async function chargeAll(): Promise<void> {
  let left = SESSIONS;
  const driver = async () => {
    for (let n = --left; n >= 0; n = --left) {
      await charge(n);
      if (n % PROGRESS === 0) console.log(`  ${n} sessions left`);
    }
  };
  await Promise.all(Array.from({ length: DRIVERS }, driver));
}

async function charge(n: number): Promise<void> {
  const visitor = createVisitor(app.origin, { from: `10.${n >> 8}.${n & 255}.1` });
  const page = await visitor.pay(await visitor.order({ clientId: CLIENT, evseId: evseOf(n), connector: '1' }));
  const sessionId = page.split('/').at(-1) ?? '';
  await visitor.until(sessionId, ({ kind }) => kind === 'running', 120);
  await visitor.request(`${page}/stop`, { form: {}, expect: [303] });
  await visitor.until(sessionId, session => session.kind === 'completed' && session.isBilled, 120);
  await visitor.request(page, { expect: [200] });
}

async function loadPages(amount: number): Promise<void> {
  const { errors, non2xx } = await autocannon({
    url: app.origin,
    headers: BROWSER_HEADERS,
    connections: CONNECTIONS,
    amount,
    setupClient: connection => connection.setRequests(Array.from({ length: amount / CONNECTIONS }, (_, n) => randomRequest(n))),
  });
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed`);
}

/** Requests a page from one of many networks, so that no limit per network applies. */
function randomRequest(n: number): autocannon.Request {
  const headers = { ...BROWSER_HEADERS, 'X-Forwarded-For': `10.100.${n % 250}.1` };
  return { method: 'GET', path: `/${CLIENT}/evse/${evseOf(Math.floor(Math.random() * POINTS))}`, headers };
}
