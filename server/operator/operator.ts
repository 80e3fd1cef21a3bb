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
import { MOST_BEHIND_MS } from './store/engine/replica.ts';
import { replaceCatalogue } from './store/import/replaceCatalogue.ts';
import { findOrder } from './store/orders.ts';
import { findPaymentByRef } from './store/payments.ts';
import { findSession } from './store/sessions.ts';
import type { Trx } from './store/store.ts';
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
  const context = contextOf(dependencies, { workSignal, underWay });

  return {
    getClient: ask => getClient(context, ask),
    findClients: () => findClients(context),
    getLegalText: ask => getLegalText(context, ask),
    findLogo: ask => findLogo(context, ask),
    admitClient: ask => getClient(context, ask),
    findChargingPoint: ask => findChargingPoint(context, ask),
    findDemoPoints: async () => (demo ? demoPoints(store.db, demo) : []),
    getChargingPoint: ask => getChargingPoint(context, ask),
    startSession: ask => startSession(context, ask),
    refreshOrder: ask => refreshOrder(context, ask),
    cancelOrder: ask => cancelOrder(context, ask),
    getSession: async ask => viewSession(context, await getRow(context, ask), 'driver'),
    getWatchedSession: ask => getWatchedSession(context, ask),
    cancelStart: ask => cancelStart(context, ask),
    stopSession: ask => stopSession(context, ask),
    unlockPlug: ask => unlockPlug(context, ask),
    setGoal: ask => setGoal(context, ask),
    findSessions: ask => findSessions(context, ask),
    getReceipt: ask => getReceipt(context, ask),
    getInvoice: ask => getInvoice(context, ask),
    getCalibrationData: ask => getCalibrationData(context, ask),
    estimateCost: ask => estimateCost(context, ask),
    checkBill: ask => checkBill(context, ask),
    sendReceipt: ask => sendReceipt(context, ask),
    forwardReceipts: ask => forwardReceipts(context, ask),
    async requestCompanyInvoice(ask) {
      await requestCompanyInvoice(context, ask);
      return getReceipt(context, ask);
    },
    withdraw: ask => withdraw(context, ask),
    turnPushOn: ask => turnPushOn(context, ask),
    turnPushOff: ask => turnPushOff(context, ask),
    watchSession: ask => watchSession(context, ask),
    watchPoint: ask => watchPoint(context, ask),
    catalogueVersion: ask => catalogueVersion(context, ask),
    somePoint: async () => (await listPointRows(store.db, { most: 1 }))[0]?.point ?? null,
    checkCode: ask => checkCode(context, ask),
    knows: async ({ id }) =>
      isReceipt(context, id) || (await findSession(store.db, id)) !== null || (await findOrder(store.db, id)) !== null,

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

/** What every question and job of this process shares. */
function contextOf(
  dependencies: OperatorDependencies,
  { workSignal, underWay }: { workSignal: WorkSignal; underWay: UnderWay },
): OperatorContext {
  const { store, clock } = dependencies;
  const { jobEnded } = workSignal;
  const parts = { store, handlers: HANDLERS, underWay, jobEnded };
  const outages = createOutages({ clock, tell: dependencies.warn ?? dependencies.logEvent });
  // What is priced of older rows would only be in the way of the others.
  const keptLate = nothingKept();
  const context: OperatorContext = {
    ...dependencies,
    processId: dependencies.processId ?? '',
    logEvent: withoutKeys(dependencies.logEvent),
    idle: workSignal.idle,
    sessionNotifier: createSessionNotifier(store.changeFeed),
    outages,
    store: {
      ...store,
      inTransaction: work => outages.watch('transactions', () => transactAndBegin(context, parts, work)),
    },
    wake: () => store.changeFeed.publish(WORK),
    late: work => store.readLate(db => work({ ...context, ...keptLate, store: { ...context.store, db } })),
    ...nothingKept(),
  };
  return context;
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
