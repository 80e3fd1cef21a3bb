import { createVisitor } from '../../../scripts/try/demoVisitor.ts';
import { createClock } from '../../../server/adapters/clock/clock.ts';
import { listOpen } from '../../../server/runtime/alerts.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { CLIENT, evseOf, shopWith, stationOf } from '../../support/manyPoints.ts';
import type { FakeStripe } from '../../support/stripe/fakeStripe.ts';
import { openStripeApp } from '../../support/stripe/stripeApp.ts';
import { until } from '../../support/until.ts';
import { openCutProxy } from '../money/cutProxy.ts';
import type { BookedHold } from '../money/paymentServer.ts';
import { compareLedgers } from './books.ts';
import { type Driver, drawSomething, settleWithAnother, triesToOrder, triesToStop } from './drivers.ts';
import { type Finding, finding, listed, type Rehearsal } from './findings.ts';
import { inWords, logged, noBugs, STATUS_ENV, waitForStatus } from './reported.ts';

/**
 * Speed at which an hour of the app's time lasts one minute. A higher speed is impossible, because Stripe's SDK waits in real
 * time between its retries.
 */
const SPEED = 60;
const OUTAGE_MS = HOUR_MS / SPEED;

/** Computes the holds from the movements of money in the ledger of the fake Stripe. */
const readLedger = (peer: FakeStripe): BookedHold[] =>
  [...Map.groupBy(peer.ledger, ({ paymentId }) => paymentId)].map(([paymentId, moves]) => {
    const sum = (move: string) => moves.reduce((total, entry) => total + (entry.move === move ? entry.amountMinor : 0), 0);
    const captureCount = moves.filter(({ move }) => move === 'taken').length;
    const isBack = moves.some(({ move }) => move === 'released' || move === 'lapsed');
    const state = isBack ? 'released' : 'authorised';
    return {
      ref: moves[0]?.page ?? '',
      paymentId,
      state: captureCount > 0 ? 'captured' : state,
      amountMinor: sum('held'),
      capturedMinor: sum('taken'),
      captures: captureCount,
      expiresAt: 0,
      authorisedAt: null,
      captureBefore: null,
      settledAt: null,
      isDelayed: false,
    };
  });

async function chargeAt(origin: string, peer: FakeStripe, n: number): Promise<Driver> {
  const visitor = createVisitor(origin);
  const page = await visitor.order({ clientId: CLIENT, evseId: evseOf(n), connector: '1' });
  const body = new URLSearchParams({ card: '4242424242424242' });
  const paid = await fetch(peer.origin + page, { method: 'POST', redirect: 'manual', body });
  const back = new URL(paid.headers.get('location') ?? '');
  const sessionPath = visitor.target(await visitor.request(back.pathname + back.search, { expect: [303] }));
  const sessionId = sessionPath.split('/').at(-1) ?? '';
  await visitor.until(sessionId, ({ kind }) => kind === 'running', 60);
  return { station: stationOf(n), sessionId, sessionPath, visitor };
}

/** Makes the payment provider unavailable for an hour. Meanwhile, one session ends and a second one continues. */
export const LOST_PROVIDER: Rehearsal = {
  does: 'the payment provider is away for an hour',
  fault: 'jobs that wait for it are thrown away',
  isShort: false,
  async run({ isBroken, print, atEnd }) {
    const { peer, options } = await openStripeApp({ speed: SPEED });
    atEnd(peer.close);
    let isDown = false;
    const proxy = await openCutProxy(() => (isDown ? '' : peer.origin));
    atEnd(proxy.close);
    const shop = shopWith(4);
    atEnd(shop.close);
    const env = { ...options.env, ...STATUS_ENV, TEST_STRIPE: `http://${proxy.host}`, TEST_STRIPE_PAGES: peer.origin };
    const app = await startBuiltApp({ ...options, env: { ...env, OPERATOR_DATA: shop.folder } });
    atEnd(app.close);
    const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir: app.dataDir });
    atEnd(store.close);
    const drivers = [await chargeAt(app.origin, peer, 0), await chargeAt(app.origin, peer, 1)];
    await drawSomething(drivers);
    print('two vehicles charge');
    const since = app.lines.length;
    isDown = true;
    proxy.cut(1);
    const backAt = performance.now() + OUTAGE_MS;
    const meanwhile = await checkOutage(app, { drivers, store, backAt });
    if (isBroken) await throwJobsAway(store);
    isDown = false;
    const after = await waitForStatus(app.origin, ({ status }) => status === 200, 30_000);
    print('it is back');
    const settled = await settleWithAnother(drivers, { isBroken, brokenMs: 30_000, come: () => chargeAt(app.origin, peer, 2) });
    const fromMs = Number(options.env?.TEST_CLOCK_FROM);
    const clock = createClock({ speed: SPEED, anchor: { realMs: fromMs, shownMs: fromMs } });
    const comparing = {
      speed: SPEED,
      limitMs: isBroken ? 10_000 : 40_000,
      now: clock.now,
      readProvider: async () => readLedger(peer),
    };
    return [
      ...meanwhile,
      logged(app, since, ['dependency down', 'job failed, retrying', 'dependency up again']),
      finding('It goes on by itself when it is back', inWords(after), after.status === 200),
      settled,
      ...(await compareLedgers(store, comparing)),
      noBugs([app]),
    ];
  },
};

interface Meanwhile {
  drivers: readonly Driver[];
  store: Store;
  backAt: number;
}

async function checkOutage({ origin }: BuiltApp, { drivers, store, backAt }: Meanwhile): Promise<readonly Finding[]> {
  const [driver] = drivers;
  const stop = driver ? await triesToStop(driver) : '';
  const appStatus = await waitForStatus(origin, ({ down }) => down.includes('payments'), OUTAGE_MS / 2);
  const order = await triesToOrder(origin, 3);
  const ended = await until(
    () => driver?.visitor.session(driver.sessionId) ?? Promise.reject(new Error('Nobody charges')),
    ({ kind }) => kind === 'completed',
  ).then(
    ({ kind }) => kind,
    () => 'not ended',
  );
  await new Promise(resolve => setTimeout(resolve, Math.max(0, backAt - performance.now())));
  const alerts = (await listOpen(store.db)).map(({ facts }) => String(facts.why));
  return [
    finding(
      '/status says so, and visitors still come',
      inWords(appStatus),
      appStatus.down.includes('payments') && appStatus.ready === 200,
    ),
    finding('Who charges can stop', stop ?? 'the stop was taken', stop === null),
    finding('and their session ends', ended, ended === 'completed'),
    finding('Who orders is refused in words', order ?? 'the order was taken', order !== null && !order.includes('answered')),
    finding('`attention` tells of the capture that waits', listed(alerts), alerts.includes('capture fails')),
  ];
}

async function throwJobsAway({ db }: Store): Promise<void> {
  await db.deleteFrom('outbox').where('done_at', 'is', null).execute();
  await db.updateTable('payments').set({ next_check_at: null }).execute();
}
