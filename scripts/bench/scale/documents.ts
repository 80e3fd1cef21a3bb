import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { createObjectStore, type ObjectStorePlace } from '../../../server/adapters/objectStore/objectStore.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openPostgres } from '../../../server/store/engine/postgres.ts';
import { createStore } from '../../../server/store/store.ts';
import { billed } from '../../../test/support/billed.ts';
import { openOperator } from '../../../test/support/openShop.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import { median, quantile } from '../parts/figures.ts';
import type { StorageTimes } from './documentStorage.ts';
import type { PrintRow } from './part.ts';

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 300);
const SESSIONS = 12;
const PROCESSES = 2;

/**
 * What a document costs in an object store, beside the database, with two processes that put and read at once; and how much a session
 * leaves in the database. The object store here keeps everything in memory: it is the protocol that is measured, not its disk.
 */
export async function measure(tell: PrintRow): Promise<void> {
  const server = await startPostgres({ isDurable: true });
  const bucket = forked(BUCKET, []);
  try {
    const [place] = (await once(bucket, 'message')) as [ObjectStorePlace];
    const [database, store] = [await measureOne(server, null), await measureOne(server, place)];
    const row = (what: string, of: (figures: Figures) => number, digits = 1) =>
      tell(
        `${what}: database, object store, ratio`,
        `${of(database).toFixed(digits)}  ${of(store).toFixed(digits)}  ${(of(store) / of(database)).toFixed(2)}`,
      );
    tell('bytes of a document', String(database.kept.bytes));
    row('putting it, ms', ({ kept }) => median(kept.put));
    row('  the slowest of a hundred', ({ kept }) => quantile(kept.put, 0.99));
    row('reading it, ms', ({ kept }) => median(kept.get));
    row('both, processor time of the app, ms', ({ kept }) => kept.cpu);
    row('  written to the log of the database, kB', ({ logKb }) => logKb);
    row('what a whole session leaves in the database, kB', ({ sessionKb }) => sessionKb);
  } finally {
    bucket.disconnect();
    await server.close();
  }
}

interface Figures {
  kept: StorageTimes;
  logKb: number;
  sessionKb: number;
}

async function measureOne(server: PostgresServer, place: ObjectStorePlace | null): Promise<Figures> {
  const url = await server.createDatabase();
  const store = createStore(openPostgres(url));
  await store.migrate();
  const where = place ? JSON.stringify(place) : '';
  const keepers = Array.from({ length: PROCESSES }, (_, n) => forked(STORAGE_PROCESS, [`${n}`, url, where, `${DOCUMENTS}`]));
  for (const ready of keepers.map(keeper => once(keeper, 'message'))) await ready;
  const from = await logAt(store);
  const all = await Promise.all(keepers.map(collectTimes));
  const logKb = ((await logAt(store)) - from) / 1000 / (DOCUMENTS * PROCESSES);
  const [first] = all;
  if (!first) throw new Error('Nobody has kept anything');
  const cpu = median(all.map(each => each.cpu));
  const storageTimes = { ...first, cpu, put: all.flatMap(each => each.put), get: all.flatMap(each => each.get) };
  return { kept: storageTimes, logKb, sessionKb: await sessionKb(store, place) };
}

async function collectTimes(keeper: ChildProcess): Promise<StorageTimes> {
  const answer = once(keeper, 'message');
  keeper.send('go');
  return (await answer)[0] as StorageTimes;
}

/** Of whole sessions, from the order to the document that was drawn. */
async function sessionKb(store: Store, place: ObjectStorePlace | null): Promise<number> {
  const shop = await openOperator({ store, ...(place ? { documentFiles: createObjectStore(place) } : {}) });
  try {
    const before = await roomOf(store);
    for (let n = 0; n < SESSIONS; n++) {
      const ordered = await shop.charging({ contact: contactOf(n) });
      await billed(shop, ordered);
    }
    return ((await roomOf(store)) - before) / 1000 / SESSIONS;
  } finally {
    await shop.close();
  }
}

const contactOf = (n: number) => {
  const email = `ada${n}@example.org`;
  return { firstName: 'Ada', lastName: 'Lovelace', email, emailConfirmation: email };
};

const BUCKET = new URL('./bucket.ts', import.meta.url);
const STORAGE_PROCESS = new URL('./documentStorage.ts', import.meta.url);
const forked = (file: URL, args: readonly string[]): ChildProcess =>
  fork(fileURLToPath(file), [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

const numberFrom = async ({ db }: Store, query: string): Promise<number> =>
  Number((await sql<{ n: number }>`${sql.raw(query)}`.execute(db)).rows[0]?.n);

const logAt = (store: Store) => numberFrom(store, "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as n");
const roomOf = (store: Store) => numberFrom(store, 'select pg_database_size(current_database()) as n');
