import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock } from '../../server/adapters/clock/clock.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { CONTACT, orderAt, orderFields, POINTS, sessionUntil } from '../support/orders.ts';
import { type FakeStripe, startFakeStripe } from '../support/stripe/fakeStripe.ts';
import type { Fault } from '../support/stripe/faults.ts';
import { STRIPE_ENV } from '../support/stripe/stripeEnv.ts';

/**
 * The complete app with a fake Stripe. Tests inject connection faults and finally compare the ledgers of the app and of Stripe.
 */
let peer: FakeStripe;
let open: RunningApp;
beforeEach(async () => {
  const now = Date.now();
  const clock = createClock({ speed: 120, anchor: { realMs: now, shownMs: now } });
  peer = await startFakeStripe({ clock, slackS: 900 });
  open = await startApp({
    speed: 1,
    clock,
    stripe: { apiOrigin: peer.origin, pageOrigin: peer.origin },
    env: { ...STRIPE_ENV },
  });
});
afterEach(async () => {
  await open.close();
  await peer.close();
});

const moves = () => peer.ledger.map(({ move, amountMinor }) => `${move} ${amountMinor}`);
const charging = async (point: (typeof POINTS)['connected' | 'neverPlugsIn']): Promise<string> => {
  const { orderId, url } = await orderAt(open, point);
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: '4242424242424242' }) });
  const settled = await until(
    () => open.app.backend.refreshOrder({ orderId }),
    ({ kind }) => kind === 'charging',
  );
  return settled.kind === 'charging' ? settled.sessionId : '';
};
/** Injects a cut connection twice, because Stripe's SDK repeats the request once. */
const befall = (call: Fault['call'], kind: Fault['kind']) =>
  peer.trouble({ call, kind }, ...(kind === 'lost' || kind === 'refused' ? [{ call, kind }] : []));
const KINDS = ['refused', 'lost', 'gateway', 'busy', 'failed', 'failedAfter'] as const;

describe('The price', () => {
  it.each(KINDS)('is taken once although the call was %s, and so were the readings after it', async kind => {
    const sessionId = await charging(POINTS.connected);
    await sessionUntil(open, sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 60);
    befall('intents.capture', kind);
    befall('sessions.retrieve', 'failed');
    await open.app.backend.stopSession({ sessionId });
    const receipt = await until(
      () => open.app.backend.getReceipt({ receipt: sessionId }),
      ({ invoice }) => invoice === 'ready',
    );
    expect(moves()).toEqual(['held 8000', `taken ${receipt.totalMinor}`]);
  });
});

describe('A hold', () => {
  it.each(KINDS)('goes back once although the call was %s', async kind => {
    const sessionId = await charging(POINTS.neverPlugsIn);
    befall('intents.cancel', kind);
    await open.app.backend.cancelStart({ sessionId });
    await until(
      async () => moves(),
      ([, second]) => second !== undefined,
    );
    await sessionUntil(open, sessionId, ({ kind: state }) => state === 'cancelled');
    expect(moves()).toEqual(['held 8000', 'released 8000']);
  });
});

describe('A page', () => {
  it.each(KINDS)('is there when the driver presses again, although the call was %s', async kind => {
    const { connector = '', tariffVersion = '', formToken = '' } = await orderFields(open, POINTS.connected);
    const start = () =>
      open.app.backend.startSession({
        ...POINTS.connected,
        connector,
        tariffVersion,
        formToken,
        contact: CONTACT,
        locale: 'de',
        limitMinor: 8000,
        consents: { acceptTerms: true, acceptPrivacy: true },
      });
    befall('sessions.create', kind);
    await expect(start()).rejects.toMatchObject({ code: 'payments-unavailable' });
    const started = await start();
    if (started.kind !== 'pay') throw new Error('Nothing to pay');
    expect(started.url).toContain(peer.origin);
    await fetch(started.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: '4242424242424242' }) });
    expect(await open.app.backend.refreshOrder({ orderId: started.orderId })).toMatchObject({ kind: 'charging' });
    expect(moves()).toEqual(['held 8000']);
  });
});
