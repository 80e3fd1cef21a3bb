import { describe, expect, it } from '@jest/globals';
import { createVatRegister } from '../../server/adapters/vatRegister/vatRegister.ts';
import { isFree } from '../../server/core/pricing/isFree.ts';
import type { OperatorData, PointRecord } from '../../server/core/records/records.ts';
import { createOperator, type Operator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { SimulatedPlug } from '../../server/stations/simulator/plug.ts';
import { createSimulator } from '../../server/stations/simulator/simulator.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { findSessionByOrder, type SessionRecord } from '../../server/store/shop/sessions.ts';
import { createStore } from '../../server/store/store.ts';
import type { DemoScript } from '../../shared/charging/demo.ts';
import { createManualClock, type ManualClock } from '../support/clock.ts';
import { createFakePayments, type FakePayments } from '../support/fakePayments.ts';
import { translator } from '../support/invoiceFacts.ts';
import { plugBoard } from '../support/plugBoard.ts';
import { until } from '../support/until.ts';

const DEMO = await readOperatorData('demo');
/** Amounts in small steps, so that the smallest hold that a plug offers is very small. */
const SMALL_HOLDS = {
  EUR: Array.from({ length: 60 }, (_, n) => (n + 1) * 50),
  CHF: Array.from({ length: 60 }, (_, n) => (n + 1) * 50),
  HUF: Array.from({ length: 60 }, (_, n) => (n + 1) * 20_000),
};
const DATA: OperatorData = { ...DEMO, clients: DEMO.clients.map(client => ({ ...client, holds: SMALL_HOLDS })) };
const tariffOf = (id: string) => DEMO.tariffs.find(record => record.id === id)!.tariff;

interface Case {
  name: string;
  point: PointRecord;
  connector: string;
}
/** For each tariff that is not free, the plug with the highest power, because a timely stop is most difficult there. */
const CASES: readonly Case[] = DEMO.tariffs
  .filter(({ tariff }) => !isFree(tariff))
  .map(({ id, tariff }) => {
    const plugs = DEMO.points.flatMap(point => point.connectors.map(connector => ({ point, connector })));
    const sold = plugs.filter(({ connector }) => connector.tariffId === id);
    const { point, connector } = sold.reduce((a, b) => (b.connector.powerW > a.connector.powerW ? b : a));
    return { name: `${id} (${tariff.currency}) at ${connector.powerW / 1000} kW`, point, connector: connector.id };
  });

interface Shop {
  operator: Operator;
  store: Store;
  clock: ManualClock;
  payments: FakePayments;
  end(): Promise<void>;
}

/** Opens the app's real `Operator` with the real simulator. All vehicles follow the same script. */
async function openShop(script: DemoScript): Promise<Shop> {
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const clock = createManualClock('2026-11-20T20:55:00.000Z');
  const payments = createFakePayments();
  const plugs: SimulatedPlug[] = DATA.points.flatMap(({ evseId, timeZone, connectors }) =>
    connectors.map(({ id, powerW, isDc }) => ({
      evseId,
      connector: id,
      powerW,
      isDc,
      timeZone,
      script,
      idle: 'available' as const,
    })),
  );
  const simulator = createSimulator({
    keyValueStore: createKeyValueStore(store.db, 'simulator'),
    clock,
    ...plugBoard(plugs),
    listener: () => operator,
    note: () => undefined,
  });
  const operator: Operator = createOperator({
    store,
    clock,
    payments,
    stations: simulator.stations,
    translator,
    secret: 'x'.repeat(32),
    origin: '',
    linkOrigin: 'http://localhost:3000',
    mail: { send: async () => undefined },
    holidays: { isHoliday: () => false },
    vatRegister: createVatRegister(),
    logEvent: () => undefined,
  });
  await operator.importData(DATA);
  const over = new AbortController();
  const works = [operator.run(over.signal), simulator.run(over.signal)];
  await clock.pass(0);
  return {
    operator,
    store,
    clock,
    payments,
    async end() {
      over.abort();
      await Promise.all(works);
      await store.close();
    },
  };
}

/** Orders with the smallest hold and charges until the session ends. */
async function chargeToTheLimit({ operator, store, clock, payments }: Shop, { point, connector }: Case): Promise<SessionRecord> {
  const { clientId, evseId } = point;
  // The plugs report their states only after the app has started, so the test waits for them.
  const plug = await until(
    async () => (await operator.getChargingPoint({ clientId, evseId })).plugs.find(({ id }) => id === connector)!,
    ({ state }) => state === 'available',
  );
  const limitMinor = plug.limits[0]!.amountMinor;
  const email = 'ada@example.org';
  const started = await operator.startSession({
    clientId,
    evseId,
    connector,
    limitMinor,
    tariffVersion: plug.tariffVersion,
    formToken: `${evseId} ${connector}`,
    locale: 'de',
    contact: { firstName: 'Ada', lastName: 'Lovelace', email, emailConfirmation: email },
    consents: { acceptTerms: true, acceptPrivacy: true },
  });
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  payments.pay(started.url.split('/').at(-1) ?? '');
  await operator.refreshOrder(started);
  const session = async () => (await findSessionByOrder(store.db, started.orderId))!;
  for (let minute = 0; minute < 24 * 60 && (await session()).state !== 'completed'; minute++) await clock.pass(60_000);
  return session();
}

describe('The amount a driver chose is never exceeded', () => {
  it('by any tariff of the demo shop: every paid one is tried', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(15);
    for (const dimension of ['ENERGY', 'TIME', 'FLAT', 'PARKING_TIME'])
      expect(CASES.some(({ point, connector }) => hasDimension(point, connector, dimension))).toBe(true);
  });

  it.each(CASES)('charging at full power: $name', async demoCase => {
    const shop = await openShop('plugs-in');
    try {
      const session = await chargeToTheLimit(shop, demoCase);
      expect(session).toMatchObject({ state: 'completed', stopReason: 'limit' });
      const { authorisedMinor } = shop.payments.truth('ref-1');
      expect(session.totalMinor).toBeLessThanOrEqual(authorisedMinor);
      expect(session.totalMinor).toBeGreaterThan(0);
      expect(shop.payments.takings).toEqual([{ ref: 'ref-1', amountMinor: session.totalMinor }]);
      expect(await shop.operator.checkBill({ receipt: session.id })).toMatchObject({ overall: 'ok', reasons: [] });
      expect(await listAudit(shop.store.db, { what: 'attention', since: new Date(0) })).toEqual([]);
    } finally {
      await shop.end();
    }
  });

  // Fees that begin after several hours are tested in bills.test.ts, where the meter is read less often.
  it.each(CASES.filter(({ name }) => name.includes('occupancy')))('standing with a full vehicle: $name', async demoCase => {
    const shop = await openShop('pauses');
    try {
      const session = await chargeToTheLimit(shop, demoCase);
      expect(session.state).toBe('completed');
      expect(session.totalMinor).toBeLessThanOrEqual(shop.payments.truth('ref-1').authorisedMinor);
      expect(shop.payments.takings).toEqual([{ ref: 'ref-1', amountMinor: session.totalMinor }]);
      expect(await shop.operator.checkBill({ receipt: session.id })).toMatchObject({ overall: 'ok', reasons: [] });
    } finally {
      await shop.end();
    }
  });
});

function hasDimension({ connectors }: PointRecord, connector: string, dimension: string): boolean {
  const tariff = tariffOf(connectors.find(({ id }) => id === connector)!.tariffId);
  return tariff.elements.some(({ components }) =>
    components.some(({ type, priceMicro }) => type === dimension && priceMicro > 0),
  );
}
