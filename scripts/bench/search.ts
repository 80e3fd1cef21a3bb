// npm run bench -- search: compares receipt searches among 1,000,000 sessions with searches among 10,000, on database files of
// both engines. Each search has a random session's country, day, price and card digits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { fillBySql } from '../../test/support/fillBySql.ts';
import { type OpenOperator, openOperator } from '../../test/support/openShop.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { judge, median, ratios, spread } from './figures.ts';

const FEW = 10_000;
const MANY = Number(process.env.SESSIONS ?? 1_000_000);
const SEARCHES = 300;
const ROUNDS = 7;
const TABLES = ['orders', 'payments', 'sessions'];

const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
const postgres = await startPostgres();
try {
  await compare('SQLite', name => openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: path.join(folder, name) }));
  await compare('PostgreSQL', async () =>
    openStore({ databaseUrl: await postgres.createDatabase(), databaseListenUrl: null, dataDir: folder }),
  );
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Measures both shops in turn, so that the load of the machine meets both. */
async function compare(engine: string, open: (name: string) => Store | Promise<Store>): Promise<void> {
  const shops: { app: OpenOperator; sessions: Sold[]; times: number[] }[] = [];
  try {
    for (const count of [FEW, MANY]) {
      const app = await openOperator({ store: await open(String(count)) });
      shops.push({ app, sessions: await fill(app, count), times: [] });
      console.log(`  ${engine}: ${count} sessions`);
    }
    for (let round = 0; round <= ROUNDS; round++)
      for (const { app, sessions, times } of shops) {
        const startedAt = performance.now();
        let hits = 0;
        for (let n = 0; n < SEARCHES; n++) hits += (await search(app, sessions)) > 0 ? 1 : 0;
        if (round > 0) times.push((performance.now() - startedAt) / SEARCHES);
        // Half of the searches name the day of the session.
        if (hits < SEARCHES / 4) throw new Error(`Only ${hits} of ${SEARCHES} searches found a session`);
      }
    const [few, many] = shops.map(({ times }) => times) as [number[], number[]];
    console.log(`  ${engine}: a search takes ${spread(few)} ms among ${FEW} sessions, ${spread(many)} ms among ${MANY}`);
    judge(`receipt search on ${engine}: ${MANY} sessions ÷ ${FEW}`, median(ratios(many, few)), { goal: 1.5 });
  } finally {
    for (const { app } of shops) await app.close();
  }
}

interface Sold {
  client_id: string;
  ended_at: number | null;
  captured_minor: number | null;
  card_digits: string;
}

/**
 * Fills the shop with sessions, brands and points.
 * @returns every hundredth session
 */
async function fill({ operator, store }: OpenOperator, count: number): Promise<Sold[]> {
  await fillBySql(store, count, TABLES);
  const data = await readOperatorData('demo');
  const [client] = data.clients;
  const [point] = data.points;
  if (!client || !point) throw new Error('The demo shop is empty');
  await operator.importData({
    ...data,
    clients: [...data.clients, ...Array.from({ length: 5 }, (_, n) => ({ ...client, id: `client-${n}`, parties: [] }))],
    points: [
      ...data.points,
      ...Array.from({ length: 400 }, (_, n) => ({ ...point, evseId: `DE*OLD*E${n}`, clientId: 'client-0' })),
    ],
  });
  return store.db
    .selectFrom('sessions')
    .innerJoin('orders', 'orders.id', 'sessions.order_id')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['sessions.client_id', 'sessions.ended_at', 'payments.captured_minor', 'payments.card_digits'])
    .where(
      'sessions.number',
      'in',
      Array.from({ length: 300 }, (_, n) => 100_000_000 + Math.floor((n * count) / 300)),
    )
    .execute();
}

/** @returns the number of sessions found */
async function search({ operator }: OpenOperator, sessions: readonly Sold[]): Promise<number> {
  const sold = sessions[Math.floor(Math.random() * sessions.length)];
  if (!sold) throw new Error('No session');
  const found = await operator.findSessions({
    clientId: sold.client_id,
    country: 'de',
    date: new Date((sold.ended_at ?? 0) - (Math.random() < 0.5 ? 0 : 30 * DAY_MS)).toISOString().slice(0, 10),
    price: ((sold.captured_minor ?? 0) / 100).toFixed(2).replace('.', ','),
    lastDigits: (JSON.parse(sold.card_digits) as string[])[0] ?? '',
  });
  return found.length;
}
