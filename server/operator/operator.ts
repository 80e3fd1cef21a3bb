import type { Seen } from '../core/formats/folder.ts';
import type { Backend, Counts } from '../core/ports/backend.ts';
import type { Catalogue } from '../core/ports/cataloguePort.ts';
import type { OperatorConsole } from '../core/ports/consolePort.ts';
import type { FirmwareListener } from '../core/ports/firmwarePort.ts';
import type { SecurityListener } from '../core/ports/securityPort.ts';
import type { AnomalyListener, ClaimListener, RefusalListener, StationListener } from '../core/ports/stationPort.ts';
import type { OperatorData } from '../core/records/records.ts';
import { createSessionCaches, type OperatorContext, type OperatorDependencies } from '../runtime/context.ts';
import { withoutKeys } from '../runtime/logIds.ts';
import { createOutages } from '../runtime/outages.ts';
import { createWorkInProgress, isAtWork, transactAndBegin, type WorkInProgress } from '../runtime/outbox.ts';
import { createSessionNotifier } from '../runtime/sessionNotifier.ts';
import { stationAlerts } from '../runtime/stationAccess.ts';
import { createWorkSignal, type WorkSignal } from '../runtime/wake.ts';
import { findAlternatives } from '../shop/catalogue/alternatives.ts';
import { createCatalogueVersion } from '../shop/catalogue/catalogueVersion.ts';
import { findClients, findLogo, getClient } from '../shop/catalogue/clients.ts';
import { type DemoShop, demoPoints } from '../shop/catalogue/demo.ts';
import { getLegalText } from '../shop/catalogue/legal.ts';
import { estimateCost, findChargingPoint, getChargingPoint } from '../shop/catalogue/offers.ts';
import { createCatalogue } from '../shop/catalogue/pushedLocations.ts';
import { findSimilarPoints } from '../shop/catalogue/similarPoints.ts';
import { checkCode } from '../shop/catalogue/stationCodes.ts';
import { watchPoint } from '../shop/catalogue/watchPoint.ts';
import { reportFault } from '../shop/faultReports/reportFault.ts';
import { createAfirFeed } from '../shop/feeds/afirFeed.ts';
import { requestFreeNotice } from '../shop/freeNotices/requestFreeNotice.ts';
import { importCatalogue } from '../shop/import/importCatalogue.ts';
import { cancelOrder, refreshOrder } from '../shop/orders/orderStatus.ts';
import { startSession } from '../shop/orders/placeOrder.ts';
import { withdraw } from '../shop/orders/withdrawals.ts';
import { syncPayment } from '../shop/payments/holds.ts';
import { disablePush, enablePush } from '../shop/push/devices.ts';
import { checkBill } from '../shop/receipts/checkBill.ts';
import { requestCompanyInvoice } from '../shop/receipts/companyInvoice.ts';
import { forwardReceipts } from '../shop/receipts/forward.ts';
import { isReceipt } from '../shop/receipts/openReceipt.ts';
import { getCalibrationData, getInvoice } from '../shop/receipts/receiptDocuments.ts';
import { sendReceipt } from '../shop/receipts/receiptMail.ts';
import { findSessions, getReceipt } from '../shop/receipts/receipts.ts';
import { applyCdrUpdate } from '../shop/sessions/accounts/cdrUpdates.ts';
import { noteClaims } from '../shop/sessions/claims.ts';
import { setGoal } from '../shop/sessions/goals.ts';
import { reportAnomaly } from '../shop/sessions/lifecycle/anomalies.ts';
import { notePlug } from '../shop/sessions/lifecycle/cable.ts';
import { applyReport } from '../shop/sessions/reports/reports.ts';
import { cancelStart, getRow, getWatchedSession, stopSession, unlockPlug } from '../shop/sessions/sessions.ts';
import { viewSession } from '../shop/sessions/views/views.ts';
import { pollVersions, watchSession } from '../shop/sessions/watch.ts';
import { findCaller } from '../staff/acts/apiTokens.ts';
import { createOperating } from '../staff/console/consoleApi.ts';
import { countAll } from '../staff/console/counts.ts';
import { createSignIns } from '../staff/console/signIns.ts';
import { WORK } from '../store/engine/changeFeed.ts';
import type { DatabaseAccess, Trx } from '../store/engine/database.ts';
import { findOrder } from '../store/shop/orders.ts';
import { findPaymentByRef } from '../store/shop/payments.ts';
import { listPointRows } from '../store/shop/points.ts';
import { findSession } from '../store/shop/sessions.ts';
import { HANDLERS } from './jobs.ts';
import { work } from './sweeper.ts';

export interface ImportDataOptions {
  /** Writes in the same transaction. */
  beside?(trx: Trx): Promise<void>;
  /** The files that were read. */
  seen?: Seen | null;
}

/**
 * The embedded operator. It serves visitors, receives reports of stations and of the payment provider, and runs background work.
 */
export interface Operator
  extends Backend,
    StationListener,
    AnomalyListener,
    RefusalListener,
    SecurityListener,
    FirmwareListener,
    ClaimListener {
  /**
   * Handles a webhook about a changed payment. The content of a webhook is not trusted, so the app reads the payment from the
   * payment provider.
   */
  onProviderNotice(ref: string): Promise<void>;
  /** Receives charging points and tariffs from station sources. */
  catalogue: Catalogue;
  console: OperatorConsole;
  /**
   * Replaces the catalogue by the contents of the operator's files, in one transaction. Prices that staff have set stay.
   */
  importData(data: OperatorData, options?: ImportDataOptions): Promise<void>;
  /** Runs jobs and sweeps. Resolves when `signal` has aborted and the work in progress has ended. */
  run(signal: AbortSignal): Promise<void>;
  /** Runs jobs only, without sweeps. Resolves like `run`. */
  runJobs(signal: AbortSignal): Promise<void>;
  /** Returns true while a job or a sweep is in progress. */
  isAtWork(): boolean;
  /** Returns counts for monitoring: open sessions by state, jobs in the outbox, open alerts. */
  counts(): Promise<Counts>;
  /**
   * Returns the names of the work that fails at the moment because of the database. Meanwhile, a load balancer should send no
   * visitors to this process.
   */
  outages(): readonly string[];
}

export function createOperator(dependencies: OperatorDependencies & { demo?: DemoShop }): Operator {
  const { store, clock, demo } = dependencies;
  const [workSignal, inProgress] = [createWorkSignal(), createWorkInProgress()];
  store.changeFeed.subscribe(what => void (what === WORK && workSignal.wake()));
  const { context, visitors, stations } = contextsOf(dependencies, { workSignal, inProgress });
  const catalogueVersion = createCatalogueVersion(store.changeFeed);
  const feed = createAfirFeed(visitors, { catalogueVersion: () => catalogueVersion(undefined), isTest: demo !== undefined });

  return {
    getClient: request => getClient(visitors, request),
    findClients: () => findClients(visitors),
    getLegalText: request => getLegalText(visitors, request),
    findLogo: request => findLogo(visitors, request),
    admitClient: request => getClient(visitors, request),
    findChargingPoint: request => findChargingPoint(visitors, request),
    findDemoPoints: async () => (demo ? demoPoints(visitors.store.db, demo) : []),
    getChargingPoint: request => getChargingPoint(visitors, request),
    findAlternatives: request => findAlternatives(visitors, request),
    requestFreeNotice: request => requestFreeNotice(visitors, request),
    reportFault: request => reportFault(visitors, request),
    startSession: request => startSession(visitors, request),
    refreshOrder: request => refreshOrder(visitors, request),
    cancelOrder: request => cancelOrder(visitors, request),
    getSession: async request => viewSession(visitors, await getRow(visitors, request), 'driver'),
    getWatchedSession: request => getWatchedSession(visitors, request),
    cancelStart: request => cancelStart(visitors, request),
    stopSession: request => stopSession(visitors, request),
    unlockPlug: request => unlockPlug(visitors, request),
    setGoal: request => setGoal(visitors, request),
    findSessions: request => findSessions(visitors, request),
    getReceipt: request => getReceipt(visitors, request),
    getInvoice: request => getInvoice(visitors, request),
    getCalibrationData: request => getCalibrationData(visitors, request),
    estimateCost: request => estimateCost(visitors, request),
    checkBill: request => checkBill(visitors, request),
    sendReceipt: request => sendReceipt(visitors, request),
    forwardReceipts: request => forwardReceipts(visitors, request),
    requestCompanyInvoice: request => requestCompanyInvoice(visitors, request).then(() => getReceipt(visitors, request)),
    withdraw: request => withdraw(visitors, request),
    enablePush: request => enablePush(visitors, request),
    disablePush: request => disablePush(visitors, request),
    watchSession: request => watchSession(visitors, request),
    watchPoint: request => watchPoint(visitors, request),
    catalogueVersion,
    getFeed: request => feed.get(request),
    findSimilarPoints: request => findSimilarPoints(visitors, request),
    somePoint: async () => (await listPointRows(visitors.store.db, { limit: 1 }))[0]?.point ?? null,
    checkCode: request => checkCode(visitors, request),
    knows: request => knows(visitors, request),

    report: (authorizationReference, station) => applyReport(stations, authorizationReference, station),
    reportPlug: request => notePlug(stations, request),
    reportCdr: (authorizationReference, changes) => applyCdrUpdate(stations, authorizationReference, changes),
    reportAnomaly: request => reportAnomaly(stations, request),
    ...stationAlerts(stations),
    reportClaims: claim => noteClaims(stations, claim),
    onProviderNotice: ref => syncByRef(visitors, ref),
    catalogue: createCatalogue(stations),
    console: consoleOf(context, visitors),
    importData: (data, { beside, seen = null } = {}) =>
      store.inTransaction(async trx => {
        await importCatalogue(trx, data, { now: clock.now(), consolePrices: null, seen });
        await beside?.(trx);
      }),
    async run(signal) {
      const stopPolling = pollVersions(context);
      await work(context, { handlers: HANDLERS, signal, workSignal, inProgress }).finally(stopPolling);
    },
    runJobs: signal => work(context, { handlers: HANDLERS, signal, workSignal, inProgress, sweeps: false }),
    isAtWork: () => isAtWork(inProgress),
    counts: () => countAll(visitors),
    outages: context.outages.list,
  };
}

const knows = async (visitors: OperatorContext, { id }: { id: string }): Promise<boolean> =>
  isReceipt(visitors, id) ||
  (await findSession(visitors.store.db, id)) !== null ||
  (await findOrder(visitors.store.db, id)) !== null;

interface Contexts {
  /** Context for jobs and for the actions of staff. */
  context: OperatorContext;
  /** Context for drivers, sign-ins of staff, and webhooks of the payment provider. */
  visitors: OperatorContext;
  stations: OperatorContext;
}

/** Creates the contexts of this process, which differ only in their connections to the database. */
function contextsOf(
  dependencies: OperatorDependencies,
  { workSignal, inProgress }: { workSignal: WorkSignal; inProgress: WorkInProgress },
): Contexts {
  const { store, clock } = dependencies;
  const { jobEnded } = workSignal;
  store.setClock(clock);
  const outages = createOutages({ clock, report: dependencies.warn ?? dependencies.logEvent });
  const shared: Omit<OperatorContext, 'store'> = {
    ...dependencies,
    processId: dependencies.processId ?? '',
    logEvent: withoutKeys(dependencies.logEvent),
    ...(dependencies.warn && { warn: withoutKeys(dependencies.warn) }),
    idle: workSignal.idle,
    sessionNotifier: createSessionNotifier(store.changeFeed),
    outages,
    wake: () => store.changeFeed.publish(WORK),
    ...createSessionCaches(),
  };
  /** Creates a context that uses `access`. Jobs that are enqueued by its transactions run with the context `jobs`. */
  const contextOn = (access: DatabaseAccess, jobs?: OperatorContext): OperatorContext => {
    const parts = { store: access, handlers: HANDLERS, inProgress, jobEnded };
    const made: OperatorContext = {
      ...shared,
      store: {
        ...store,
        ...access,
        inTransaction: (work, isolation) =>
          outages.watch('transactions', () => transactAndBegin(jobs ?? made, parts, work, isolation)),
      },
    };
    return made;
  };
  const context = contextOn(store);
  const contextFor = (access: DatabaseAccess | null) => (access ? contextOn(access, context) : context);
  return { context, visitors: contextFor(store.visitors), stations: contextFor(store.stations) };
}

/**
 * Creates the console. Each request first checks the sign-in with the visitors' database connections. Their short time limit
 * makes staff learn of a failing database as fast as drivers. After that check, a request uses the general connections.
 */
const consoleOf = (context: OperatorContext, visitors: OperatorContext): OperatorConsole => ({
  signIns: createSignIns(visitors),
  findCaller: (secret, address) => findCaller(context, { secret, address }),
  operatingAs: (who, requestId) => createOperating(context, { who, requestId }),
});

async function syncByRef(context: OperatorContext, ref: string): Promise<void> {
  const payment = await findPaymentByRef(context.store.db, ref);
  if (payment) await syncPayment(context, payment);
}
