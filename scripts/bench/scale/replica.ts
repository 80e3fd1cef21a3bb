import { openStore } from '../../../server/store/openStore.ts';
import { DAY_MS, isoDay, MINUTE_MS } from '../../../shared/model/time.ts';
import { ConsoleVisitor } from '../../../test/support/consoleVisitor.ts';
import { FIRST_AT, fillBySql } from '../../../test/support/fillBySql.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import { sqlAt } from '../../../test/support/sqlAt.ts';
import { until } from '../../../test/support/until.ts';
import { type Counted, openCountingProxy } from './countingProxy.ts';
import { openHouse, STATUS_TOKEN } from './house.ts';
import type { Tell } from './part.ts';

const SESSIONS = 10_000;
const ASKED = 100;
const IDLE_MS = 5000;
/** Statements in that time of a process that nobody asks anything. */
const QUIET = 100;
const QUIET_LIMIT_MS = 120_000;

interface Timed extends Counted {
  ms: number;
}

/** What the receipt search, lists of the console and the figures ask of the primary, without a standby and with one. */
export async function measure(tell: Tell): Promise<void> {
  const server = await startPostgres({ isDurable: true });
  const url = await server.createDatabase();
  await fill(url);
  const standby = await server.openStandby();
  try {
    const alone = await askAll(url, {});
    const beside = await askAll(url, { DATABASE_REPLICA_URL: standby.urlOf(url) });
    for (const [what, before] of Object.entries(alone)) {
      const after = beside[what] ?? before;
      const pair = (of: (counted: Counted) => number, digits: number) =>
        `${of(before).toFixed(digits)} → ${of(after).toFixed(digits)}`;
      const figures = [pair(({ statements }) => statements, 1), pair(({ bytes }) => bytes / 1024, 1)];
      tell(`${what}: statements at the primary, KiB of its answers`, figures.join('   '));
    }
  } finally {
    await standby.close();
    await server.close();
  }
}

/** Sessions of years, all at points that the shop knows. */
async function fill(url: string): Promise<void> {
  const store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
  await store.migrate();
  await fillBySql(store, SESSIONS);
  await store.close();
  const place = `client_id = 'blaufink'`;
  await sqlAt(url, `update payments set ${place}`);
  for (const table of ['orders', 'sessions']) await sqlAt(url, `update ${table} set ${place}, evse_id = 'DE*BLF*E1001*1'`);
  await sqlAt(url, 'vacuum analyze');
}

async function askAll(url: string, env: Readonly<Record<string, string>>): Promise<Record<string, Counted>> {
  const primary = await openCountingProxy(url);
  const house = await openHouse({ processes: [env], databaseUrl: primary.url, points: 1, speed: 1 });
  const [origin = ''] = house.origins;
  try {
    if (env.DATABASE_REPLICA_URL)
      await until(
        async () => house.lines,
        lines => lines.some(({ msg }) => msg === 'replica asked'),
      );
    const works = await worksAt(origin);
    const countedIn = async (work: () => Promise<unknown>): Promise<Timed> => {
      const [before, began] = [primary.count(), performance.now()];
      await work();
      const { statements, bytes } = primary.count();
      return { statements: statements - before.statements, bytes: bytes - before.bytes, ms: performance.now() - began };
    };
    const rest = () => countedIn(() => new Promise(resolve => setTimeout(resolve, IDLE_MS)));
    // Its first night clears and thins what the years have left.
    const idle = await until(rest, ({ statements }) => statements < QUIET, QUIET_LIMIT_MS);
    const found: Record<string, Counted> = {};
    for (const [what, work] of Object.entries(works)) {
      for (let n = 0; n < ASKED / 10; n++) await work(n);
      const all = await countedIn(async () => {
        for (let n = 0; n < ASKED; n++) await work(n);
      });
      // What the process asks anyway, such as which jobs are due, is taken off.
      const each = (of: 'statements' | 'bytes') => Math.max(0, all[of] - (idle[of] * all.ms) / idle.ms) / ASKED;
      found[what] = { statements: each('statements'), bytes: each('bytes') };
    }
    return found;
  } finally {
    await house.close();
    primary.close();
  }
}

async function worksAt(origin: string): Promise<Readonly<Record<string, (n: number) => Promise<unknown>>>> {
  const person = new ConsoleVisitor(origin);
  await person.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  const page = async (path: string) => {
    const { status } = await person.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };
  const headers = { authorization: `Bearer ${STATUS_TOKEN}` };
  return {
    'receipt search that finds': n => search(origin, n),
    'sessions, the newest': () => page('/operator/sessions'),
    'sessions of a day': n => page(`/operator/sessions?day=${isoDay(FIRST_AT.getTime() + (n % 30) * DAY_MS)}`),
    Today: () => page('/operator'),
    'figures of /metrics': async () => (await fetch(`${origin}/metrics`, { headers })).text(),
  };
}

/** By what stands on the bank statement for the order of that number, as `fillBySql` has made it. */
async function search(origin: string, n: number): Promise<void> {
  const order = 1000 + n * 67;
  const date = isoDay(FIRST_AT.getTime() + order * MINUTE_MS);
  const ask = { country: 'de', date, price: ((100 + (order % 700)) / 100).toFixed(2), lastDigits: String(1000 + (order % 9000)) };
  const answer = await fetch(`${origin}/api/clients/blaufink/session-search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(ask),
  });
  const found = (await answer.json()) as unknown[];
  if (!Array.isArray(found) || found.length === 0) throw new Error(`Order ${order} was not found: ${JSON.stringify(found)}`);
}
