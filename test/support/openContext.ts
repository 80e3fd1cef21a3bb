import { createVatRegister } from '../../server/adapters/vatRegister/vatRegister.ts';
import type { TariffRecord } from '../../server/core/records/records.ts';
import { HANDLERS } from '../../server/operator/jobs.ts';
import { createSessionCaches, type OperatorContext } from '../../server/runtime/context.ts';
import { createOutages } from '../../server/runtime/outages.ts';
import { createWorkInProgress, transactAndBegin } from '../../server/runtime/outbox.ts';
import { createSessionNotifier } from '../../server/runtime/sessionNotifier.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { addOrder, findOrder, type OrderRecord } from '../../server/store/shop/orders.ts';
import { addPayment, findPayment, type PaymentRecord } from '../../server/store/shop/payments.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { addSession, findSession, type SessionRecord } from '../../server/store/shop/sessions.ts';
import { findTariffAt } from '../../server/store/shop/tariffs.ts';
import { createStore } from '../../server/store/store.ts';
import { createManualClock } from './clock.ts';
import { createFakePayments } from './fakePayments.ts';
import { createFakeStations } from './fakeStations.ts';
import { translator } from './invoiceFacts.ts';
import { someOrder, somePayment, someSession } from './rows.ts';

/** Columns that matter for a test. All other columns get default values. */
export interface Given {
  order?: Partial<OrderRecord>;
  session?: Partial<SessionRecord>;
  payment?: Partial<PaymentRecord>;
}

const idleWorker = (store: Store) => ({
  store,
  handlers: HANDLERS,
  inProgress: createWorkInProgress(),
  jobEnded: () => undefined,
});

/**
 * Opens an `OperatorContext` on a real database with the demo shop, without a worker. A test writes an order in any state, calls
 * one function and reads the rows. Tests of a complete order use `openOperator`.
 */
export async function openContext(store: Store = createStore(openSqlite(':memory:'))) {
  await store.migrate();
  const clock = createManualClock();
  const payments = createFakePayments();
  const stations = createFakeStations(() => ({ report: nothing, reportPlug: nothing, reportCdr: nothing }));
  const data = await readOperatorData('demo');
  await store.inTransaction(trx => replaceCatalogue(trx, data, clock.now()));
  const PLAIN = { evseId: 'DE*BLF*E1001*1', connector: '1' };
  /** Returns the tariff of a plug. For an unknown plug, returns that of the plug `PLAIN`. */
  async function soldAt({ evseId, connector }: Pick<OrderRecord, 'evseId' | 'connector'>): Promise<TariffRecord> {
    const plugs = data.points.find(point => point.evseId === evseId)?.connectors;
    const id = plugs?.find(plug => plug.id === connector)?.tariffId;
    const tariff = id === undefined ? null : await findTariffAt(store.db, { id, at: clock.now() });
    if (tariff === null && evseId === PLAIN.evseId) throw new Error('The shop sells nothing');
    return tariff ?? soldAt(PLAIN);
  }
  const events: string[] = [];
  const context: OperatorContext = {
    processId: '',
    store: { ...store, inTransaction: (work, isolation) => transactAndBegin(context, idleWorker(store), work, isolation) },
    clock,
    payments,
    stations,
    mail: { send: nothing },
    holidays: { isHoliday: () => false },
    // No bound on the plausible energy, because tests write meter readings without waiting as long as a plug would need.
    boundingPowerW: Number.POSITIVE_INFINITY,
    vatRegister: createVatRegister(),
    translator,
    secret: 'a secret of thirty-two characters',
    origin: '',
    linkOrigin: 'https://charge.example',
    logEvent: event => void events.push(event),
    wake: () => void events.push('wake'),
    idle: nothing,
    sessionNotifier: { ...createSessionNotifier(store.changeFeed), notify: id => void events.push(`notify ${id}`) },
    outages: createOutages({ clock, report: () => undefined }),
    ...createSessionCaches(),
  };
  let orders = 0;
  return {
    context,
    store,
    clock,
    payments,
    stations,
    /** Log events, session notifications and wake-ups of the worker so far, in order. */
    reported: events,
    /** Writes an order with its session and payment. The ids of all three end with the same number. */
    async given({ order = {}, session = {}, payment = {} }: Given = {}) {
      const n = ++orders;
      const [orderId, sessionId, paymentId] = [`order-${n}`, `session-${n}`, `payment-${n}`];
      const at = clock.now();
      const tariff = await soldAt({ ...PLAIN, ...order });
      const sold = { tariffId: tariff.id, tariffVersion: tariff.version, paymentId };
      await store.inTransaction(async trx => {
        await addOrder(trx, someOrder({ id: orderId, formToken: orderId, createdAt: at, ...sold, ...order }));
        const keys = { watchId: `watch-${n}`, number: n, authorizationReference: `start-${n}`, createdAt: at };
        await addSession(trx, someSession({ id: sessionId, orderId, ...keys, ...session }));
        await addPayment(trx, somePayment({ id: paymentId, orderId, ref: `ref-${n}`, createdAt: at, ...payment }));
      });
      return {
        order: () => existing(findOrder(store.db, orderId)),
        session: () => existing(findSession(store.db, sessionId)),
        payment: () => existing(findPayment(store.db, paymentId)),
        /** Returns the jobs of this order, as seconds until they are due. The key is `kind n`. */
        async jobs(): Promise<Readonly<Record<string, number>>> {
          const rows = await store.db
            .selectFrom('outbox')
            .select(['kind', 'n', 'not_before'])
            .where('subject_id', 'in', [sessionId, paymentId])
            .orderBy('id')
            .execute();
          return Object.fromEntries(
            rows.map(row => [`${row.kind} ${row.n}`, (Number(row.not_before) - clock.now().getTime()) / 1000]),
          );
        },
        /** Returns the details (column `facts`) of each alert of this order. */
        async alerts(): Promise<readonly unknown[]> {
          const notes = await listAudit(store.db, { what: 'attention', since: new Date(0) });
          return notes.filter(({ subjectId }) => subjectId === sessionId || subjectId === paymentId).map(({ facts }) => facts);
        },
      };
    },
    close: () => store.close(),
  };
}

export type OpenContext = Awaited<ReturnType<typeof openContext>>;
export type GivenOrder = Awaited<ReturnType<OpenContext['given']>>;

async function nothing(): Promise<void> {}

async function existing<T>(row: Promise<T | null>): Promise<T> {
  const found = await row;
  if (found === null) throw new Error('The row is gone');
  return found;
}
