import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CompiledQuery, type LogEvent, sql } from 'kysely';
import { listSessions } from '../../server/staff/console/sessionLists.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { fillBySql } from '../support/fillBySql.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const ORDERS = 20_000;
const PAGE = 25;
/** Last digits of three cards, in ascending order of their number of sessions. */
const CARDS = { few: '0001', some: '0002', limit: '0003' } as const;

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: readonly Plan[];
}
const rowsRead = (plan: Plan): number =>
  plan['Actual Rows'] * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

describe.each(['SQLite', 'PostgreSQL'])('Sessions by the digits of a card, on %s', engine => {
  let store: Store;
  let queries: CompiledQuery[] = [];
  const log = ({ query }: LogEvent) => void queries.push(query as CompiledQuery);
  beforeAll(async () => {
    const db = engine === 'PostgreSQL' ? openPostgres(await server.createDatabase(), { log }) : openSqlite(':memory:', { log });
    store = createStore(db);
    await store.migrate();
    await fillBySql(store, ORDERS);
    const pay = (card: string, which: string) =>
      sql`update payments set card_digits = ${`["${card}"]`}, captured_minor = ${Number(card)}
        where ${sql.raw(which)}`.execute(store.db);
    await pay(CARDS.limit, `created_at % 120000 = 0`);
    await pay(CARDS.some, `created_at % 12000000 = 60000`);
    await pay(CARDS.few, `created_at % 120000000 = 240000`);
    await sql`analyze`.execute(store.db);
  }, 120_000);
  afterAll(() => store.close());

  const context = () => ({ store, clock: { now: () => new Date() } }) as unknown as Parameters<typeof listSessions>[0];
  const listPage = (request: Parameters<typeof listSessions>[1]) => listSessions(context(), request);

  /** @returns the steps of the query plan that process more rows than one page of results requires */
  async function tooMuch({ sql: statement, parameters }: CompiledQuery): Promise<readonly string[]> {
    const how = engine === 'SQLite' ? 'explain query plan' : 'explain (analyze, format json)';
    const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${how} ${statement}`, [...parameters]));
    if (engine === 'SQLite') {
      const steps = (rows as { detail: string }[]).map(({ detail }) => detail);
      // This statement sorts only the rows of one page. A scan along an index ends when the page is full.
      const isOfPage = statement.includes('where "sessions"."id" in (');
      return steps.filter(
        step => /^SCAN (?!.*USING INDEX)/.test(step) || (step.endsWith('TEMP B-TREE FOR ORDER BY') && !isOfPage),
      );
    }
    const plan = (rows as { 'QUERY PLAN': { Plan: Plan }[] }[])[0]?.['QUERY PLAN'][0]?.Plan;
    const read = plan ? rowsRead(plan) : Number.POSITIVE_INFINITY;
    return read > 10 * PAGE ? [`${read} rows`] : [];
  }

  it('has pages until the last of them, each session once, the newest first', async () => {
    for (const card of [CARDS.few, CARDS.some]) {
      const numbers: number[] = [];
      let pages = 0;
      for (let before: number | null | undefined; before !== null; pages++) {
        const page = await listPage({ find: card, ...(before ? { before } : {}) });
        expect(page.lines.every(line => line.card === card)).toBe(true);
        numbers.push(...page.lines.map(({ number }) => number));
        before = page.before;
      }
      const { count } = await store.db
        .selectFrom('payments')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('card_digits', '=', `["${card}"]` as never)
        .executeTakeFirstOrThrow();
      expect([card, numbers.length, new Set(numbers).size]).toEqual([card, Number(count), Number(count)]);
      expect(pages).toBe(Math.ceil(Number(count) / PAGE));
      expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
    }
  });

  it.each([{ find: CARDS.limit }, { find: '0,03' }, { is: 'refunded' }] as const)(
    'reads a page and no more for %j, however many there are',
    async request => {
      if ('is' in request) await sql`update payments set refunded_minor = 1 where captured_minor = 3`.execute(store.db);
      for (const before of [undefined, (await listPage(request)).before ?? 0]) {
        queries = [];
        const page = await listPage({ ...request, ...(before ? { before } : {}) });
        expect(page.lines).toHaveLength(PAGE);
        for (const query of [...queries]) expect([query.sql, await tooMuch(query)]).toEqual([query.sql, []]);
      }
    },
  );
});
