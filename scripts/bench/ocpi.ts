// How long it takes to sell what a charge point operator has, and what else waits meanwhile: npm run bench -- ocpi
// A CPO in a process of its own tells 100,000 EVSEs page by page, then 1,000 that have changed; they are stored on a disk. All the
// while somebody asks for a charging point's page, as before it began. BENCH_EVSES=10000 for less.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../server/stations/ocpi/connections/registration.ts';
import { openStore } from '../../server/store/openStore.ts';
import { type OcpiShop, openOcpiShop } from '../../test/support/ocpi/openOcpiShop.ts';
import { until } from '../../test/support/until.ts';

const EVSES = Number(process.env.BENCH_EVSES ?? 100_000);
const EVSES_EACH = 2;
const CHANGED = 1000;
const REQUEST_INTERVAL_MS = 20;
const BASELINE_MS = 5000;
const LATEST = '2026-11-20T10:00:00.000Z';
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const MAX_PULL_MS = 60 * 60_000;

const percentile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN;
const memoryMb = (): number => Math.round(process.memoryUsage().rss / 2 ** 20);
const printRow = (what: string, ...figures: readonly string[]): void => console.log(what.padEnd(36), ...figures);

/** How long a page's data takes, from when it should have been asked for. */
async function measureDuring<T>(
  { operator }: OcpiShop,
  work: Promise<T>,
): Promise<{ result: T; waits: number[]; mostMb: number }> {
  const waits: number[] = [];
  let [isOver, mostMb] = [false, 0];
  const over = work.finally(() => {
    isOver = true;
  });
  for (let at = performance.now(); !isOver; at = Math.max(at + REQUEST_INTERVAL_MS, performance.now())) {
    await sleep(Math.max(0, at - performance.now()));
    await operator.getChargingPoint(POINT);
    waits.push(performance.now() - at);
    mostMb = Math.max(mostMb, memoryMb());
  }
  return { result: await over, waits, mostMb };
}

const inWords = (waits: readonly number[]): string =>
  `p50 ${percentile(waits, 0.5).toFixed(1)} ms, p99 ${percentile(waits, 0.99).toFixed(1)} ms, most ${Math.max(...waits).toFixed(0)} ms`;

/** The hourly question, at once. */
async function pullChanges(shop: OcpiShop, store: ReturnType<typeof openStore>): Promise<number> {
  const state = { owner: 'ocpi', key: `pull:${shop.connectionId}` };
  const row = store.db.selectFrom('shelf').select('json').where('owner', '=', state.owner).where('key', '=', state.key);
  const known = JSON.parse((await row.executeTakeFirstOrThrow()).json) as object;
  const json = JSON.stringify({ ...known, nextAt: new Date(0).toISOString() });
  const noteCount = shop.notes.length;
  await store.db.updateTable('shelf').set({ json }).where('owner', '=', state.owner).where('key', '=', state.key).execute();
  const newNotes = () => shop.notes.slice(noteCount);
  const isEnd = ({ event, facts }: OcpiShop['notes'][number]) => event === 'ocpi list pulled' && facts.module === 'locations';
  await until(async () => newNotes().some(isEnd), Boolean, MAX_PULL_MS);
  const began = newNotes().find(({ event, facts }) => event === 'ocpi request' && facts.module === 'tariffs');
  const end = newNotes().find(isEnd);
  if (end?.facts.received !== CHANGED / EVSES_EACH) throw new Error(`${end?.facts.received} locations had changed`);
  return (end.atMs - (began?.atMs ?? Number.NaN)) / 1000;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: folder });
const shop = await openOcpiShop({ store });
try {
  const { cpo } = shop;
  await cpo.fill({ locations: EVSES / EVSES_EACH });
  await cpo.renew({ count: EVSES / EVSES_EACH, everyMs: 60_000, last_updated: LATEST });
  await cpo.turn({ page: { size: 100 } });
  await measureDuring(shop, sleep(1000));
  const before = await measureDuring(shop, sleep(BASELINE_MS));
  const beforeMb = memoryMb();
  await cpo.invite('token-of-the-peer');
  await connect({ id: shop.connectionId, versionsUrl: cpo.versionsUrl, token: 'token-of-the-peer' }, shop.ocpi.registration);
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const whole = await measureDuring(shop, shop.ocpi.pullCatalogue(shop.connectionId));
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (!whole.result) throw new Error('The list did not come whole');
  const points = store.db.selectFrom('points').select(eb => eb.fn.countAll().as('count'));
  const { count } = await points.where('source', '=', `ocpi:${shop.connectionId}`).executeTakeFirstOrThrow();
  if (Number(count) !== EVSES) throw new Error(`${count} of ${EVSES} EVSEs are sold`);
  await cpo.renew({ count: CHANGED / EVSES_EACH, everyMs: 1000, last_updated: '2026-11-21T10:00:00.000Z' });
  const changes = await measureDuring(shop, pullChanges(shop, store));
  const again = await measureDuring(shop, shop.ocpi.pullCatalogue(shop.connectionId));

  const cpuSeconds = (user + system) / 1_000_000;
  printRow(`${EVSES} EVSEs, pulled and stored`, `${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of processor time`);
  printRow(`${CHANGED} that have changed`, `${changes.result.toFixed(1)} s`);
  printRow('memory before, at most', `${beforeMb} MiB, ${Math.max(whole.mostMb, changes.mostMb, again.mostMb)} MiB`);
  printRow('a page’s data before', inWords(before.waits));
  const ratio = (waits: readonly number[], share: number) =>
    (percentile(waits, share) / percentile(before.waits, share)).toFixed(1);
  for (const [what, { waits }] of [
    ['while all is pulled', whole],
    ['while changes are pulled', changes],
    ['while the same list comes again', again],
  ] as const)
    printRow(`  ${what}`, inWords(waits), `ratio ${ratio(waits, 0.5)} and ${ratio(waits, 0.99)}`);
  printRow(
    'load average',
    loadavg()
      .map(each => each.toFixed(1))
      .join(' '),
  );
} finally {
  await shop.close();
  rmSync(folder, { recursive: true });
}
