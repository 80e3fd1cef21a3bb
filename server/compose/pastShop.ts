import { Problem } from '../../shared/model/problem.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { createSteppedClock, type SteppedClock } from '../adapters/clock/steppedClock.ts';
import { TEST_CARDS } from '../adapters/sandbox/cards.ts';
import { createSandbox, type Sandbox } from '../adapters/sandbox/sandbox.ts';
import { later } from '../core/records/instants.ts';
import { createOperator, type Operator } from '../operator/operator.ts';
import type { OperatorDependencies } from '../runtime/context.ts';
import { createPastSimulator } from '../stations/simulator/pastSimulator.ts';
import { SIMULATED_FAULT } from '../stations/simulator/playback.ts';
import type { SimulatedPlug } from '../stations/simulator/plug.ts';
import type { SimulatorDependencies } from '../stations/simulator/starts.ts';
import type { Store } from '../store/engine/database.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { listPoints } from '../store/shop/catalogue.ts';
import { findWholeOrder } from '../store/shop/orders.ts';
import { findSession, type SessionRecord } from '../store/shop/sessions.ts';
import { type DemoPlugs, simulatedPlugs } from './demo.ts';
import { createSettle, MONEY_JOBS, SESSION_JOBS } from './pastJobs.ts';
import type { PlannedSession } from './planSessions.ts';

export interface PastShopDependencies extends OperatorDependencies {
  demo: DemoPlugs;
  findPlug: SimulatorDependencies['findPlug'];
}

const CONTACT = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' };
const CONSENTS = { acceptTerms: true, acceptPrivacy: true };
/** Cards without a question of the bank whose hold lasts long enough. */
const CARDS = TEST_CARDS.filter(({ outcome, holdMs }) => outcome === 'authorised' && holdMs > DAY_MS);
/** Scripts of plugs at which past sessions take place. */
const SCRIPTS: ReadonlySet<SimulatedPlug['script']> = new Set(['plugs-in', 'connected', 'locks', 'free', 'never-plugs-in']);
/** How long a station may take to end a session. A locked connector is released after ten minutes. */
const END_LIMIT_MS = 15 * MINUTE_MS;
/** Number of sessions whose documents are drawn while the next sessions are served. */
const BATCH = 10;

interface PastPlug extends SimulatedPlug {
  clientId: string;
}

interface PastShop {
  operator: Operator;
  /** Serves a driver from the order to the receipt. `n`: number of the session, the same in every attempt. */
  serve(planned: PlannedSession, n: number): Promise<void>;
  /** Waits until all jobs of the past sessions have ended. */
  settle(): Promise<void>;
}

/** Opens an operator whose time is in the past, with stations and a payment provider of the same time. */
export async function openPastShop({ demo, findPlug, ...shared }: PastShopDependencies, startsAt: Date): Promise<PastShop> {
  const { store, translator, logEvent } = shared;
  const clock = createSteppedClock(startsAt);
  const { payments, pay } = createSandbox({ clock, translator, keyValueStore: createKeyValueStore(store.db, 'sandbox') });
  const { stations, play } = createPastSimulator({
    clock,
    moveTo: clock.moveTo,
    plugs: [],
    findPlug,
    keyValueStore: createKeyValueStore(store.db, 'past simulator'),
    listener: () => operator,
    note: logEvent,
  });
  const operator = createOperator({ ...shared, clock, stations, payments, mail: { send: async () => undefined }, push: null });
  const settle = createSettle({ store, clock, operator });
  const plugs = await plugsOf(store, demo);

  const end = async ({ id, authorizationReference }: SessionRecord): Promise<void> => {
    const state = (await findSession(store.db, id))?.state;
    if (state === 'running' || state === 'paused') await operator.stopSession({ sessionId: id });
    await settle(MONEY_JOBS);
    await play(authorizationReference, later(clock.now(), END_LIMIT_MS));
  };

  return {
    operator,
    settle: () => settle(SESSION_JOBS),
    async serve(planned, n) {
      const plug = plugs[Math.floor(planned.plug * plugs.length)];
      if (!plug) return;
      if (planned.faultHours !== null) await breakPlug(operator, { clock, plug, until: planned.at, hours: planned.faultHours });
      clock.moveTo(planned.at);
      const session = await order({ operator, store, pay }, { plug, planned, formToken: `demo history ${n}` });
      if (!session) return;
      await settle(MONEY_JOBS);
      const isOver = await play(session.authorizationReference, later(planned.at, planned.minutes * MINUTE_MS));
      if (!isOver) await end(session);
      await settle(n % BATCH === 0 ? SESSION_JOBS : MONEY_JOBS);
    },
  };
}

/** Lists the plugs at which past sessions take place. */
async function plugsOf({ db }: Store, demo: DemoPlugs): Promise<PastPlug[]> {
  const plugs = (await listPoints(db)).flatMap(point =>
    simulatedPlugs([point], demo).map(plug => ({ ...plug, clientId: point.clientId })),
  );
  return plugs.filter(({ script, idle }) => SCRIPTS.has(script) && (idle === 'available' || idle === 'preparing'));
}

interface FaultOptions {
  clock: SteppedClock;
  plug: PastPlug;
  until: Date;
  hours: number;
}

/** Reports that a plug is out of order for some hours, and then that the plug works again, an hour before `until`. */
async function breakPlug(operator: Operator, { clock, plug, until, hours }: FaultOptions): Promise<void> {
  const { evseId, connector, idle } = plug;
  clock.moveTo(later(until, -(hours + 1) * HOUR_MS));
  await operator.reportPlug({ evseId, connector, state: 'unavailable', fault: SIMULATED_FAULT });
  clock.moveTo(later(until, -HOUR_MS));
  await operator.reportPlug({ evseId, connector, state: idle });
}

interface OrderOptions {
  plug: PastPlug;
  planned: PlannedSession;
  formToken: string;
}

/**
 * Places an order and pays for it.
 * @returns null if the plug cannot be sold at that time
 */
async function order(
  { operator, store, pay }: { operator: Operator; store: Store; pay: Sandbox['pay'] },
  { plug: { clientId, evseId, connector }, planned, formToken }: OrderOptions,
): Promise<SessionRecord | null> {
  const { plugs } = await operator.getChargingPoint({ clientId, evseId });
  const offer = plugs.find(({ id }) => id === connector);
  if (!offer) return null;
  const request = { clientId, evseId, connector, contact: CONTACT, consents: CONSENTS, formToken, locale: 'de' as const };
  const chosen = { limitMinor: offer.limits.at(-1)?.amountMinor ?? null, tariffVersion: offer.tariffVersion };
  const started = await operator.startSession({ ...request, ...chosen }).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  if (started?.kind === 'charging') return findSession(store.db, started.sessionId);
  const whole = started && (await findWholeOrder(store.db, { orderId: started.orderId }));
  const card = CARDS[Math.floor(planned.driver * CARDS.length)];
  if (!whole?.payment?.ref || !card) return null;
  await pay(whole.payment.ref, card, { isChallenged: false });
  await operator.refreshOrder({ orderId: whole.order.id });
  return whole.session;
}
