import { DEMO_SCRIPTS, type DemoPoint, type DemoScript } from '../../shared/charging.ts';
import { Problem } from '../../shared/problem.ts';
import type { Session } from '../../shared/session.ts';
import type { Backend } from '../backend.ts';
import { applyHold, stopCharging } from './holds.ts';
import { getLegalText } from './legal.ts';
import { askToCancel } from './outbox.ts';
import type { Desk, OperatorParts } from './parts.ts';
import type { StationListener } from './ports.ts';
import { findSessions, getCalibrationData, getInvoice, getReceipt } from './receipts.ts';
import type { OperatorData } from './records.ts';
import { applyStation } from './reports.ts';
import { findChargingPoint, findLogo, getChargingPoint, getClient } from './shop.ts';
import { cancelOrder, settleOrder, startSession } from './start.ts';
import { listAudit } from './store/audit.ts';
import { findClient, listPoints, replaceCatalogue, setPlugState } from './store/catalogue.ts';
import { findOrder } from './store/orders.ts';
import { outboxDepth } from './store/outboxRows.ts';
import { findPaymentByRef } from './store/payments.ts';
import { countSessions, findSession, findSessionByWatch, type SessionRow } from './store/sessions.ts';
import { sweep, work } from './sweeper.ts';
import { viewSession } from './views.ts';

/** Our own operator: what a visitor may ask it, what stations and the payment provider tell it, and its own work. */
export interface Operator extends Backend, StationListener {
  /** Somebody says that something changed at the provider: the truth is read, what was said is not believed. */
  look(ref: string): Promise<void>;
  importData(data: OperatorData): Promise<void>;
  /** Begins its own work: promises, sweeps. Resolves when `signal` has aborted and the work rests. */
  run(signal: AbortSignal): Promise<void>;
  /** One full pass over everything that is not final. */
  sweep(): Promise<void>;
  /** Numbers for a person: open sessions by state, the outbox, what needs attention. */
  counts(): Promise<Readonly<Record<string, unknown>>>;
}

export interface DemoShop {
  scripts: Readonly<Record<string, { script: DemoScript }>>;
}

const notOffered = async (): Promise<never> => {
  throw new Problem('not-offered');
};

const ATTENTION_DAYS_MS = 90 * 86_400_000;
const QUICK_ANSWER_MS = 1500;

export function createOperator(parts: OperatorParts & { demo?: DemoShop }): Operator {
  const { store, clock, demo } = parts;
  const bell = createBell();
  const desk: Desk = { ...parts, hurry: bell.ring };

  const visible = async (sessionId: string): Promise<SessionRow> => {
    const session = await findSession(store.db, sessionId);
    if (!session || session.state === 'draft') throw new Problem('no-session');
    return session;
  };
  const view = async (sessionId: string): Promise<Session> => viewSession(desk, await visible(sessionId), { isWatched: false });

  return {
    getClient: ask => getClient(desk, ask),
    getLegalText: ask => getLegalText(desk, ask),
    findLogo: ask => findLogo(desk, ask),
    findChargingPoint: ask => findChargingPoint(desk, ask),
    findDemoPoints: async () => (demo ? demoPoints(desk, demo) : []),
    getChargingPoint: ask => getChargingPoint(desk, ask),
    startSession: ask => startSession(desk, ask),
    settleOrder: ask => settleOrder(desk, ask),
    cancelOrder: ask => cancelOrder(desk, ask),
    getSession: ({ sessionId }) => view(sessionId),
    async getWatchedSession({ watchId }) {
      const session = await findSessionByWatch(store.db, watchId);
      if (!session || session.state === 'draft') throw new Problem('no-session');
      return viewSession(desk, session, { isWatched: true });
    },
    async cancelStart({ sessionId }) {
      const session = await visible(sessionId);
      if (!(await askToCancel(desk, session.id, 'cancelled')) && session.state !== 'cancelling' && session.state !== 'cancelled') throw new Problem('not-now');
      await bell.calm(QUICK_ANSWER_MS);
      return view(sessionId);
    },
    async stopSession({ sessionId }) {
      const session = await visible(sessionId);
      if (session.state === 'stopping' || session.state === 'completed') return view(sessionId);
      if (session.state !== 'running' && session.state !== 'paused') throw new Problem('not-now');
      const isAsked = await store.inTransaction(trx => stopCharging(trx, { session, reason: 'driver', now: clock.now() }));
      // A meter value may have come in between: the driver's wish still holds.
      if (!isAsked) return this.stopSession({ sessionId });
      desk.note('session stopping', { session: sessionId, reason: 'driver' });
      desk.hurry();
      await bell.calm(QUICK_ANSWER_MS);
      return view(sessionId);
    },
    findSessions: ask => findSessions(desk, ask),
    getReceipt: ask => getReceipt(desk, ask),
    getInvoice: ask => getInvoice(desk, ask),
    getCalibrationData: ask => getCalibrationData(desk, ask),
    estimateCost: notOffered,
    checkBill: notOffered,
    sendReceipt: notOffered,
    requestCompanyInvoice: notOffered,
    withdraw: notOffered,
    watchSession: () => {
      throw new Problem('not-offered');
    },
    knows: async ({ id }) => (await findSession(store.db, id)) !== null || (await findOrder(store.db, id)) !== null,

    report: (startId, station) => applyStation(desk, startId, station),
    reportPlug: ask => setPlugState(store.db, { ...ask, now: clock.now() }),
    async look(ref) {
      const payment = await findPaymentByRef(store.db, ref);
      if (payment) await applyHold(desk, payment.id, await desk.payments.read(ref));
    },
    importData: data => store.inTransaction(trx => replaceCatalogue(trx, data, clock.now())),
    run: signal => work(desk, { signal, woken: bell.woken, onRest: bell.rest }),
    sweep: () => sweep(desk),
    async counts() {
      const { depth, oldestAt } = await outboxDepth(store.db);
      const attention = await listAudit(store.db, { what: 'attention', since: new Date(clock.now().getTime() - ATTENTION_DAYS_MS) });
      return { sessions: await countSessions(store.db), outbox: { depth, oldestAt: oldestAt?.toISOString() ?? null }, attention: attention.length };
    },
  };
}

async function demoPoints({ store }: Desk, { scripts }: DemoShop): Promise<DemoPoint[]> {
  const points = await listPoints(store.db);
  const told = await Promise.all(
    points.map(async ({ clientId, evseId, street, city, country }) => {
      const client = await findClient(store.db, clientId);
      const script = scripts[evseId]?.script;
      return client && script ? { clientId, clientName: client.name, evseId, street, city, country, script } : null;
    }),
  );
  const order = (script: DemoScript) => DEMO_SCRIPTS.indexOf(script);
  return told.filter(point => point !== null).sort((a, b) => order(a.script) - order(b.script));
}

/** Wakes the worker at once, and tells when it has come to rest again. */
function createBell() {
  let isRung = false;
  let waiter: (() => void) | null = null;
  let resting: (() => void)[] = [];
  return {
    ring() {
      isRung = true;
      waiter?.();
    },
    async woken() {
      if (!isRung) await new Promise<void>(resolve => (waiter = resolve));
      isRung = false;
    },
    rest() {
      if (isRung) return;
      for (const resolve of resting) resolve();
      resting = [];
    },
    /** Waits for the work at hand, but not long: a visitor is waiting. */
    async calm(mostMs: number) {
      await new Promise<void>(resolve => {
        resting.push(resolve);
        setTimeout(resolve, mostMs).unref();
      });
    },
  };
}
