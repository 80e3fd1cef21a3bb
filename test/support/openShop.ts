import { createVatRegister } from '../../server/adapters/vatRegister/vatRegister.ts';
import type { Email, Mail } from '../../server/core/ports/mailPort.ts';
import type { Clock, DocumentFiles, Push, VatRegister } from '../../server/core/ports/ports.ts';
import type { WebhookSender } from '../../server/core/ports/webhookPort.ts';
import type { ClientRecord, OperatorData } from '../../server/core/records/records.ts';
import { createOperator, type Operator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { findOrder } from '../../server/store/shop/orders.ts';
import { findPayment, type PaymentRecord } from '../../server/store/shop/payments.ts';
import { findSessionByOrder, type SessionRecord } from '../../server/store/shop/sessions.ts';
import { createStore } from '../../server/store/store.ts';
import type { StartRequest } from '../../shared/charging/charging.ts';
import { createManualClock, type ManualClock } from './clock.ts';
import { createFakePayments, type FakePayments } from './fakePayments.ts';
import { createFakeStations, type FakeStations } from './fakeStations.ts';
import { translator } from './invoiceFacts.ts';

export interface OpenOperator {
  operator: Operator;
  store: Store;
  clock: ManualClock;
  payments: FakePayments;
  stations: FakeStations;
  /** All e-mails sent so far, in order. */
  emails: readonly Email[];
  /** Advances the clock. Meanwhile the app runs its jobs and its regular checks. */
  pass(seconds: number): Promise<void>;
  /** Ends the `Operator` and its worker, as a process would end, and starts new ones on the same database. */
  restart(): Promise<void>;
  request(more?: Partial<StartRequest>): Promise<StartRequest>;
  /** Creates an order whose checkout page is open and not yet paid. */
  order(more?: Partial<StartRequest>): Promise<Ordered>;
  /** Creates a paid order. The station has accepted the start. */
  paid(more?: Partial<StartRequest>): Promise<Ordered>;
  /** Creates a paid order whose vehicle is charging. */
  charging(more?: Partial<StartRequest>): Promise<Ordered>;
  session(ordered: Pick<Ordered, 'orderId'>): Promise<SessionRecord>;
  payment(ordered: Pick<Ordered, 'orderId'>): Promise<PaymentRecord>;
  documents(): Promise<readonly string[]>;
  /** Returns the reasons of all alerts. */
  attention(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Ordered {
  orderId: string;
  ref: string;
  authorizationReference: string;
  sessionId: string;
}

export const PLAIN = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' };
const CONTACT = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' };

let demo: Promise<OperatorData> | undefined;

interface OpenOperatorOptions {
  rejectsCancelledStarts?: boolean;
  vatRegister?: VatRegister;
  /** Push service. Default: the app offers no push messages. */
  push?: Push;
  /** Sender of webhooks. Default: the app sends none. */
  webhooks?: WebhookSender;
  /** Start time of the clock, UTC. */
  startsAt?: string;
  /** Settings that every brand of the demo shop gets in place of its own. */
  rules?: Partial<ClientRecord>;
  /** Default: a new store in memory. It is closed together with the `Operator`. */
  store?: Store;
  /** Storage of rendered documents. Default: the database. */
  documentFiles?: DocumentFiles;
  /** Replaces the mail server. If it throws, the e-mail counts as not sent and is not added to `emails`. */
  acceptMail?: Mail['send'];
  /**
   * True (default): reported energy has no upper bound, so tests can charge at any speed. False: the rated power of the plug is
   * the bound.
   */
  isPowerEndless?: boolean;
  /** Receives the log events. */
  logEvent?: (event: string, facts: object) => void;
}

/**
 * Opens the app's real `Operator` on a real database. The payment provider and the stations are fakes. Tests choose their
 * faults.
 */
export async function openOperator({
  rejectsCancelledStarts = true,
  vatRegister = createVatRegister(),
  push,
  webhooks,
  startsAt,
  rules = {},
  store = createStore(openSqlite(':memory:')),
  documentFiles,
  acceptMail,
  logEvent,
  isPowerEndless = true,
}: OpenOperatorOptions = {}): Promise<OpenOperator> {
  demo ??= readOperatorData('demo');
  const shop = await demo;
  const data = { ...shop, clients: shop.clients.map(client => ({ ...client, ...rules })) };
  await store.migrate();
  const payments = createFakePayments();
  const stations = createFakeStations(() => running.operator, { rejectsCancelledStarts });
  const emails: Email[] = [];
  const isBlocked = () => payments.isHeld() || stations.isHeld();
  const operators: Operator[] = [];
  const isAtWork = () => operators.some(operator => operator.isAtWork()) && !isBlocked();
  const clock = createManualClock(startsAt, isAtWork);
  const parts = {
    store,
    clock,
    payments,
    stations,
    vatRegister,
    emails,
    isPowerEndless,
    ...(acceptMail ? { acceptMail } : {}),
    ...(logEvent ? { logEvent } : {}),
    ...(push ? { push } : {}),
    ...(webhooks ? { webhooks } : {}),
    ...(documentFiles ? { documentFiles } : {}),
  };
  let running = await runOperator({ ...parts, data });
  operators.push(running.operator);
  await clock.pass(0);
  let formTokens = 0;
  const ending: Promise<void>[] = [];

  const prepareOrder = async (more: Partial<StartRequest> = {}): Promise<StartRequest> => {
    const point = { ...PLAIN, ...more };
    const { plugs } = await running.operator.getChargingPoint(point);
    const plug = plugs.find(({ id }) => id === point.connector);
    if (!plug) throw new Error('No such plug');
    return {
      clientId: point.clientId,
      evseId: point.evseId,
      connector: point.connector,
      limitMinor: plug.limits.at(-1)?.amountMinor ?? null,
      contact: CONTACT,
      consents: { acceptTerms: true, acceptPrivacy: true },
      tariffVersion: plug.tariffVersion,
      formToken: `intent-${++formTokens}`,
      locale: 'de',
      ...more,
    };
  };
  const session = async ({ orderId }: { orderId: string }): Promise<SessionRecord> => {
    const row = await findSessionByOrder(store.db, orderId);
    if (!row) throw new Error('An order without a session');
    return row;
  };
  const payment = async ({ orderId }: { orderId: string }): Promise<PaymentRecord> => {
    const row = await findPayment(store.db, (await findOrder(store.db, orderId))?.paymentId ?? '');
    if (!row) throw new Error('An order without a payment');
    return row;
  };
  const order = async (more: Partial<StartRequest> = {}): Promise<Ordered> => {
    const started = await running.operator.startSession(await prepareOrder(more));
    if (started.kind !== 'pay') throw new Error('Nothing to pay');
    const { orderId } = started;
    const { id: sessionId, authorizationReference } = await session({ orderId });
    return { orderId, sessionId, authorizationReference, ref: (await payment({ orderId })).ref ?? '' };
  };
  const paid = async (more: Partial<StartRequest> = {}): Promise<Ordered> => {
    const ordered = await order(more);
    payments.pay(ordered.ref);
    await running.operator.refreshOrder(ordered);
    await clock.pass(0);
    return ordered;
  };

  return {
    store,
    clock,
    payments,
    stations,
    emails,
    request: prepareOrder,
    order,
    paid,
    session,
    payment,
    get operator() {
      return running.operator;
    },
    pass: seconds => clock.pass(seconds * 1000),
    async restart() {
      // Not awaited on purpose, because calls of the old process may still arrive.
      ending.push(running.end());
      running = await runOperator({ ...parts, data: null });
      operators.push(running.operator);
      await clock.pass(0);
    },
    async charging(more) {
      const ordered = await paid(more);
      await clock.pass(5000);
      await stations.plugIn(ordered.authorizationReference, clock.now());
      await clock.pass(0);
      return ordered;
    },
    documents: async () =>
      (await store.db.selectFrom('documents').select('number').orderBy('number').execute()).map(({ number }) => number),
    attention: async () =>
      (await listAudit(store.db, { what: 'attention', since: new Date(0) })).map(({ facts }) => String(facts.why)),
    async close() {
      await Promise.all([...ending, running.end()]);
      await store.close();
    },
  };
}

export interface Running {
  operator: Operator;
  end(): Promise<void>;
}

/** Starts what one process of the app runs: an `Operator` with its worker. */
export async function runOperator({
  data,
  emails,
  vatRegister = createVatRegister(),
  acceptMail = async () => undefined,
  logEvent = () => undefined,
  isPowerEndless = true,
  ...parts
}: Pick<OpenOperator, 'store' | 'payments' | 'stations'> & {
  clock: Clock;
  vatRegister?: VatRegister;
  push?: Push;
  webhooks?: WebhookSender;
  documentFiles?: DocumentFiles;
  emails: Email[];
  data: OperatorData | null;
} & Pick<OpenOperatorOptions, 'acceptMail' | 'logEvent' | 'isPowerEndless'>): Promise<Running> {
  const operator = createOperator({
    ...parts,
    vatRegister,
    translator,
    secret: 'a secret of thirty-two characters',
    origin: '',
    linkOrigin: 'https://charge.example',
    mail: {
      async send(email) {
        await acceptMail(email);
        emails.push(email);
      },
    },
    holidays: { isHoliday: () => false },
    redrawPhoto: async photo => (await import('../../server/adapters/photos/redrawPhoto.ts')).redrawPhoto(photo),
    ...(isPowerEndless ? { boundingPowerW: Number.POSITIVE_INFINITY } : {}),
    logEvent,
  });
  if (data) await operator.importData(data);
  const over = new AbortController();
  const working = operator.run(over.signal);
  return {
    operator,
    async end() {
      over.abort();
      await working;
    },
  };
}
