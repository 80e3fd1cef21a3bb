import { createClock } from '../../../server/adapters/clock/clock.ts';
import type { BuiltAppOptions } from '../builtApp.ts';
import { freePort } from '../freePort.ts';
import { type FakeStripe, startFakeStripe } from './fakeStripe.ts';
import { STRIPE_ENV } from './stripeEnv.ts';

const WEBHOOK_SECRET = 'whsec_of_the_test';

export interface StripeApp {
  peer: FakeStripe;
  /** Options for `startBuiltApp`, with which the app uses `peer` as Stripe and receives its webhooks. */
  options: BuiltAppOptions;
}

/** Starts a fake Stripe and prepares the options of an app that uses it. Both have the same clock, which `speed` accelerates. */
export async function openStripeApp({
  speed = 1,
  pageOrigin,
}: {
  speed?: number;
  /** Origin at which the app expects the hosted pages. Default: the fake Stripe. */
  pageOrigin?: string;
} = {}): Promise<StripeApp> {
  const fromMs = Date.now();
  const peer = await startFakeStripe({ clock: createClock({ speed, anchor: { realMs: fromMs, shownMs: fromMs } }) });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  peer.sendTo({ url: `${origin}/webhooks/stripe`, secret: WEBHOOK_SECRET });
  return {
    peer,
    options: {
      main: 'stripeMain.ts',
      speed: 1,
      env: {
        ...STRIPE_ENV,
        PORT: String(port),
        PUBLIC_ORIGIN: origin,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        TEST_STRIPE: peer.origin,
        TEST_STRIPE_PAGES: pageOrigin ?? peer.origin,
        TEST_CLOCK_SPEED: String(speed),
        TEST_CLOCK_FROM: String(fromMs),
      },
    },
  };
}
