import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../../server/store/openStore.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { shopWith } from '../../support/manyPoints.ts';
import { openTroubledDatabase } from '../money/databaseFaults.ts';
import { compareLedgers } from './books.ts';
import { chargeAt, settleWithAnother, triesToOrder, triesToStop, twoCharge } from './drivers.ts';
import { type Finding, finding, type Rehearsal } from './findings.ts';
import { inWords, logged, noBugs, readReportedStatus, STATUS_ENV, waitForStatus } from './reported.ts';

const SPEED = 60;
const FULL_MS = 6000;

/** Fills the disk of the SQLite database for a while during charging sessions. */
export const FULL_DISK: Rehearsal = {
  does: 'the disk beneath SQLite is full',
  fault: 'somebody makes room by removing the journal',
  isShort: false,
  async run({ isBroken, print, atEnd }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const shop = shopWith(4);
    atEnd(shop.close);
    const apps: BuiltApp[] = [];
    const troubled = await openTroubledDatabase('sqlite', { folder, pids: () => apps.map(({ pid }) => pid()) });
    atEnd(troubled.close);
    const dataDir = path.dirname(troubled.database);
    const app = await startBuiltApp({ speed: SPEED, env: { ...STATUS_ENV, DATA_DIR: dataDir, OPERATOR_DATA: shop.folder } });
    apps.push(app);
    atEnd(app.close);
    const pid = app.pid();
    const drivers = await twoCharge(app.origin);
    print('two vehicles charge');
    const since = app.lines.length;
    const full = troubled.faults.full?.(FULL_MS);
    const meanwhile = await whileFull(app, drivers);
    await full;
    if (isBroken) await removeJournal(app, dataDir);
    const after = await waitForStatus(app.origin, ({ ready, status }) => ready === 200 && status === 200);
    print('there is room again');
    const settled = await settleWithAnother(drivers, { isBroken, come: () => chargeAt(app.origin, 2) });
    const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir });
    const ledgers = await compareLedgers(store, { speed: SPEED, limitMs: 20_000 }).finally(store.close);
    return [
      ...meanwhile,
      logged(app, since, ['dependency down', 'background work interrupted']),
      finding('It goes on by itself as soon as there is room', inWords(after), after.ready === 200 && after.status === 200),
      finding('by the same process', app.pid() === pid ? 'the same' : 'another', app.pid() === pid),
      settled,
      ...ledgers,
      noBugs(apps),
    ];
  },
};

async function whileFull(app: BuiltApp, [driver]: readonly Parameters<typeof triesToStop>[0][]): Promise<readonly Finding[]> {
  const appStatus = await waitForStatus(app.origin, ({ ready, down }) => ready === 503 && down.includes('disk'), FULL_MS - 3000);
  const page = await fetch(`${app.origin}/en/blaufink`, { headers: { Accept: 'text/html' } });
  const order = await triesToOrder(app.origin, 3);
  const stop = driver ? await triesToStop(driver) : '';
  const { health } = await readReportedStatus(app.origin);
  return [
    finding(
      '/ready and /status say so, and name the disk',
      inWords(appStatus),
      appStatus.ready === 503 && appStatus.down.includes('disk'),
    ),
    finding(
      'The process stays, and shows pages',
      `/health ${health}, page ${page.status}`,
      health === 200 && page.status === 200,
    ),
    finding('Who orders is refused in words', order ?? 'the order was taken', order !== null && !order.includes('answered')),
    finding('Who stops is told, too', stop ?? 'the stop was taken', stop === null || !stop.includes('answered')),
  ];
}

async function removeJournal(app: BuiltApp, dataDir: string): Promise<void> {
  await app.kill9();
  for (const end of ['-wal', '-shm']) rmSync(path.join(dataDir, `house.sqlite${end}`), { force: true });
  await app.restart();
}
