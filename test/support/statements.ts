import { CompiledQuery, type LogEvent, sql } from 'kysely';
import { later } from '../../server/core/records/instants.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { codecOf } from '../../server/store/tables/codec.ts';
import { ORDER, PAYMENT, SESSION } from '../../server/store/tables/tables.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';
import { someOrder, somePayment, someSession } from './rows.ts';

/** Every distinct SQL statement, with the parameters of its first execution. */
export type RecordedQueries = ReadonlyMap<string, readonly unknown[]>;

export function readAlong(): { requested: RecordedQueries; log: (event: LogEvent) => void; forget: () => void } {
  const recorded = new Map<string, readonly unknown[]>();
  return {
    requested: recorded,
    forget: () => recorded.clear(),
    log({ query }) {
      if (/^(select|update|delete|insert|with)\b/i.test(query.sql) && !recorded.has(query.sql))
        recorded.set(query.sql, query.parameters);
    },
  };
}

/**
 * Tables that grow with each order, meter reading, e-mail or alert. Every other table grows only with the number of points or
 * days.
 */
const TABLES =
  'orders|payments|sessions|meter_values|signed_values|documents|document_files|withdrawals|refunds|refund_requests|outbox|audit|inbox|key_values|plug_changes|webhook_deliveries';
const GROWING = new RegExp(`^(${TABLES})$`);
const HISTORY = new RegExp(`"(${TABLES})"`);

/** Returns the names of all non-unique indexes of the growing tables. */
export async function indexesOf({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<readonly string[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string; table: string }>`select name, tbl_name as "table" from sqlite_master
        where type = 'index' and sql is not null and sql not like 'create unique%'`
    : sql<{ name: string; table: string }>`select indexname as name, tablename as "table" from pg_indexes
        where schemaname = current_schema() and indexdef not like 'CREATE UNIQUE%'`
  ).execute(db);
  return rows
    .filter(({ table }) => GROWING.test(table))
    .map(({ name }) => name)
    .sort();
}

class Undone extends Error {}

/** Drops an index, runs `check`, and rolls both back. */
export async function withoutIndex<T>(
  { db, engine }: Store,
  index: string,
  check: (store: Pick<Store, 'db' | 'engine'>) => Promise<T>,
): Promise<T> {
  let seen: { value: T } | null = null;
  await db
    .transaction()
    .execute(async trx => {
      await trx.schema.dropIndex(index).execute();
      seen = { value: await check({ db: trx, engine }) };
      throw new Undone();
    })
    .catch(error => {
      if (!(error instanceof Undone)) throw error;
    });
  if (!seen) throw new Error('Nothing was looked at');
  return (seen as { value: T }).value;
}

/** Returns the steps of a query plan that take longer when a table grows, as the database engine names them. */
export async function slowSteps(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  statement: string,
  values: readonly unknown[],
): Promise<string[]> {
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (format json)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${statement}`, [...values]));
  if (engine === 'postgres') {
    const plan = (rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[])[0]?.['QUERY PLAN'][0]?.Plan;
    return wholeScans(plan, await wholeIndexes(db));
  }
  const steps = (rows as { detail: string }[]).map(({ detail }) => detail);
  return steps.filter(
    step => GROWING.test(/^SCAN (\w+)/.exec(step)?.[1] ?? '') || (step.includes('TEMP B-TREE') && HISTORY.test(statement)),
  );
}

/** Returns the names of the indexes that SQLite uses for a statement. */
export async function usedIndexes(
  { db }: Pick<Store, 'db'>,
  statement: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${statement}`, [...values]));
  return (rows as { detail: string }[]).flatMap(({ detail }) => /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? []);
}

/** Returns the index conditions in the query plan of a statement on `key_values`, the table in which adapters store data. */
export async function shelfBounds({ db, engine }: Store, statement: string, values: readonly unknown[]): Promise<string> {
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (format json)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${statement}`, [...values]));
  if (engine === 'sqlite') return (rows as { detail: string }[]).map(({ detail }) => detail).join('\n');
  return conditions((rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[])[0]?.['QUERY PLAN'][0]?.Plan).join('\n');
}

const conditions = (node: PlanNode | undefined): string[] =>
  node ? [node['Index Cond'] ?? '', ...(node.Plans ?? []).flatMap(conditions)] : [];

interface PlanNode {
  'Node Type': string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: readonly PlanNode[];
}

/** Returns the names of the indexes without a WHERE clause. They contain all rows of their table. */
async function wholeIndexes(db: Store['db']): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
    where schemaname = current_schema() and indexdef not like '% WHERE %'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Returns the steps of a query plan that scan a whole table or a whole index. PostgreSQL may scan an index in place of the table
 * if it contains all requested columns. An index scan below a Limit step is not reported, because it reads only the required
 * rows.
 */
function wholeScans(node: PlanNode | undefined, indexes: ReadonlySet<string>, isLimited = false): string[] {
  if (!node) return [];
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans: below = [] } = node;
  const isWhole = type === 'Seq Scan' || (indexes.has(index) && !node['Index Cond'] && !isLimited);
  const own = isWhole && GROWING.test(table) ? [`${type} of ${table}`] : [];
  return [...own, ...below.flatMap(each => wholeScans(each, indexes, isLimited || type === 'Limit'))];
}

const AT = new Date('2026-01-01T00:00:00Z');

/** Fills a store with some thousand orders and their dependent rows. Almost all orders are completed. */
export async function fill(store: Store, orders = 6000): Promise<void> {
  const { db, engine } = store;
  for (let from = 0; from < orders; from += 200) {
    const rows = Array.from({ length: 200 }, (_, n) => rowsOf(from + n));
    await db
      .insertInto('orders')
      .values(rows.map(({ order }) => order))
      .execute();
    await db
      .insertInto('payments')
      .values(rows.map(({ payment }) => payment))
      .execute();
    await db
      .insertInto('sessions')
      .values(rows.map(({ session }) => session))
      .execute();
    await db
      .insertInto('documents')
      .values(rows.map(({ document }) => document))
      .execute();
    await db
      .insertInto('signed_values')
      .values(rows.map(({ signed }) => signed))
      .execute();
    await db
      .insertInto('meter_values')
      .values(rows.flatMap(({ readings }) => readings))
      .execute();
    await db
      .insertInto('outbox')
      .values(rows.flatMap(({ promises }) => promises))
      .execute();
    await db
      .insertInto('audit')
      .values(rows.flatMap(({ notes }) => notes))
      .execute();
    await db
      .insertInto('refunds')
      .values(rows.map(({ refund }) => refund))
      .execute();
    await db
      .insertInto('refund_requests')
      .values(rows.map(({ request }) => request))
      .execute();
    await db
      .insertInto('withdrawals')
      .values(rows.map(({ withdrawal }) => withdrawal))
      .execute();
    await db
      .insertInto('document_files')
      .values(rows.map(({ document }) => ({ document_id: document.id, bytes: Buffer.from('%PDF') })))
      .execute();
    await db
      .insertInto('webhook_deliveries')
      .values(rows.flatMap(({ deliveries }) => deliveries))
      .execute();
    await db
      .insertInto('plug_changes')
      .values(rows.map(({ change }) => change))
      .execute();
    await db
      .insertInto('key_values')
      .values(rows.map(({ order }) => ({ owner: 'ocpi', key: `start:${order.id}`, json: '{}' })))
      .execute();
    await db
      .insertInto('inbox')
      .values(rows.map(({ order }) => ({ source: 'stripe', event_id: order.id, at: AT.getTime() })))
      .execute();
  }
  if (engine === 'postgres') await sql`analyze`.execute(db);
}

function rowsOf(n: number) {
  const [at, id] = [later(AT, n * 10 * MINUTE_MS), `old-${n}`];
  const ids = { clientId: `client-${n % 5}`, evseId: `DE*OLD*E${n % 40}` };
  const order = someOrder({ ...ids, id, formToken: id, email: '', paymentId: `p-${n}`, state: 'over', createdAt: at });
  const money = { amountMinor: 8000, capturedMinor: 100 + (n % 700), state: 'captured' } as const;
  const payment = somePayment({
    clientId: ids.clientId,
    id: `p-${n}`,
    orderId: id,
    ref: `ref-${n}`,
    createdAt: at,
    ...money,
  });
  const times = { createdAt: at, startedAt: at, endedAt: later(at, MINUTE_MS) };
  const names = { id: `s-${n}`, orderId: id, watchId: `w-${n}`, authorizationReference: `x-${n}`, number: 100_000_000 + n };
  const session = someSession({ ...ids, ...names, ...times, state: 'completed', totalMinor: money.capturedMinor });
  const [own, ms] = [{ session_id: session.id }, at.getTime()];
  return {
    order: codecOf(ORDER).encode(order),
    payment: codecOf(PAYMENT).encode(payment),
    session: codecOf(SESSION).encode(session),
    document: {
      ...own,
      id: `d-${n}`,
      kind: 'receipt' as const,
      number: `B-${n}`,
      issued_at: ms,
      json: '{}',
      sha256: null,
      sequence: 1,
      replaces_id: null,
      cancels_id: null,
    },
    signed: { ...own, n: 0, format: 'OCMF', context: null, data: `OCMF|${n}`, public_key: null },
    readings: [0, 1, 2].map(i => ({ ...own, at: ms + i * 10_000, energy_wh: i, power_w: 1, is_charging: 1 as const })),
    promises: (['start', 'stop', 'mail-receipt'] as const).map(kind => ({
      kind,
      subject_id: session.id,
      n: 1,
      not_before: ms,
      first_due_at: ms,
      attempts: 1,
      done_at: ms,
    })),
    notes: ['ordered', 'begun', 'over'].map(what => ({ at: ms, subject_id: session.id, what, facts: '{}' })),
    refund: {
      id: `r-${n}`,
      payment_id: payment.id,
      n: 1,
      key_at: ms,
      amount_minor: 1,
      reason: 'late',
      state: 'done' as const,
      before_minor: 0,
      requested_at: ms,
      done_at: ms,
    },
    request: {
      id: `rr-${n}`,
      payment_id: payment.id,
      amount_minor: 1,
      currency: 'EUR' as const,
      reason: 'late',
      requested_by: 'Petra Lindqvist',
      requested_at: ms,
      state: n % 100 === 0 ? ('waiting' as const) : ('confirmed' as const),
      decided_by: 'Jonas Weber',
      decided_at: ms,
      refund_id: `r-${n}`,
    },
    deliveries: [0, 1].map(i => ({
      ...{
        endpoint_id: `we_${n % 3}`,
        event_id: `evt-${n}-${i}`,
        type: 'session.completed',
        subject: `session ${n}`,
        body: '{}',
      },
      ...{ state: n % 100 === 0 ? ('waiting' as const) : ('delivered' as const), job_n: 1, attempts: 1, next_at: null },
      ...{ last_status: 204, last_answer: '', last_at: ms, created_at: ms },
    })),
    change: { evse_id: ids.evseId, connector: '1', at: ms, state: 'charging' as const, fault: null },
    withdrawal: { ...own, id: `wd-${n}`, name: '', email: '', locale: 'de' as const, received_at: ms },
  };
}
