import { createClock } from '../../server/adapters/clock/clock.ts';
import type { StartOrder } from '../../server/core/ports/backend.ts';
import type { Email } from '../../server/core/ports/mailPort.ts';
import type { Clock } from '../../server/core/ports/ports.ts';
import type { Operator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { findPayment, type PaymentRecord } from '../../server/store/shop/payments.ts';
import { findSessionByOrder, type SessionRecord } from '../../server/store/shop/sessions.ts';
import type { Started } from '../../shared/charging/charging.ts';
import { createFakePayments, type FakePayments } from './fakePayments.ts';
import { createFakeStations, type FakeStations } from './fakeStations.ts';
import { type Running, runOperator } from './openShop.ts';
import { until } from './until.ts';

export interface Processes {
  stores: readonly Store[];
  operators: readonly Operator[];
  clock: Clock;
  payments: FakePayments;
  stations: FakeStations;
  emails: readonly Email[];
  /** Submits the order form of a plug to process number `at`. Default: with a new e-mail address. */
  start(at: number, plug: PlugAddress, more?: Partial<StartOrder>): Promise<Started>;
  /** Creates an order and pays it at the payment provider. The app does not know of the payment yet. */
  held(at: number, plug: PlugAddress): Promise<{ orderId: string; ref: string }>;
  session(orderId: string): Promise<SessionRecord>;
  payment(orderId: string): Promise<PaymentRecord>;
  close(): Promise<void>;
}

export interface PlugAddress {
  evseId: string;
  connector: string;
}

/**
 * Opens one of the app's `Operator`s with a worker for each store. Like separate processes, they share only the database. They
 * receive the station reports in rotation.
 */
export async function openProcesses({ stores, speed = 1 }: { stores: readonly Store[]; speed?: number }): Promise<Processes> {
  const anchor = { realMs: Date.now(), shownMs: Date.parse('2026-11-20T10:00:00Z') };
  const clock = createClock({ speed, anchor });
  const payments = createFakePayments();
  let next = 0;
  const operators: Operator[] = [];
  const stations = createFakeStations(() => operators[next++ % operators.length]!);
  const emails: Email[] = [];
  const data = await readOperatorData('demo');
  const running: Running[] = [];
  for (const store of stores) {
    await store.migrate();
    const process = await runOperator({ store, clock, payments, stations, emails, data });
    running.push(process);
    operators.push(process.operator);
  }
  const { db } = stores[0]!;
  let formTokens = 0;

  const start = async (at: number, { evseId, connector }: PlugAddress, more: Partial<StartOrder> = {}): Promise<Started> => {
    const operator = operators[at]!;
    const point = (await operator.findChargingPoint({ text: evseId }))!;
    const plug = (await operator.getChargingPoint(point)).plugs.find(({ id }) => id === connector)!;
    const email = `ada${++formTokens}@example.org`;
    return operator.startSession({
      ...point,
      connector,
      limitMinor: plug.limits.at(-1)?.amountMinor ?? null,
      tariffVersion: plug.tariffVersion,
      contact: { firstName: 'Ada', lastName: 'Lovelace', email, emailConfirmation: email },
      locale: 'de',
      consents: { acceptTerms: true, acceptPrivacy: true },
      formToken: `intent-${formTokens}`,
      ...more,
    });
  };
  const payment = async (orderId: string): Promise<PaymentRecord> => {
    const { payment_id } = await db.selectFrom('orders').select('payment_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    return (await findPayment(db, payment_id ?? ''))!;
  };
  return {
    stores,
    operators,
    clock,
    payments,
    stations,
    emails,
    start,
    payment,
    async held(at, plug) {
      const started = await start(at, plug);
      if (started.kind !== 'pay') throw new Error('Nothing to pay');
      const { ref } = await until(
        () => payment(started.orderId),
        row => row.ref !== null,
      );
      payments.pay(ref ?? '');
      return { orderId: started.orderId, ref: ref ?? '' };
    },
    session: async orderId => (await findSessionByOrder(db, orderId))!,
    async close() {
      await Promise.all(running.map(({ end }) => end()));
      await Promise.all(stores.map(store => store.close()));
    },
  };
}
