import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { createVisitor } from '../../../scripts/try/demoVisitor.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { shopWith } from '../../support/manyPoints.ts';
import { until } from '../../support/until.ts';
import { compareLedgers } from './books.ts';
import { chargeAt, type Driver, drawSomething, settleAll, triesToOrder } from './drivers.ts';
import { type Finding, finding, type Rehearsal, type RehearsalOptions } from './findings.ts';
import { inWords, noBugs, STATUS_ENV, waitForStatus } from './reported.ts';

const SPEED = 60;
const FILE = 'house.sqlite';

const SUMS = `
  select 'sessions ' || state as what, count(*) as n, coalesce(sum(total_minor), 0) as minor from sessions group by state
  union all select 'payments ' || state, count(*), coalesce(sum(amount_minor), 0) + coalesce(sum(captured_minor), 0) from payments group by state
  union all select 'refunds', count(*), coalesce(sum(amount_minor), 0) from refunds
  union all select 'documents', count(*), coalesce(sum(length(number)), 0) from documents
  order by 1`;

/** Returns the counts and sums of the sessions, payments, refunds and documents in a database file, as text for a comparison. */
function sumsOf(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare(SUMS).all() as { what: string; n: number; minor: number }[];
    return rows.map(({ what, n, minor }) => `${what} ${n}/${minor}`).join(', ');
  } catch (error) {
    return String(error);
  } finally {
    database.close();
  }
}

const run = promisify(execFile);

async function backUp(dataDir: string, target: string): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env;
  await run(process.execPath, ['scripts/operator/backup.ts', target], { env: { ...env, DATA_DIR: dataDir } });
}

/** Makes a backup of the database while the app runs, and restores it in a different folder, as on a new machine. */
export const BACKUP: Rehearsal = {
  does: 'a backup is made while the app works, and put back elsewhere',
  fault: 'only the database file is copied, without its journal',
  isShort: true,
  async run({ isBroken, print, atEnd }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const shop = shopWith(12);
    atEnd(shop.close);
    const env = { ...STATUS_ENV, OPERATOR_DATA: shop.folder };
    const app = await startBuiltApp({ speed: SPEED, env });
    atEnd(app.close);
    const apps = [app];
    const [billed, ...charging] = await chargeSome(app.origin, 3);
    const all = billed ? [billed, ...charging] : [];
    await drawSomething(all);
    const first = await settleAll(all.slice(0, 1));
    const live = path.join(app.dataDir, FILE);
    const before = sumsOf(live);
    const quiet = path.join(folder, 'quiet.sqlite');
    if (isBroken) copyFileSync(live, quiet);
    else await backUp(app.dataDir, quiet);
    const [copied, after] = [sumsOf(quiet), sumsOf(live)];
    print(`a quiet moment: ${copied}`);
    const busy = await whileOrdering(app, { target: path.join(folder, 'busy.sqlite'), print });
    await app.kill9();

    const restoreFolder = path.join(folder, 'elsewhere');
    mkdirSync(restoreFolder);
    copyFileSync(quiet, path.join(restoreFolder, FILE));
    copyFileSync(path.join(app.dataDir, 'secret'), path.join(restoreFolder, 'secret'));
    const restored = await startBuiltApp({ speed: SPEED, env: { ...env, DATA_DIR: restoreFolder } });
    atEnd(restored.close);
    apps.push(restored);
    const appStatus = await waitForStatus(restored.origin, ({ ready }) => ready === 200);
    const again = [billed, ...charging].flatMap(driver => (driver ? [at(restored.origin, driver)] : []));
    const newcomers = isBroken ? [] : [await chargeAt(restored.origin, 11)];
    const settled = await settleAll([...again, ...newcomers], isBroken ? 5000 : 30_000);
    const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: restoreFolder });
    const limitMs = isBroken ? 5000 : 30_000;
    const ledgers = await compareLedgers(store, { speed: SPEED, limitMs }).finally(store.close);
    return [
      first,
      finding('The copy has the same sessions, documents and money', copied, copied === before && copied === after),
      ...busy,
      finding('It starts elsewhere, and answers', inWords(appStatus), appStatus.ready === 200),
      settled,
      ...ledgers,
      noBugs(apps),
    ];
  },
};

const chargeSome = (origin: string, count: number): Promise<Driver[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => chargeAt(origin, n)));

/** Returns a copy of the driver that uses the app at this origin. */
const at = (origin: string, driver: Driver): Driver => ({ ...driver, visitor: createVisitor(origin) });

/** Makes a backup while orders arrive continuously. The backup must contain every order completely or not at all. */
async function whileOrdering(
  { origin, dataDir }: BuiltApp,
  { target, print }: Pick<RehearsalOptions, 'print'> & { target: string },
): Promise<readonly Finding[]> {
  const isOver = new AbortController();
  const ordering = Promise.all(Array.from({ length: 4 }, (_, n) => orderRepeatedly(origin, 4 + n, isOver.signal)));
  const live = path.join(dataDir, FILE);
  const before = countOf(live, 'orders');
  try {
    await until(
      async () => countOf(live, 'orders'),
      count => count > before + 3,
    );
    print('orders come all the time');
    await backUp(dataDir, target);
  } finally {
    isOver.abort();
    await ordering;
  }
  const orders = countOf(target, 'orders');
  const without = countOf(target, 'orders where payment_id not in (select id from payments)');
  const lost = countOf(target, 'sessions where order_id not in (select id from orders)');
  const seen = `${orders} orders, ${without} without a payment, ${lost} sessions without an order`;
  return [finding('One made between orders has no half ones', seen, orders > before && without === 0 && lost === 0)];
}

async function orderRepeatedly(origin: string, n: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await triesToOrder(origin, n);
}

function countOf(file: string, rows: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number((database.prepare(`select count(*) as n from ${rows}`).get() as { n: number }).n);
  } finally {
    database.close();
  }
}
