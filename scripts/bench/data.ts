// What grows with the years, on a store with few orders and on one with many: npm run bench -- data [few] [many] [engine]
// Figures are medians; the last column says how many times longer the store with many takes, and should stay near 1.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClock } from '../../server/adapters/clock/clock.ts';
import { listOpen } from '../../server/runtime/alerts.ts';
import type { OperatorContext } from '../../server/runtime/context.ts';
import { countAll } from '../../server/staff/console/counts.ts';
import { listSessions } from '../../server/staff/console/sessionLists.ts';
import { getToday } from '../../server/staff/console/today.ts';
import { removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { listDocuments } from '../../server/store/shop/documents.ts';
import { findCharged } from '../../server/store/shop/sessions.ts';
import { listRecent } from '../../server/store/staff/overview.ts';
import type { SessionQuery } from '../../shared/console/operating.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { FIRST_AT, fillBySql } from '../../test/support/fillBySql.ts';
import { startPostgres } from '../../test/support/postgres.ts';

const [few = 10_000, many = 200_000] = process.argv.slice(3, 5).map(Number);
const only = process.argv[5];
const RUNS = 200;

type Work = (store: Store, orders: number) => Promise<unknown>;

/** A search for the order in the middle, or for one that never was. */
const search =
  (digits: (n: number) => string): Work =>
  ({ db }, orders) => {
    const n = Math.floor(orders / 2);
    const at = FIRST_AT.getTime() + n * 60_000;
    const [from, to] = [new Date(at - DAY_MS / 2), new Date(at + DAY_MS / 2)];
    return findCharged(db, { clientId: `client-${n % 5}`, chargedMinor: 100 + (n % 700), digits: digits(n), from, to });
  };
const clock = createClock({ speed: 1, anchor: { realMs: Date.now(), shownMs: FIRST_AT.getTime() + 4000 * DAY_MS } });

/** A page of sessions at the console; of sessions that are over nothing else of the context is read. */
const sessions =
  (ask: (n: number, at: Date) => SessionQuery): Work =>
  async (store, orders) => {
    const n = Math.floor(orders / 2);
    const query = ask(n, new Date(FIRST_AT.getTime() + n * 60_000));
    const { lines } = await listSessions({ store, clock } as OperatorContext, query);
    // All are over: whoever asks for others finds none, which takes its time too.
    if (lines.length === 0 && query.is === undefined) throw new Error(`No session found: ${JSON.stringify(query)}`);
  };

const WORK: Readonly<Record<string, Work>> = {
  'receipt search, found': search(n => String(1000 + (n % 9000))),
  'receipt search, not found': search(() => '0000'),
  'documents of a receipt': ({ db }, orders) => listDocuments(db, `s-${orders - 7}`),
  'counts for /status and /metrics': store => countAll({ store, clock }),
  'console: today': store => getToday({ store, clock } as OperatorContext),
  'console: sessions, first page': sessions(() => ({})),
  'console: sessions, in the middle': sessions(n => ({ before: 100_000_000 + n })),
  'console: sessions of a day': sessions((_, at) => ({ day: at.toISOString().slice(0, 10) })),
  'console: sessions of a point': sessions(n => ({ find: `DE*OLD*E${n % 400}` })),
  'console: session by number': sessions(n => ({ find: String(100_000_000 + n) })),
  'console: session by document': sessions(n => ({ find: `B-${n}` })),
  'console: sessions by card': sessions(n => ({ find: String(1000 + (n % 9000)) })),
  'console: sessions by amount': sessions(n => ({ find: ((100 + (n % 700)) / 100).toFixed(2) })),
  'console: sessions going on': sessions(() => ({ is: 'going' })),
  'console: sessions refunded': sessions(() => ({ is: 'refunded' })),
  'console: sessions never started': sessions(() => ({ is: 'never' })),
  'console: sessions that need somebody': sessions(() => ({ is: 'attention' })),
  'operator list': ({ db }) => listRecent(db, { most: 20 }),
  'operator attention': ({ db }) => listOpen(db),
  'nightly removal': store => removeOldContacts(store, clock.now()),
};

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    await work();
    took.push(performance.now() - from);
  }
  return took.toSorted((a, b) => a - b)[RUNS / 2] ?? Number.NaN;
}

async function measure(store: Store, orders: number): Promise<Readonly<Record<string, number>>> {
  await store.migrate();
  await fillBySql(store, orders);
  if (((await search(n => String(1000 + (n % 9000)))(store, orders)) as unknown[]).length !== 1) throw new Error('Not found');
  const figures: Record<string, number> = {};
  for (const [name, work] of Object.entries(WORK)) figures[name] = await medianMs(() => work(store, orders));
  return figures;
}

for (const engine of ['sqlite', 'postgres'] as const) {
  if (only !== undefined && only !== engine) continue;
  const server = engine === 'postgres' ? await startPostgres() : null;
  const figures: Readonly<Record<string, number>>[] = [];
  for (const orders of [few, many]) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'));
    const store = openStore({ databaseUrl: (await server?.createDatabase()) ?? null, databaseListenUrl: null, dataDir });
    figures.push(await measure(store, orders));
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  await server?.close();
  console.log(`${engine}: milliseconds with ${few} orders, with ${many}, and the ratio`);
  for (const name of Object.keys(WORK)) {
    const [small = 0, large = 0] = figures.map(figure => figure[name] ?? Number.NaN);
    console.log(
      `  ${name.padEnd(34)}${small.toFixed(3).padStart(9)}${large.toFixed(3).padStart(9)}${(large / small).toFixed(2).padStart(7)}`,
    );
  }
}
