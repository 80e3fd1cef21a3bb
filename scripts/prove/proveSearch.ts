// npm run prove:search: measures whether the response time of a receipt search reveals which field was wrong. Sends 500 searches
// of each kind, alternately, to a shop with many sessions at one price.

import { later } from '../../server/core/records/instants.ts';
import { limitSearch } from '../../server/http/limits/searchLimits.ts';
import { createMemoryRateLimiter } from '../../server/platform/rateLimiter.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { addOrder } from '../../server/store/shop/orders.ts';
import { addPayment } from '../../server/store/shop/payments.ts';
import { addSession } from '../../server/store/shop/sessions.ts';
import type { SearchQuery } from '../../shared/charging/charging.ts';
import type { FoundSession } from '../../shared/charging/receipt.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { openOperator } from '../../test/support/openShop.ts';
import { someOrder, somePayment, someSession } from '../../test/support/rows.ts';

const TRIES = 500;
const SESSIONS = 3000;
/** A smaller difference between two medians counts as chance. */
const NOISE_MS = 2;

const RIGHT: SearchQuery = { clientId: 'blaufink', country: 'de', date: '2026-11-20', price: '8,53', lastDigits: '4242' };
const KINDS: Readonly<Record<string, Partial<SearchQuery>>> = {
  hit: {},
  'no such card': { lastDigits: '0001' },
  'no such date': { date: '2026-10-01' },
  'no such price': { price: '8,54' },
  'no such country': { country: 'at' },
};

/** Stores thirty days of sessions that have the same price but different cards. The searches look for one of them. */
async function fill(store: Store): Promise<void> {
  await store.inTransaction(async trx => {
    for (let n = 0; n < SESSIONS; n++) {
      const at = new Date(Date.parse('2026-11-20T10:00:00Z') - Math.floor((n * 30) / SESSIONS) * DAY_MS);
      const [id, payment] = [`copy-${n}`, `payment-${n}`];
      const digits = n === 0 ? '4242' : String(1000 + (n % 3000));
      await addOrder(trx, someOrder({ id, formToken: id, paymentId: payment, createdAt: at }));
      const money = { state: 'captured' as const, capturedMinor: 853, cardDigits: [digits], createdAt: at };
      await addPayment(trx, somePayment({ id: payment, orderId: id, ref: payment, ...money }));
      const ids = { id, watchId: id, authorizationReference: id, orderId: id, number: 100_000_000 + n };
      const times = { startedAt: at, endedAt: later(at, 600_000) };
      await addSession(trx, someSession({ ...ids, ...times, state: 'completed' }));
    }
  });
}

type Times = Record<string, number[]>;
type Search = (query: SearchQuery, n: number) => Promise<readonly FoundSession[]>;

const atShare = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

async function measure(search: Search): Promise<Times> {
  const times: Times = Object.fromEntries(Object.keys(KINDS).map(kind => [kind, []]));
  for (let n = 0; n < TRIES; n++) {
    for (const [kind, changes] of Object.entries(KINDS)) {
      const begin = performance.now();
      const found = await search({ ...RIGHT, ...changes }, n);
      times[kind]?.push(performance.now() - begin);
      if (found.length > 0 !== (kind === 'hit')) throw new Error(`${kind} found ${found.length}`);
    }
  }
  return times;
}

function report(title: string, times: Times): number {
  console.log(`\n${title}`);
  for (const [kind, all] of Object.entries(times)) {
    const [middle, high] = [0.5, 0.95].map(share => atShare(all, share).toFixed(2).padStart(7));
    console.log(`  ${kind.padEnd(16)} middle ${middle} ms   95 % ${high} ms`);
  }
  const middles = Object.values(times).map(all => atShare(all, 0.5));
  return Math.max(...middles) - Math.min(...middles);
}

const app = await openOperator();
await fill(app.store);
const bare = (query: SearchQuery) => app.operator.findSessions(query);
// Each search comes from its own network address and names a charging point, so that no rate limit refuses it. The measured time
// includes the check of the limits.
const limited = limitSearch({ findSessions: bare }, createMemoryRateLimiter);
const asVisitor: Search = (request, n) => limited({ ...request, evseId: 'DE*BLF*E1001*1' }, `10.${n >> 8}.${n & 255}.1`);

report(`The work alone, ${SESSIONS} sessions at the price`, await measure(bare));
const difference = report('As a visitor can measure it', await measure(asVisitor));
await app.close();
console.log(`\nMiddle values differ by ${difference.toFixed(2)} ms at most; ${NOISE_MS} ms are noise.`);
process.exitCode = difference <= NOISE_MS ? 0 : 1;
