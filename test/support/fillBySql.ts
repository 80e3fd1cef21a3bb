import { sql } from 'kysely';
import type { Store } from '../../server/store/engine/database.ts';
import { codecOf } from '../../server/store/tables/codec.ts';
import { ORDER, PAYMENT, SESSION } from '../../server/store/tables/tables.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';
import { someOrder, somePayment, someSession } from './rows.ts';

/** Creation time of the first order. Each following order is one minute later. */
const FIRST_AT = new Date('2020-01-01T00:00:00Z');
const CLIENTS = 5;
const PRICES = 700;

type Row = Readonly<Record<string, string | number | null>>;
/** By column name, SQL expressions for the values that differ from row to row. `n` is the number of the order. */
type Varied = Readonly<Record<string, string>>;

const AT = `${FIRST_AT.getTime()} + n * ${MINUTE_MS}`;
const IDS = { client_id: `'client-' || (n % ${CLIENTS})`, evse_id: `'DE*OLD*E' || (n % 400)` };
const CHARGED = `100 + (n % ${PRICES})`;
const OVER = { state: `'completed'`, created_at: AT, started_at: AT, ended_at: `${AT} + ${MINUTE_MS}` };
const JSON_OF_USUAL_LENGTH = JSON.stringify({ text: 'x'.repeat(5000) });

/** The rows that each completed order has in the database. */
const LEFT: readonly { table: string; row: Row; varied: Varied }[] = [
  {
    table: 'orders',
    row: codecOf(ORDER).encode(someOrder({ email: '', state: 'over' })),
    varied: { ...IDS, id: `'o-' || n`, intent: `'i-' || n`, payment_id: `'p-' || n`, created_at: AT },
  },
  {
    table: 'payments',
    row: codecOf(PAYMENT).encode(somePayment({ state: 'captured' })),
    varied: {
      ...{ client_id: IDS.client_id, id: `'p-' || n`, order_id: `'o-' || n`, ref: `'r-' || n` },
      ...{ captured_minor: CHARGED, created_at: AT, card_digits: `'["' || (1000 + n % 9000) || '"]'` },
    },
  },
  {
    table: 'sessions',
    row: codecOf(SESSION).encode(someSession()),
    varied: {
      ...{ ...IDS, ...OVER, id: `'s-' || n`, order_id: `'o-' || n`, watch_id: `'w-' || n`, start_id: `'x-' || n` },
      ...{ number: '100000000 + n', total_minor: CHARGED },
    },
  },
  {
    table: 'documents',
    row: { kind: 'receipt', json: JSON_OF_USUAL_LENGTH, sha256: 'x'.repeat(64), sequence: 1 },
    varied: { id: `'d-' || n`, session_id: `'s-' || n`, number: `'B-' || n`, issued_at: AT },
  },
  {
    table: 'signed_values',
    row: { n: 0, format: 'OCMF', data: 'OCMF|{}|{}' },
    varied: { session_id: `'s-' || n` },
  },
  ...[0, 1, 2].map(i => ({
    table: 'meter_values',
    row: { energy_wh: i, power_w: 1, is_charging: 1 },
    varied: { session_id: `'s-' || n`, at: `${AT} + ${i * 10_000}` },
  })),
  ...['start', 'stop', 'capture'].map(kind => ({
    table: 'outbox',
    row: { kind, n: 1, attempts: 1 },
    varied: { subject_id: `'s-' || n`, not_before: AT, first_due_at: AT, done_at: AT },
  })),
  ...['ordered', 'payment authorised', 'payment captured'].map(what => ({
    table: 'audit',
    row: { what, facts: '{}' },
    varied: { subject_id: `'s-' || n`, at: AT },
  })),
];

/** Number of orders per statement. With more, a statement could exceed the query timeout of the store. */
const AT_ONCE = 50_000;

/**
 * Fills a store with completed orders. The database generates the rows itself, because the product code would need an hour for a
 * million orders. `tables`: fills only these tables. Default: all.
 */
export async function fillBySql(store: Store, orders: number, tables?: readonly string[]): Promise<void> {
  const left = LEFT.filter(({ table }) => tables?.includes(table) ?? true);
  for (let from = 0; from < orders; from += AT_ONCE) await fillPart(store, left, { from, to: Math.min(orders, from + AT_ONCE) });
  // Collects the statistics of the query planner. PostgreSQL would do so by itself only after some time, and SQLite never does.
  if (store.engine === 'postgres') for (const { table } of left) await sql`analyze ${sql.table(table)}`.execute(store.db);
}

async function fillPart({ db, engine }: Store, left: typeof LEFT, { from, to }: { from: number; to: number }): Promise<void> {
  const series =
    engine === 'sqlite'
      ? sql`with recursive series(n) as (select ${sql.lit(from)} union all select n + 1 from series where n + 1 < ${sql.lit(to)})`
      : sql`with series(n) as (select generate_series(${sql.lit(from)}, ${sql.lit(to - 1)})::bigint)`;
  for (const { table, row, varied } of left) {
    const columns = { ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sql.lit(value)])) };
    const values = { ...columns, ...Object.fromEntries(Object.entries(varied).map(([name, text]) => [name, sql.raw(text)])) };
    const names = sql.join(Object.keys(values).map(name => sql.ref(name)));
    const list = sql.join(Object.values(values));
    await sql`insert into ${sql.table(table)} (${names}) ${series} select ${list} from series`.execute(db);
  }
}
