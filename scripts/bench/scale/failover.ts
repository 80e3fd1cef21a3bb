import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../../server/store/openStore.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import { prove } from '../../../test/proof/money/proof.ts';
import { compareLedgers } from '../../../test/proof/operations/books.ts';
import { type FailingOver, openFailingOver } from '../../../test/support/failover.ts';
import { type AppCluster, openAppCluster } from './appCluster.ts';
import { addressOf, type Charging, type End, settles, startsAt } from './drivers.ts';
import { firstAnswer, inSeconds } from './firstAnswer.ts';
import type { PrintRow } from './part.ts';

const SPEED = 20;
const CHARGING = 6;
const ORDERING = 6;
const POINTS = CHARGING + ORDERING + 20;
const BEFORE_MS = 4000;
const AFTER_MS = 6000;
/** A page whose driver got no answer stays open for 35 minutes, and is looked at for hours of the app's clock. */
const SETTLE_MS = (210 * MINUTE_MS) / SPEED;

/** The primary is lost in the middle of sessions and orders; a standby that has confirmed each commit takes its place. */
export async function measure(tell: PrintRow): Promise<void> {
  for (const isSilent of [false, true]) await failOnce(tell, isSilent);
  await compareWithProvider(tell);
}

async function failOnce(tell: PrintRow, isSilent: boolean): Promise<void> {
  const how = isSilent ? 'machine lost' : 'server killed';
  const printRow: PrintRow = (what, figure) => tell(`${how}: ${what}`, figure);
  const database = await openFailingOver();
  const own = { DATABASE_LISTEN_URL: database.url };
  const cluster = await openAppCluster({ processes: [own, own], databaseUrl: database.url, points: POINTS, speed: SPEED });
  try {
    await runOrders(printRow, { database, house: cluster, isSilent });
  } finally {
    await cluster.close();
    await database.close();
  }
}

interface Failing {
  database: FailingOver;
  house: AppCluster;
  isSilent: boolean;
}

async function runOrders(say: PrintRow, { database, house, isSilent }: Failing): Promise<void> {
  const at = (n: number) => house.origins[n % house.origins.length] ?? '';
  const paid: Charging[] = await Promise.all(Array.from({ length: CHARGING }, (_, n) => startsAt(at(n), n)));
  let [isOver, failed] = [false, 0];
  const ordering = Array.from({ length: ORDERING }, async (_, n) => {
    while (!isOver) {
      const driver = await startsAt(at(n), CHARGING + n).catch(() => null);
      if (driver === null) failed++;
      else paid.push(driver);
      // Who was refused tries again; who charges keeps the plug until it is settled.
      if (driver) await settles(driver);
      else await pause(100);
    }
  });
  await pause(BEFORE_MS);
  const linesBefore = house.lines.length;
  const lostAt = performance.now();
  const before = paid.length;
  const failing = database.failOver({ isSilent });
  const pages = house.origins.map(origin => firstAnswer(lostAt, () => isPage(origin)));
  const orders = house.origins.map((origin, n) => firstOrder(lostAt, { origin, from: CHARGING + ORDERING + n, paid }));
  const ledMs = await failing;
  say('the address leads to the new primary, s after the loss', inSeconds(ledMs));
  say('first page again, each process, s', (await Promise.all(pages)).map(inSeconds).join('  '));
  say('first order again answered as paid, each process, s', (await Promise.all(orders)).map(inSeconds).join('  '));
  await pause(AFTER_MS);
  isOver = true;
  await Promise.all(ordering);
  const ends = await Promise.all(paid.map(settles));
  const count = (end: End) => ends.filter(each => each === end).length;
  say('orders answered as paid before and since, tries that failed', `${before}  ${paid.length - before}  ${failed}`);
  say('of these sessions: billed, never began and released, open', `${count('billed')}  ${count('released')}  ${count('open')}`);
  const store = openStore({ databaseUrl: database.url, databaseListenUrl: null, dataDir: '' });
  try {
    const ids = paid.map(({ sessionId }) => sessionId);
    const rows = await store.db.selectFrom('sessions').select('id').where('id', 'in', ids).execute();
    say('of these sessions, there at the new primary', `${rows.length} of ${ids.length}`);
    for (const { expected, seen } of await compareLedgers(store, { speed: SPEED, limitMs: SETTLE_MS })) say(expected, seen);
  } finally {
    await store.close();
  }
  const bugs = house.lines.slice(linesBefore).filter(({ msg, error }) => msg === 'bug' && !isOfDatabase(error));
  say('faults of ours in the log', String(bugs.length));
}

const isOfDatabase = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'type' in error && error.type === 'DatabaseUnavailable';

async function isPage(origin: string): Promise<boolean> {
  const headers = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0', Cookie: 'locale=en' };
  const answer = await fetch(origin + addressOf(0), { headers, signal: AbortSignal.timeout(60_000) });
  return answer.status === 200 && (await answer.text()).includes('</html>');
}

function firstOrder(
  lostAt: number,
  { origin, from, paid }: { origin: string; from: number; paid: Charging[] },
): Promise<number | null> {
  let tries = 0;
  return firstAnswer(lostAt, async () => {
    // A point of its own each time: an order that got no answer may still have it.
    const driver = await startsAt(origin, Math.min(POINTS - 1, from + 2 * tries++));
    paid.push(driver);
    return true;
  });
}

const PROOF = { orders: 120, crowd: 30, speed: 60, failovers: 3 };

/** The provider and the stations keep records of their own, in processes of their own. */
async function compareWithProvider(tell: PrintRow): Promise<void> {
  const database = await openFailingOver();
  try {
    const { lost, found, complaints, ...proven } = await prove({
      ...PROOF,
      ...{ engine: 'postgres', seed: 'failover', kills: 0, troubles: PROOF.failovers, broken: null, stations: 'own' },
      openDatabase: async () => ({
        database: database.url,
        prepare: async () => undefined,
        faults: { failover: async () => void (await database.failOver()) },
        close: () => undefined,
      }),
      tell: () => undefined,
    });
    const faults = [...found].filter(([, where]) => where.length > 0).map(([fault, where]) => `${fault}: ${where.length}`);
    tell('with faults of calls: orders, captures, primaries lost', `${proven.orders}  ${proven.captured}  ${PROOF.failovers}`);
    tell('  orders that visitors were told of, and that are not there', String(lost.length));
    tell('  differences to provider and stations, order by order', faults.join(', ') || 'none');
    tell('  faults of ours in the log', complaints.length === 0 ? 'none' : complaints.slice(0, 3).join('\n'));
  } finally {
    await database.close();
  }
}
