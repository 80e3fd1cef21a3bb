import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Hold, Payments } from '../../../server/core/ports/ports.ts';
import type { StationSession, Stations } from '../../../server/core/ports/stationPort.ts';
import { HANDLERS } from '../../../server/operator/jobs.ts';
import { createOperator, type Operator } from '../../../server/operator/operator.ts';
import { checkDueSession, checkPayment } from '../../../server/operator/sweeper.ts';
import { createSessionCaches, type OperatorContext } from '../../../server/runtime/context.ts';
import { createOutages } from '../../../server/runtime/outages.ts';
import { handleJob } from '../../../server/runtime/outbox.ts';
import { createSessionNotifier } from '../../../server/runtime/sessionNotifier.ts';
import { readOperatorData } from '../../../server/shop/import/readOperatorData.ts';
import { cancelOrder, refreshOrder } from '../../../server/shop/orders/orderStatus.ts';
import { startSession } from '../../../server/shop/orders/placeOrder.ts';
import { completeSession } from '../../../server/shop/sessions/billing/complete.ts';
import { applyReport } from '../../../server/shop/sessions/reports/reports.ts';
import { cancelStart, stopSession } from '../../../server/shop/sessions/sessions.ts';
import type { OutboxRecord } from '../../../server/store/jobs/outboxRows.ts';
import type { PaymentRecord } from '../../../server/store/shop/payments.ts';
import { replaceCatalogue } from '../../../server/store/shop/replaceCatalogue.ts';
import { findSession, type SessionRecord } from '../../../server/store/shop/sessions.ts';
import { createStore } from '../../../server/store/store.ts';
import type { Tables } from '../../../server/store/tables/tables.ts';
import type { StartRequest } from '../../../shared/charging/charging.ts';
import { NO_PAYOUTS } from '../../support/fakePayouts.ts';
import { someCapabilities } from '../../support/someStation.ts';
import { createPlayer, type Entry, fixChance, type Pause } from './player.ts';
import { CLAIM, createSnapshots, DUE, type Snapshots } from './rows.ts';
import { type StationFacts, sessionOf } from './station.ts';

/** A call of one of the app's functions, made because of a visitor, a webhook, a station, the sweeper or the outbox worker. */
export type Job =
  | { do: 'click'; n: number; limitMinor: number }
  | { do: 'return' | 'cancelOrder'; orderId: string }
  | { do: 'stop' | 'cancelStart' | 'sweepSession'; sessionId: string; authorizationReference: string }
  | { do: 'decide'; sessionId: string }
  | { do: 'notice'; ref: string }
  | { do: 'sweepPayment' | 'pageTimeOver'; paymentId: string; ref: string | null }
  | { do: 'keep'; id: number; kind: OutboxRecord['kind']; subjectId: string; n: number }
  | { do: 'report'; authorizationReference: string; station: StationFacts };

export interface Jobs {
  cleanUp: Snapshots;
  /** Id of the snapshot of the database without orders. */
  empty: number;
  /**
   * Executes the next step of a job on a snapshot of the database.
   * @returns the new snapshot, the entries to add to the log, and the point at which the job pauses
   */
  step(
    job: Job,
    request: { database: number; log: readonly Entry[]; seed: string },
  ): Promise<{ database: number; added: Entry[]; pause: Pause }>;
  /** Reasons of failed jobs that show a bug of the app. Only the app's log contains them. */
  bugs: Set<string>;
}

export interface Without {
  /** True: rule 2 is switched off, so an unknown response to a cancellation counts as a confirmation. */
  definiteAnswers: boolean;
  /** True: rule 4 is switched off, so each call has a different idempotency key. */
  ownKeys: boolean;
}

const NOW = Date.parse('2026-11-20T12:00:00Z');
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' };
const CONTACT = { firstName: 'Ada', lastName: 'Lovelace', email: '', emailConfirmation: '' };

/**
 * Prepares to run the app's own functions on a database that can be restored. Responses of the payment provider and the station
 * come from the log of an earlier run.
 */
export async function openJobs(without: Without): Promise<Jobs> {
  const database = new DatabaseSync(':memory:');
  const player = createPlayer(database);
  const store = createStore(new Kysely<Tables>({ dialect: player.dialect }));
  await store.migrate();
  const { clients, points, tariffs } = await readOperatorData('demo');
  const mine = clients.filter(({ id }) => id === POINT.clientId);
  await store.inTransaction(trx =>
    replaceCatalogue(
      trx,
      {
        clients: mine.map(client => ({ ...client, emailRequired: false, legal: {}, logo: null, logoPrint: null })),
        points: points.filter(({ evseId }) => evseId === POINT.evseId),
        tariffs,
        remarks: [],
      },
      new Date(NOW),
    ),
  );
  fixChance();
  const snapshots = createSnapshots(database);
  const bugs = new Set<string>();
  const time = { nowMs: NOW };
  let keys = 0;
  const keyed = (key: string) => (without.ownKeys ? `any:${++keys}` : key);
  const context = createModelContext({ store, time, bugs, request: player.request, keyed, without });
  const operator = createOperator(context);
  const { plugs } = await operator.getChargingPoint(POINT);
  const { tariffVersion = '' } = plugs[0] ?? {};
  const orderRequest = ({ limitMinor }: { limitMinor: number }): StartRequest => ({
    ...POINT,
    limitMinor,
    contact: CONTACT,
    tariffVersion,
    formToken: 'intent',
    locale: 'de',
    consents: { acceptTerms: true, acceptPrivacy: true },
  });
  return {
    cleanUp: snapshots,
    empty: snapshots.store(),
    bugs,
    async step(job, { database: id, log, seed }) {
      snapshots.restore(id);
      // Empties the caches in memory, because they still describe the database before it was restored.
      Object.assign(context, createSessionCaches());
      time.nowMs = job.do === 'pageTimeOver' ? NOW + 60 * 60_000 : NOW;
      const { added, pause } = await player.play(() => run(job, { context, operator, requested: orderRequest }), { log, seed });
      return { database: snapshots.store(), added, pause };
    },
  };
}

interface Running {
  context: OperatorContext;
  operator: Operator;
  requested(request: { limitMinor: number }): StartRequest;
}

function run(job: Job, { context, operator, requested }: Running): Promise<unknown> {
  switch (job.do) {
    case 'click':
      return startSession(context, requested(job));
    case 'return':
      return refreshOrder(context, job);
    case 'cancelOrder':
      return cancelOrder(context, job);
    case 'stop':
      return stopSession(context, job);
    case 'cancelStart':
      return cancelStart(context, job);
    case 'decide':
      return decide(context, job.sessionId);
    case 'notice':
      return operator.onProviderNotice(job.ref);
    case 'sweepPayment':
    case 'pageTimeOver':
      return checkPayment(context, {
        id: job.paymentId,
        ref: job.ref,
        expiresAt: new Date(NOW + 31 * 60_000),
        createdAt: new Date(NOW),
        nextCheckAt: new Date(DUE),
      } as PaymentRecord);
    case 'sweepSession':
      return checkDueSession(context, {
        id: job.sessionId,
        authorizationReference: job.authorizationReference,
        nextCheckAt: new Date(DUE),
      } as SessionRecord);
    case 'keep':
      return handleJob(context, HANDLERS, { ...job, claimId: CLAIM, attempts: 0 } as unknown as OutboxRecord);
    case 'report':
      return applyReport(
        context,
        job.authorizationReference,
        sessionOf(job.authorizationReference, job.station) as StationSession,
      );
  }
}

/** Bills a session that waits for a staff decision, as `handleBill` does. */
function decide(context: OperatorContext, sessionId: string): Promise<void> {
  return context.store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (!session?.review || session.state !== 'stopping') return;
    const accounted = { energyWh: session.review.energyWh, endedAt: new Date(session.review.endedAt) };
    await completeSession(context, trx, { session, now: context.clock.now(), accounted });
  });
}

interface ModelContextOptions {
  store: OperatorContext['store'];
  time: { nowMs: number };
  bugs: Set<string>;
  request: (call: {
    to: 'payments' | 'stations';
    step: string;
    request: Record<string, string | number | null>;
  }) => Promise<unknown>;
  keyed: (key: string) => string;
  without: Without;
}

function createModelContext({ store, time, bugs, request, keyed, without }: ModelContextOptions): OperatorContext {
  const pay = (step: string, facts: Record<string, string | number | null>) => request({ to: 'payments', step, request: facts });
  const station = (step: string, { authorizationReference }: { authorizationReference: string }) =>
    request({ to: 'stations', step, request: { authorizationReference } });
  const payments: Payments = {
    name: 'model',
    host: 'pay.example',
    redirectOrigins: [],
    limits: () => ({ minMinor: 50, stepMinor: 1 }),
    createCheckout: ({ paymentId, key, amountMinor }) =>
      pay('authorise', { paymentId, key: keyed(key), amountMinor }) as Promise<{ ref: string; url: string }>,
    read: ref => pay('read', { ref }) as Promise<Hold>,
    capture: ({ ref, amountMinor, key }) => pay('capture', { ref, amountMinor, key: keyed(key) }) as Promise<Hold>,
    close: ({ ref, key }) => pay('close', { ref, key: keyed(key) }) as Promise<Hold>,
    release: ({ ref, key }) => pay('release', { ref, key: keyed(key) }) as Promise<Hold>,
    ...NO_PAYOUTS,
    health: async () => undefined,
    refund: ({ ref, amountMinor, key }) => pay('refund', { ref, amountMinor, key: keyed(key) }) as Promise<Hold>,
  };
  const stations: Stations = {
    capabilities: () => someCapabilities(),
    unlock: async () => 'unlocked',
    sendPaymentAdvice: async () => 'sent',
    start: facts => station('start', facts) as ReturnType<Stations['start']>,
    async cancelStart(facts) {
      const answer = (await station('cancelStart', facts)) as Awaited<ReturnType<Stations['cancelStart']>>;
      return answer === 'unknown' && without.definiteAnswers ? 'cancelled' : answer;
    },
    health: async () => undefined,
    stop: facts => station('stop', facts) as ReturnType<Stations['stop']>,
    read: facts => station('read', facts) as ReturnType<Stations['read']>,
  };
  return {
    store,
    payments,
    stations,
    processId: '',
    secret: 'a secret of thirty-two characters',
    origin: '',
    linkOrigin: '',
    vatRegister: { check: async () => 'not-checked' },
    mail: { send: async () => undefined },
    holidays: { isHoliday: () => false },
    // No bound: time does not advance in the model, so with a finite power any energy would be implausible.
    boundingPowerW: Number.POSITIVE_INFINITY,
    translator: (_, key) => key,
    clock: { now: () => new Date(time.nowMs), sleepUntil: async () => undefined },
    logEvent: (event, { reason, kind }) => {
      if (event === 'job failed, retrying' && reason === 'Error') bugs.add(`a fault while doing ${kind}`);
    },
    wake: () => undefined,
    idle: async () => undefined,
    sessionNotifier: createSessionNotifier(store.changeFeed),
    ...createSessionCaches(),
    outages: createOutages({ clock: { now: () => new Date(time.nowMs) }, report: () => undefined }),
  };
}
