import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StationSession } from '../../server/core/ports/stationPort.ts';
import { later } from '../../server/core/records/instants.ts';
import { createSessionCaches, type OperatorContext } from '../../server/runtime/context.ts';
import { costSoFar, priceNow } from '../../server/shop/sessions/cost/priceNow.ts';
import { billUntil, pricedSession } from '../../server/shop/sessions/cost/prices.ts';
import { applyReport } from '../../server/shop/sessions/reports/reports.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { listReadings } from '../../server/store/shop/readings.ts';
import type { SessionRecord } from '../../server/store/shop/sessions.ts';
import { createStore } from '../../server/store/store.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';
import { type GivenOrder, type OpenContext, openContext } from '../support/openContext.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { fc, runs } from '../support/property.ts';

const mostly = <One, Other>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: 9, arbitrary: one as fc.Arbitrary<One | Other> }, { weight: 1, arbitrary: other });

/** A random report of a station. Its meter readings are the given minutes after the previous report, or before it. */
const anyReport = fc.record({
  state: mostly(fc.constant('charging' as const), fc.constant('paused' as const)),
  minutes: fc.array(mostly(fc.integer({ min: 1, max: 15 }), fc.integer({ min: -3, max: 0 })), { maxLength: 3 }),
  wh: mostly(fc.integer({ min: 0, max: 500 }), fc.constantFrom(-5, 40_000)),
  percent: fc.option(fc.integer({ min: 1, max: 100 })),
  /** True: the report repeats all earlier meter readings. */
  isWhole: fc.boolean(),
  /** True: the process dies after it has written the report, and the station sends the report again. */
  dies: fc.boolean(),
});

const anyGoal = fc.record({
  kind: fc.constantFrom('energy' as const, 'amount' as const, 'time' as const),
  /** Goal in thousandths of the maximum that the reports of the test can reach. */
  permille: fc.integer({ min: 1, max: 1000 }),
});

function goalOf({ kind, permille }: { kind: 'energy' | 'amount' | 'time'; permille: number }, startedAt: Date) {
  if (kind === 'energy') return { kind, energyWh: permille * 8 };
  if (kind === 'amount') return { kind, amountMinor: permille };
  return { kind, at: later(startedAt, permille * 6000).toISOString() };
}

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

describe.each(['SQLite', 'PostgreSQL'])('Reports of charging on %s', engine => {
  let open: OpenContext;
  let url: string | null = null;
  const openStore = () => createStore(url === null ? openSqlite(':memory:') : openPostgres(url));
  beforeAll(async () => {
    if (engine === 'PostgreSQL') url = await server.createDatabase();
    open = await openContext(openStore());
  }, 60_000);
  afterAll(() => open.close());

  const given = (evseId: string, goal: SessionRecord['goal'] = null): Promise<GivenOrder> =>
    open.given({
      order: { state: 'held', evseId, limitMinor: 2000 },
      session: { state: 'starting', createdAt: later(open.clock.now(), -MINUTE_MS), evseId, goal },
      payment: { state: 'authorised', amountMinor: 2000 },
    });

  /** Returns the stored rows of an order without ids and version. */
  async function outcome(order: GivenOrder) {
    const {
      id,
      watchId: _,
      orderId: __,
      number: ___,
      authorizationReference: ____,
      version: _____,
      ...session
    } = await order.session();
    return { session, readings: await listReadings(open.store.db, id), jobs: await order.jobs(), alerts: await order.alerts() };
  }

  it('have the same effects read committed as serializable, and repeated after a crash as once', async () => {
    const anyReports = fc.tuple(
      fc.array(anyReport, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('DE*BLF*E1001*1', 'DE*BLF*E1003*1'),
      fc.option(anyGoal),
    );
    let [reports, attempts, goals] = [0, 0, 0];
    const counted = (context: OperatorContext): OperatorContext => {
      const inTransaction: Store['inTransaction'] = (work, isolation) =>
        context.store.inTransaction(trx => {
          attempts++;
          return work(trx);
        }, isolation);
      return { ...context, store: { ...context.store, inTransaction } };
    };
    const { inTransaction } = open.context.store;
    const serializable = {
      ...open.context,
      store: { ...open.context.store, inTransaction: work => inTransaction(work) } as Store,
    };
    await fc.assert(
      fc.asyncProperty(anyReports, async ([reported, evseId, requests]) => {
        const startedAt = open.clock.now();
        const goal = requests && goalOf(requests, startedAt);
        const [one, other] = [await given(evseId, goal), await given(evseId, goal)];
        let context = open.context;
        const all: StationSession['readings'][number][] = [{ at: startedAt, energyWh: 0, powerW: 0, isCharging: true }];
        for (const [n, { state, minutes, wh, percent, isWhole, dies }] of reported.entries()) {
          const before = all.length;
          for (const after of minutes) {
            const latest = all.at(-1) ?? { at: startedAt, energyWh: 0 };
            const energyWh = Math.max(0, latest.energyWh + wh);
            all.push({ at: later(latest.at, after * MINUTE_MS), energyWh, powerW: 11_000, isCharging: state === 'charging' });
          }
          const latestMs = Math.max(...all.map(({ at }) => at.getTime()), open.clock.now().getTime());
          await open.clock.pass(latestMs - open.clock.now().getTime());
          const report = {
            state,
            startedAt,
            endedAt: null,
            readings: isWhole || n === 0 ? all : all.slice(before),
            signedValues: [],
            isFinal: false,
            ...(percent === null ? {} : { battery: { percent } as never }),
          };
          await applyReportOf(counted(context), one, report);
          reports++;
          if (dies) {
            context = { ...open.context, ...createSessionCaches() };
            await applyReportOf(context, one, report);
          }
          await applyReportOf(serializable, other, report);
        }
        const come = await outcome(one);
        expect(come).toEqual(await outcome(other));
        if (come.session.stopReason === 'goal') goals++;
      }),
      runs(engine === 'SQLite' ? 150 : 40),
    );
    expect(goals).toBeGreaterThan(0);
    if (engine === 'SQLite') return;
    // More attempts than reports: some read committed transactions were repeated as serializable ones. But not all were, because
    // the test would then compare serializable transactions with themselves.
    expect(attempts).toBeGreaterThan(reports);
    expect(attempts).toBeLessThan(reports * 1.7);
  }, 120_000);

  it('of several processes at once lose nothing, and each goes on with what it really costs', async () => {
    const order = await given('DE*BLF*E1003*1');
    const { authorizationReference } = await order.session();
    const at = open.clock.now();
    const beginning = { at, energyWh: 0, powerW: 11_000, isCharging: true };
    const live = { state: 'charging' as const, startedAt: at, endedAt: null, signedValues: [], isFinal: false };
    await applyReportOf(open.context, order, { ...live, readings: [beginning] });
    await open.clock.pass(60 * MINUTE_MS);
    const stores = [openStore(), openStore()];
    // An SQLite database belongs to a single process, so both contexts share its store.
    const processes =
      engine === 'SQLite'
        ? [open.context, { ...open.context, ...createSessionCaches() }]
        : stores.map(store => ({ ...open.context, ...createSessionCaches(), store }));
    const readings = Array.from({ length: 60 }, (_, n) => ({
      at: later(at, (n + 1) * MINUTE_MS),
      energyWh: (n + 1) * 50,
      powerW: 3000 + n,
      isCharging: true,
    }));
    for (let from = 0; from < readings.length; from += 6)
      await Promise.all(
        readings.slice(from, from + 6).map((reading, n) => {
          const context = processes[n % 2] ?? open.context;
          return applyReport(context, authorizationReference, { ...live, authorizationReference, readings: [reading] });
        }),
      );
    const session = await order.session();
    expect(await listReadings(open.store.db, session.id)).toEqual([beginning, ...readings]);
    expect(session).toMatchObject({ state: 'running', energyWh: 3000 });
    const priced = await pricedSession(open.store.db, session, open.context);
    const { totalMinor } = billUntil(session, priced, open.clock.now());
    expect(totalMinor).toBeGreaterThan(0);
    for (const context of processes) expect(costSoFar(await priceNow(open.store.db, session, context))).toBe(totalMinor);
    await Promise.all(stores.map(store => store.close()));
  });
});

async function applyReportOf(
  context: OperatorContext,
  order: GivenOrder,
  report: Omit<StationSession, 'authorizationReference'>,
): Promise<void> {
  const { authorizationReference } = await order.session();
  await applyReport(context, authorizationReference, { authorizationReference, ...report });
}
