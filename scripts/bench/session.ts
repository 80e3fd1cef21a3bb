// npm run bench -- session: measures the processor time of whole paid sessions of the built app: payment page, order, sandbox
// payment, 30 meter readings watched by one browser, stop, bill, PDF, e-mail, receipt page, download. The bound is the same work
// without the app, measured in the same run: the statements of an order on bare SQLite, the PDF alone, six pages of bare React, and
// 30 single inserts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renderToString } from 'react-dom/server';
import { createInvoiceDocument } from '../../server/shop/documents/content/invoiceDocument.ts';
import { invoicePdf } from '../../server/shop/documents/pdf/invoicePdf.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { someInvoiceFacts, translator } from '../../test/support/invoiceFacts.ts';
import { CLIENT, evseOf, shopWith } from '../../test/support/manyPoints.ts';
import { openOperator } from '../../test/support/openShop.ts';
import { putDrawingOff } from '../../test/support/putDrawingOff.ts';
import { createVisitor } from '../try/demoVisitor.ts';
import { cpuMsOf, judge } from './figures.ts';
import { elementsOf } from './pageElements.ts';
import { createSqlRecorder } from './recordedSql.ts';
import { cpuMs, startApp, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const SESSIONS = 30;
const WARM_UP_SESSIONS = 10;
const AT_ONCE = 10;
const READINGS = 30;
const REPEATS = 50;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-session-'));
const shop = shopWith(SESSIONS + WARM_UP_SESSIONS);
/** The pages that a driver has seen. */
const pages: string[] = [];
const app = await startApp(folder, { SIMULATOR_SPEED: '60', TRUST_PROXY: 'loopback', OPERATOR_DATA: shop.folder });
try {
  await waitForPage(app, '/');
  await chargeAll(0, WARM_UP_SESSIONS);
  const before = cpuMs(app);
  await chargeAll(WARM_UP_SESSIONS, SESSIONS);
  const sessionMs = (cpuMs(app) - before) / SESSIONS;
  const bound = { order: await orderMs(), pdf: await pdfMs(), pages: await pagesMs(), readings: await readingsMs() };
  const boundMs = Object.values(bound).reduce((sum, ms) => sum + ms, 0);
  const parts = Object.entries(bound).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  console.log(`  a session ${sessionMs.toFixed(0)} ms; its bound ${boundMs.toFixed(0)} ms: ${parts.join(', ')}`);
  judge('whole paid session ÷ its bound, CPU', sessionMs / boundMs, { goal: 2 });
} finally {
  await app.close();
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

async function chargeAll(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => charge(n + i)));
}

async function charge(n: number): Promise<void> {
  const visitor = createVisitor(app.origin, { from: `10.0.${n}.1` });
  const see = async (address: string) => void pages.push((await visitor.request(address)).body);
  const plug = { clientId: CLIENT, evseId: evseOf(n), connector: '1' };
  await see(`/${CLIENT}/evse/${plug.evseId}?plug=1`);
  const session = await visitor.pay(await visitor.order(plug));
  const sessionId = session.split('/').at(-1) ?? '';
  await see(session);
  await readEvents(sessionId, READINGS);
  await see(session);
  await visitor.request(`${session}/stop`, { form: {}, expect: [303] });
  await visitor.until(sessionId, found => found.kind === 'completed' && found.isBilled, 120);
  await see(session);
  await see(`/${CLIENT}/receipts`);
  await download(sessionId);
  await see(session);
}

/** Watches a session, as a browser does, until it has sent some events. */
async function readEvents(sessionId: string, count: number): Promise<void> {
  const over = new AbortController();
  const { body } = await fetch(`${app.origin}/api/sessions/${sessionId}/events`, { signal: over.signal });
  if (!body) throw new Error('The session sends no events');
  let seen = 0;
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    seen += chunk.match(/^id: /gm)?.length ?? 0;
    if (seen >= count) break;
  }
  over.abort();
}

/** Downloads the invoice, which is drawn a moment after the bill. */
async function download(sessionId: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${app.origin}/api/receipts/${sessionId}/invoice`);
    await answer.arrayBuffer();
    if (answer.ok) return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error('The invoice was not drawn');
}

/** @returns the milliseconds of the statements of a whole order on bare SQLite */
async function orderMs(): Promise<number> {
  const file = path.join(folder, 'orders.sqlite');
  const recorder = createSqlRecorder(file);
  const store = createStore(openSqlite(file, recorder));
  const operator = await openOperator({ store });
  await putDrawingOff(store);
  recorder.begin();
  for (let n = 0; n < REPEATS; n++) {
    const { authorizationReference } = await operator.charging();
    await operator.stations.end(authorizationReference, { at: operator.clock.now(), energyWh: 12_000 });
    await operator.pass(60);
  }
  const ms = (await recorder.replayMs()) / REPEATS;
  await operator.close();
  return ms;
}

async function pdfMs(): Promise<number> {
  const document = createInvoiceDocument(someInvoiceFacts());
  const draw = async () => {
    for (let n = 0; n < REPEATS; n++) await invoicePdf(document, translator);
  };
  await draw();
  return (await cpuMsOf(draw)) / REPEATS;
}

/** @returns the milliseconds in which React renders the pages of one session */
async function pagesMs(): Promise<number> {
  const seen = pages.slice(-6).map(elementsOf);
  const render = () => {
    for (let n = 0; n < REPEATS; n++) for (const elements of seen) renderToString(elements);
  };
  render();
  return (await cpuMsOf(render)) / REPEATS;
}

async function readingsMs(): Promise<number> {
  const database = new DatabaseSync(path.join(folder, 'readings.sqlite'));
  database.exec(
    'pragma journal_mode=wal; pragma synchronous=full; create table readings (session text, at integer, energy integer)',
  );
  const insert = database.prepare('insert into readings values (?, ?, ?)');
  const ms = await cpuMsOf(() => {
    for (let n = 0; n < READINGS * REPEATS; n++) insert.run('session', n, n);
  });
  database.close();
  return ms / REPEATS;
}
