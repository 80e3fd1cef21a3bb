import { afterEach, describe, expect, it } from '@jest/globals';
import { createSandbox } from '../../server/adapters/sandbox/sandbox.ts';
import { createVatRegister } from '../../server/adapters/vatRegister/vatRegister.ts';
import { readDemo, simulatedPlugs } from '../../server/compose/demo.ts';
import { createDemoHistory } from '../../server/compose/demoHistory.ts';
import { planSessions } from '../../server/compose/planSessions.ts';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { createOperator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { getBook } from '../../server/staff/ledger/ledger.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { findPoint } from '../../server/store/shop/catalogue.ts';
import { addOrder } from '../../server/store/shop/orders.ts';
import { createStore } from '../../server/store/store.ts';
import { createManualClock } from '../support/clock.ts';
import { createFakeStations } from '../support/fakeStations.ts';
import { translator } from '../support/invoiceFacts.ts';
import { someOrder } from '../support/rows.ts';

const NOW = '2026-11-27T14:00:00.000Z';
const DAYS = 1;

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map(each => each.close())));

/** Opens a demo that has no orders yet, and the function that adds its history. No worker of the present runs. */
async function newDemo() {
  const store = createStore(openSqlite(':memory:'));
  open.push(store);
  await store.migrate();
  const clock = createManualClock(NOW);
  const { payments } = createSandbox({ clock, translator, keyValueStore: createKeyValueStore(store.db, 'sandbox') });
  const [demo, operatorData] = [await readDemo('demo'), await readOperatorData('demo')];
  const parts = {
    ...{ store, clock, payments, translator },
    stations: createFakeStations(() => operator),
    mail: { send: async () => undefined },
    holidays: createHolidays(),
    vatRegister: createVatRegister(),
    secret: 'a secret of thirty-two characters',
    origin: '',
    linkOrigin: 'https://charge.example',
    logEvent: () => undefined,
  };
  const operator = createOperator(parts);
  await operator.importData(operatorData);
  const findPlug = async ({ evseId, connector }: { evseId: string; connector: string }) => {
    const point = await findPoint(store.db, evseId);
    return simulatedPlugs(point ? [point] : [], demo).find(plug => plug.connector === connector) ?? null;
  };
  const { db } = store;
  const ledger = { store, holidays: parts.holidays, documentFiles: null, timeZone: 'Europe/Berlin', payoutDays: 14 };
  return {
    clock,
    store,
    addHistory: createDemoHistory({ ...parts, demo, findPlug }, { days: DAYS }),
    sessions: () => db.selectFrom('sessions').select(['id', 'state', 'number', 'ended_at']).orderBy('started_at').execute(),
    openJobs: () => db.selectFrom('outbox').select(['kind', 'last_error']).where('done_at', 'is', null).execute(),
    month: () => getBook({ ...ledger, now: clock.now() }, { period: '2026-11' }),
  };
}

describe('The history of a new demo', () => {
  it('covers five weeks with more than 50 sessions that do not overlap, most of them in the last days, and is the same at every start', () => {
    const planned = planSessions(new Date(NOW), 35);
    expect(planned.length).toBeGreaterThan(50);
    const recent = planned.filter(({ at }) => at.getTime() > Date.parse(NOW) - 9 * 24 * 3_600_000);
    expect(recent.length).toBeGreaterThan(planned.length / 2);
    expect(planSessions(new Date(NOW), 35)).toEqual(planned);
    const ends = planned.map(({ at, minutes }) => at.getTime() + minutes * 60_000);
    expect(planned.every(({ at }, n) => n === 0 || at.getTime() > (ends[n - 1] ?? 0))).toBe(true);
    expect(Math.max(...ends)).toBeLessThan(Date.parse(NOW));
  });

  it('consists of sessions whose money, documents and ledger agree', async () => {
    const demo = await newDemo();
    await demo.addHistory(new AbortController().signal);
    const sessions = await demo.sessions();
    expect(sessions.length).toBeGreaterThan(5);
    expect(sessions.every(({ state }) => state === 'completed' || state === 'cancelled')).toBe(true);
    expect(await demo.openJobs()).toEqual(expect.arrayContaining([{ kind: 'read-payouts', last_error: null }]));
    expect((await demo.openJobs()).every(({ kind }) => kind === 'read-payouts' || kind === 'start-timeout')).toBe(true);
    const month = await demo.month();
    expect(month).toMatchObject({ pending: false, differences: [] });
    expect(month.sums.map(({ currency }) => currency)).toContain('EUR');
    expect(month.numbers.every(({ gaps }) => gaps.length === 0)).toBe(true);
    expect(month.sums.every(({ sessions: captured, signed }) => captured === signed)).toBe(true);
    const changes = await demo.store.db.selectFrom('plug_changes').select('at').where('at', '<', Date.parse(NOW)).execute();
    expect(changes.length).toBeGreaterThan(sessions.length);
  }, 60_000);

  it('continues where a process was interrupted, and serves no session twice', async () => {
    const demo = await newDemo();
    const over = new AbortController();
    const first = demo.addHistory(over.signal);
    while ((await demo.sessions()).length < 2) await new Promise(resolve => setTimeout(resolve, 5));
    over.abort();
    await first;
    const before = await demo.sessions();
    await demo.addHistory(new AbortController().signal);
    const sessions = await demo.sessions();
    expect(sessions.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(sessions.length).toBeGreaterThan(before.length);
    await demo.addHistory(new AbortController().signal);
    expect(await demo.sessions()).toEqual(sessions);
  }, 60_000);

  it('is not added to a demo that has orders', async () => {
    const demo = await newDemo();
    const over = new AbortController();
    const first = demo.addHistory(over.signal);
    while ((await demo.sessions()).length < 1) await new Promise(resolve => setTimeout(resolve, 5));
    over.abort();
    await first;
    const sessions = await demo.sessions();
    await createKeyValueStore(demo.store.db, 'demo history').delete('progress');
    await demo.addHistory(new AbortController().signal);
    expect(await demo.sessions()).toEqual(sessions);
  }, 60_000);

  it('ends when a visitor has ordered, so that the visitor need not wait', async () => {
    const demo = await newDemo();
    const marks = createKeyValueStore(demo.store.db, 'demo history');
    await marks.put('progress', { startedAt: NOW, served: 1 });
    await demo.store.inTransaction(trx => addOrder(trx, someOrder({ createdAt: new Date(NOW) })));
    await demo.addHistory(new AbortController().signal);
    expect(await demo.sessions()).toEqual([]);
    expect(await marks.get('progress')).toEqual({ startedAt: NOW, served: planSessions(new Date(NOW), DAYS).length });
  });
});
