import type { Backend, Counts, OperatorConsole } from '../backend.ts';
import { countAll } from './backoffice/counts.ts';
import { findClients, findLogo, getClient } from './catalogue/clients.ts';
import { type DemoShop, demoPoints } from './catalogue/demo.ts';
import { getLegalText } from './catalogue/legal.ts';
import { estimateCost, findChargingPoint, getChargingPoint } from './catalogue/offers.ts';
import { checkCode } from './catalogue/stationCodes.ts';
import { createCatalogue } from './catalogue/toldLocations.ts';
import { catalogueVersion } from './catalogue/version.ts';
import { watchPoint } from './catalogue/watchPoint.ts';
import type { Catalogue } from './cataloguePort.ts';
import { checkBill } from './check/checkBill.ts';
import { createOperating } from './console/operating.ts';
import { createSignIns } from './console/signIns.ts';
import { nothingKept, type OperatorContext, type OperatorDependencies } from './context.ts';
import { HANDLERS } from './jobs.ts';
import { withoutKeys } from './logIds.ts';
import { cancelOrder, refreshOrder } from './orders/orderStatus.ts';
import { startSession } from './orders/placeOrder.ts';
import { withdraw } from './orders/withdrawals.ts';
import { syncPayment } from './payments/holds.ts';
import { turnPushOff, turnPushOn } from './push/devices.ts';
import { requestCompanyInvoice } from './receipts/companyInvoice.ts';
import { forwardReceipts } from './receipts/forward.ts';
import { isReceipt } from './receipts/openReceipt.ts';
import { getCalibrationData, getInvoice } from './receipts/receiptDocuments.ts';
import { sendReceipt } from './receipts/receiptMail.ts';
import { findSessions, getReceipt } from './receipts/receipts.ts';
import type { OperatorData } from './records.ts';
import { noteAccount } from './sessions/accounts/accountNews.ts';
import { setGoal } from './sessions/ahead/goals.ts';
import { notePlug } from './sessions/cable.ts';
import { noteClaims } from './sessions/claims.ts';
import { noteOddity } from './sessions/oddities.ts';
import { applyStation } from './sessions/reports/reports.ts';
import { createSessionNotifier } from './sessions/sessionNotifier.ts';
import { cancelStart, getRow, getWatchedSession, stopSession, unlockPlug } from './sessions/sessions.ts';
import { viewSession } from './sessions/views.ts';
import { pollVersions, watchSession } from './sessions/watch.ts';
import { noteRefusals, settleRefusals } from './stationAccess.ts';
import type { ClaimListener, OddityListener, RefusalListener, StationListener } from './stationPort.ts';
import { WORK } from './store/changeFeed.ts';
import { listPointRows } from './store/console/points.ts';
import type { DatabaseAccess, Trx } from './store/engine/database.ts';
import { MOST_BEHIND_MS } from './store/engine/replica.ts';
import { replaceCatalogue } from './store/import/replaceCatalogue.ts';
import { findOrder } from './store/orders.ts';
import { findPaymentByRef } from './store/payments.ts';
import { findSession } from './store/sessions.ts';
import { createOutages } from './worker/outages.ts';
import { isAtWork, nothingUnderWay, transactAndBegin, type UnderWay } from './worker/outbox.ts';
import { work } from './worker/sweeper.ts';
import { createWorkSignal, type WorkSignal } from './worker/wake.ts';

/** Our own operator: what a visitor may ask it, what stations and the payment provider tell it, and its own work. */
export interface Operator extends Backend, StationListener, OddityListener, RefusalListener, ClaimListener {
  /** A notice says that a payment changed at the provider. Its content is not trusted: the provider's state is read. */
  onProviderNotice(ref: string): Promise<void>;
  /** What sources of stations tell of what can be sold there. */
  catalogue: Catalogue;
  /** For the people who run the shop. */
  console: OperatorConsole;
  /** Takes over an operator's files, whole. */
  importData(data: OperatorData, alongside?: (trx: Trx) => Promise<void>): Promise<void>;
  /** Its own work: jobs and sweeps. Resolves when `signal` has aborted and what was begun is finished. */
  run(signal: AbortSignal): Promise<void>;
  /** Whether a job or a sweep is being done at this moment. */
  isAtWork(): boolean;
  /** Numbers for a person: open sessions by state, the outbox, what needs attention. */
  counts(): Promise<Counts>;
  /** Its work that is interrupted at this moment; no visitor should be sent here meanwhile. */
  outages(): readonly string[];
}

export function createOperator(dependencies: OperatorDependencies & { demo?: DemoShop }): Operator {
  const { store, clock, demo } = dependencies;
  const workSignal = createWorkSignal();
  const underWay = nothingUnderWay();
  store.changeFeed.subscribe(what => {
    if (what === WORK) workSignal.wake();
  });
  const { context, visitors } = contextsOf(dependencies, { workSignal, underWay });

  return {
    getClient: ask => getClient(visitors, ask),
    findClients: () => findClients(visitors),
    getLegalText: ask => getLegalText(visitors, ask),
    findLogo: ask => findLogo(visitors, ask),
    admitClient: ask => getClient(visitors, ask),
    findChargingPoint: ask => findChargingPoint(visitors, ask),
    findDemoPoints: async () => (demo ? demoPoints(visitors.store.db, demo) : []),
    getChargingPoint: ask => getChargingPoint(visitors, ask),
    startSession: ask => startSession(visitors, ask),
    refreshOrder: ask => refreshOrder(visitors, ask),
    cancelOrder: ask => cancelOrder(visitors, ask),
    getSession: async ask => viewSession(visitors, await getRow(visitors, ask), 'driver'),
    getWatchedSession: ask => getWatchedSession(visitors, ask),
    cancelStart: ask => cancelStart(visitors, ask),
    stopSession: ask => stopSession(visitors, ask),
    unlockPlug: ask => unlockPlug(visitors, ask),
    setGoal: ask => setGoal(visitors, ask),
    findSessions: ask => findSessions(visitors, ask),
    getReceipt: ask => getReceipt(visitors, ask),
    getInvoice: ask => getInvoice(visitors, ask),
    getCalibrationData: ask => getCalibrationData(visitors, ask),
    estimateCost: ask => estimateCost(visitors, ask),
    checkBill: ask => checkBill(visitors, ask),
    sendReceipt: ask => sendReceipt(visitors, ask),
    forwardReceipts: ask => forwardReceipts(visitors, ask),
    async requestCompanyInvoice(ask) {
      await requestCompanyInvoice(visitors, ask);
      return getReceipt(visitors, ask);
    },
    withdraw: ask => withdraw(visitors, ask),
    turnPushOn: ask => turnPushOn(visitors, ask),
    turnPushOff: ask => turnPushOff(visitors, ask),
    watchSession: ask => watchSession(visitors, ask),
    watchPoint: ask => watchPoint(visitors, ask),
    catalogueVersion: ask => catalogueVersion(visitors, ask),
    somePoint: async () => (await listPointRows(visitors.store.db, { most: 1 }))[0]?.point ?? null,
    checkCode: ask => checkCode(visitors, ask),
    knows: async ({ id }) =>
      isReceipt(visitors, id) ||
      (await findSession(visitors.store.db, id)) !== null ||
      (await findOrder(visitors.store.db, id)) !== null,

    report: (authorizationReference, station) => applyStation(context, authorizationReference, station),
    reportPlug: ask => notePlug(context, ask),
    reportAccount: (authorizationReference, news) => noteAccount(context, authorizationReference, news),
    reportOddity: ask => noteOddity(context, ask),
    reportRefusals: options => noteRefusals(context, options),
    endRefusals: options => settleRefusals(context, options),
    reportClaims: claim => noteClaims(context, claim),
    onProviderNotice: ref => syncByRef(context, ref),
    catalogue: createCatalogue(context),
    console: consoleOf(context),
    importData: (data, alongside) =>
      store.inTransaction(async trx => {
        await replaceCatalogue(trx, data, clock.now());
        await alongside?.(trx);
      }),
    async run(signal) {
      const stopPolling = pollVersions(context);
      await work(context, { handlers: HANDLERS, signal, workSignal, underWay }).finally(stopPolling);
    },
    isAtWork: () => isAtWork(underWay),
    counts: () => context.late(countAll),
    outages: context.outages.list,
  };
}

interface Contexts {
  /** For jobs, staff, stations and the payment provider. */
  context: OperatorContext;
  /** For what a visitor waits for. What is stored beside the database is the same. */
  visitors: OperatorContext;
}

/** What every question and job of this process shares. */
function contextsOf(
  dependencies: OperatorDependencies,
  { workSignal, underWay }: { workSignal: WorkSignal; underWay: UnderWay },
): Contexts {
  const { store, clock } = dependencies;
  const { jobEnded } = workSignal;
  const outages = createOutages({ clock, tell: dependencies.warn ?? dependencies.logEvent });
  // What is priced of older rows would only be in the way of the others.
  const keptLate = nothingKept();
  const shared: Omit<OperatorContext, 'store' | 'late'> = {
    ...dependencies,
    processId: dependencies.processId ?? '',
    logEvent: withoutKeys(dependencies.logEvent),
    ...(dependencies.warn && { warn: withoutKeys(dependencies.warn) }),
    idle: workSignal.idle,
    sessionNotifier: createSessionNotifier(store.changeFeed),
    outages,
    wake: () => store.changeFeed.publish(WORK),
    ...nothingKept(),
  };
  /** A job that a visitor's transaction enqueues is a job like any other: it runs with the access of `context`. */
  const contextOn = (access: DatabaseAccess, jobs?: OperatorContext): OperatorContext => {
    const parts = { store: access, handlers: HANDLERS, underWay, jobEnded };
    const made: OperatorContext = {
      ...shared,
      store: {
        ...store,
        ...access,
        inTransaction: work => outages.watch('transactions', () => transactAndBegin(jobs ?? made, parts, work)),
      },
      late: work => access.readLate(db => work({ ...made, ...keptLate, store: { ...made.store, db } })),
    };
    return made;
  };
  const context = contextOn(store);
  return { context, visitors: store.visitors ? contextOn(store.visitors, context) : context };
}

const consoleOf = (context: OperatorContext): OperatorConsole => ({
  signIns: createSignIns(context),
  operatingAs: (who, requestId, { hasJustActed = false } = {}) =>
    createOperating(context, { who, requestId }, hasJustActed ? work => work(context) : context.late),
  lateByMs: context.store.replica() ? MOST_BEHIND_MS : 0,
});

async function syncByRef(context: OperatorContext, ref: string): Promise<void> {
  const payment = await findPaymentByRef(context.store.db, ref);
  if (payment) await syncPayment(context, payment);
}
