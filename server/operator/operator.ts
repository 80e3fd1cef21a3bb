import type { Backend, Counts } from '../backend.ts';
import { createBell } from './bell.ts';
import { checkBill } from './check/checkBill.ts';
import { requestCompanyInvoice } from './companyInvoice.ts';
import { countAll } from './counts.ts';
import { type DemoShop, demoPoints } from './demo.ts';
import { learn } from './holds.ts';
import { getLegalText } from './legal.ts';
import { withoutKeys } from './logIds.ts';
import { isReceipt } from './openReceipt.ts';
import { createOutages } from './outages.ts';
import { type Desk, nothingKept, type OperatorParts } from './parts.ts';
import type { StationListener } from './ports.ts';
import { getCalibrationData, getInvoice } from './receiptDocuments.ts';
import { sendReceipt } from './receiptMail.ts';
import { findSessions, getReceipt } from './receipts.ts';
import type { OperatorData } from './records.ts';
import { applyStation } from './reports.ts';
import { cancelStart, getSession, getWatchedSession, stopSession } from './sessions.ts';
import { cancelOrder, settleOrder } from './settle.ts';
import { estimateCost, findChargingPoint, findClients, findLogo, getChargingPoint, getClient } from './shop.ts';
import { startSession } from './start.ts';
import { replaceCatalogue, setPlugState } from './store/catalogue.ts';
import { WORK } from './store/news.ts';
import { findOrder } from './store/orders.ts';
import { findPaymentByRef } from './store/payments.ts';
import { findSession } from './store/sessions.ts';
import { work } from './sweeper.ts';
import { createAnnouncer, pollVersions, watchSession } from './watch.ts';
import { withdraw } from './withdrawals.ts';

/** Our own operator: what a visitor may ask it, what stations and the payment provider tell it, and its own work. */
export interface Operator extends Backend, StationListener {
  /** Somebody says that something changed at the provider: the truth is read, what was said is not believed. */
  look(ref: string): Promise<void>;
  /** Takes over an operator's files, whole. */
  importData(data: OperatorData): Promise<void>;
  /** Its own work: promises and sweeps. Resolves when `signal` has aborted and the work rests. */
  run(signal: AbortSignal): Promise<void>;
  /** Numbers for a person: open sessions by state, the outbox, what needs attention. */
  counts(): Promise<Counts>;
  /** Its work that cannot go on at this moment; nobody should be sent here meanwhile. */
  outages(): readonly string[];
}

export function createOperator(parts: OperatorParts & { demo?: DemoShop }): Operator {
  const { store, clock, demo } = parts;
  const bell = createBell();
  const { news } = store;
  news.hear(what => {
    if (what === WORK) bell.ring();
  });
  const outages = createOutages({ clock, tell: parts.warn ?? parts.note });
  const desk: Desk = {
    ...{ ...parts, note: withoutKeys(parts.note), calm: bell.calm, announcer: createAnnouncer(news), outages },
    store: { ...store, inTransaction: work => outages.watch('transactions', () => store.inTransaction(work)) },
    hurry: () => news.tell(WORK),
    ...nothingKept(),
  };

  return {
    getClient: ask => getClient(desk, ask),
    findClients: () => findClients(desk),
    getLegalText: ask => getLegalText(desk, ask),
    findLogo: ask => findLogo(desk, ask),
    findChargingPoint: ask => findChargingPoint(desk, ask),
    findDemoPoints: async () => (demo ? demoPoints(store.db, demo) : []),
    getChargingPoint: ask => getChargingPoint(desk, ask),
    startSession: ask => startSession(desk, ask),
    settleOrder: ask => settleOrder(desk, ask),
    cancelOrder: ask => cancelOrder(desk, ask),
    getSession: ask => getSession(desk, ask),
    getWatchedSession: ask => getWatchedSession(desk, ask),
    cancelStart: ask => cancelStart(desk, ask),
    stopSession: ask => stopSession(desk, ask),
    findSessions: ask => findSessions(desk, ask),
    getReceipt: ask => getReceipt(desk, ask),
    getInvoice: ask => getInvoice(desk, ask),
    getCalibrationData: ask => getCalibrationData(desk, ask),
    estimateCost: ask => estimateCost(desk, ask),
    checkBill: ask => checkBill(desk, ask),
    sendReceipt: ask => sendReceipt(desk, ask),
    async requestCompanyInvoice(ask) {
      await requestCompanyInvoice(desk, ask);
      return getReceipt(desk, ask);
    },
    withdraw: ask => withdraw(desk, ask),
    watchSession: ask => watchSession(desk, ask),
    knows: async ({ id }) =>
      isReceipt(desk, id) || (await findSession(store.db, id)) !== null || (await findOrder(store.db, id)) !== null,

    report: (startId, station) => applyStation(desk, startId, station),
    reportPlug: ask => outages.watch('plug states', () => setPlugState(store.db, { ...ask, now: clock.now() })),
    look: ref => look(desk, ref),
    importData: data => store.inTransaction(trx => replaceCatalogue(trx, data, clock.now())),
    async run(signal) {
      const stopPolling = pollVersions(desk);
      await work(desk, { signal, bell }).finally(stopPolling);
    },
    counts: () => countAll(desk),
    outages: outages.list,
  };
}

async function look(desk: Desk, ref: string): Promise<void> {
  const payment = await findPaymentByRef(desk.store.db, ref);
  if (payment) await learn(desk, payment.id);
}
