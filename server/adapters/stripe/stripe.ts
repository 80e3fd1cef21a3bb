import type { Router } from 'express';
import type Stripe from 'stripe';
import { type Currency, stepMinor } from '../../../shared/model/money.ts';
import { DAY_S } from '../../../shared/model/time.ts';
import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Payouts } from '../../core/ports/payoutPort.ts';
import { type Hold, type HoldState, type Payments, ProviderFailed, type Translator } from '../../core/ports/ports.ts';
import { answered, answeredRead, answeredTogether, StoredServerError } from './answers.ts';
import { withDispute } from './disputes.ts';
import { holdOf, intentOf, WITH_CHARGE } from './hold.ts';
import { createMethods, createReadMethods, type ReadMethods } from './methods.ts';
import { pageParams } from './page.ts';
import { createPayouts } from './payouts.ts';
import { forAccount, readRef, refOf } from './refs.ts';
import { refundParams, withRefundKeys } from './refunds.ts';
import { stripeRouter, type WebhookDependencies } from './router.ts';

export const STRIPE_PATH = '/webhooks/stripe';

/** Origins of Stripe's API and of its hosted payment page. */
export interface StripeOrigins {
  apiOrigin: string;
  pageOrigin: string;
}

export interface StripeDependencies extends WebhookDependencies {
  secretKey: string;
  translator: Translator;
  /** Replaces Stripe's origins in tests. */
  place?: StripeOrigins | undefined;
}

const STRIPE: StripeOrigins = { apiOrigin: 'https://api.stripe.com', pageOrigin: 'https://checkout.stripe.com' };

/** Stripe's published minimum charges, in minor units. */
const MIN_CHARGE_MINOR: Readonly<Record<Currency, number>> = { EUR: 50, CHF: 50, GBP: 30, DKK: 250, HUF: 17_500 };

/**
 * Time limits in milliseconds. Drivers wait for most calls. Calls that move money may take longer, because after an abort the
 * outcome must be read from Stripe.
 */
const VISITOR_LIMIT_MS = 5000;
const MONEY_LIMIT_MS = 20_000;

/** Creates the payment provider for Stripe. Stripe's SDK is loaded only here, so installations without Stripe do not need it. */
export async function createStripe(dependencies: StripeDependencies): Promise<{ payments: Payments; router: Router }> {
  const { place = STRIPE, translator } = dependencies;
  const stripe = await openSdk(dependencies.secretKey, place);
  const runExclusively = createExclusiveRunner();

  const readPage = (ref: string): Promise<Stripe.Checkout.Session> => {
    const { id, account } = readRef(ref);
    return answeredRead(stripe.checkout.sessions.retrieve(id, { expand: WITH_CHARGE }, forAccount(account)));
  };
  const read = async (ref: string): Promise<Hold> => {
    const page = await readPage(ref);
    const intent = intentOf(page);
    return withRefundKeys(stripe, await withDispute(stripe, holdOf(ref, page), intent), intent);
  };

  /**
   * Makes a call, then reads the hold. If the call fails but the state of the hold has changed, the call counts as successful.
   */
  const afterwards = async (ref: string, was: HoldState, call: Promise<unknown>): Promise<Hold> => {
    try {
      await answered(call);
    } catch (error) {
      if (!(error instanceof ProviderFailed || error instanceof StoredServerError)) throw error;
      const hold = await read(ref);
      if (hold.state === was) throw error;
      return hold;
    }
    return read(ref);
  };

  const payments: Omit<Payments, keyof Payouts> = {
    name: 'stripe',
    host: new URL(place.pageOrigin).host,
    redirectOrigins: [place.pageOrigin],
    read,
    limits: currency => ({ minMinor: MIN_CHARGE_MINOR[currency], stepMinor: stepMinor(currency) }),
    methods: createMethods(createReadMethods(stripe), dependencies.clock),
    // One call per payment at a time, because Stripe refuses an idempotency key that is in use, as after a double click.
    createCheckout: request =>
      runExclusively(request.paymentId, async () => {
        const options = { idempotencyKey: request.key, ...forAccount(request.account) };
        const { id, url } = await answeredTogether(() =>
          stripe.checkout.sessions.create(pageParams(request, translator), options),
        ).catch(endPage);
        // An ended Checkout Session has no URL, and the idempotency key would keep returning that session.
        if (!url) throw new ProviderFailed('no-address');
        return { ref: refOf({ id, account: request.account }), url };
      }),
    capture: ({ ref, amountMinor, key }) =>
      runExclusively(ref, async () => {
        const page = await readPage(ref);
        const { state, authorisedMinor } = holdOf(ref, page);
        const intent = intentOf(page);
        if (state !== 'authorised' || !intent) return holdOf(ref, page);
        if (!Number.isSafeInteger(amountMinor) || amountMinor < 1 || amountMinor > authorisedMinor)
          throw new RangeError('Not an amount to capture');
        const call = stripe.paymentIntents.capture(intent.id, { amount_to_capture: amountMinor }, moving(ref, key));
        return afterwards(ref, state, call);
      }),
    close: ({ ref }) =>
      runExclusively(ref, async () => {
        const hold = await read(ref);
        return hold.state === 'open' ? afterwards(ref, 'open', expire(stripe, ref)) : hold;
      }),
    release: ({ ref, key }) =>
      runExclusively(ref, async () => {
        const page = await readPage(ref);
        const [hold, intent] = [holdOf(ref, page), intentOf(page)];
        if (hold.state === 'open') return afterwards(ref, 'open', expire(stripe, ref));
        if (hold.state !== 'authorised' || !intent) return hold;
        const call = stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }, moving(ref, key));
        return afterwards(ref, hold.state, call);
      }),
    refund: ({ ref, amountMinor, key }) =>
      runExclusively(ref, async () => {
        const page = await readPage(ref);
        const [hold, intent] = [holdOf(ref, page), intentOf(page)];
        if (hold.state !== 'captured' || !intent) return hold;
        await answered(stripe.refunds.create(refundParams(intent.id, { amountMinor, key }), moving(ref, key)));
        return read(ref);
      }),
    health: () => listNothing(stripe, dependencies.clock.now()),
  };
  return { payments: { ...payments, ...createPayouts(stripe) }, router: stripeRouter({ ...dependencies, stripe }) };
}

/** Creates a function that reads the payment methods of accounts, for scripts that run without the app. */
export async function openReadMethods(secretKey: string, place: StripeOrigins = STRIPE): Promise<ReadMethods> {
  return createReadMethods(await openSdk(secretKey, place));
}

/**
 * Expires a Checkout Session. The call needs no idempotency key, because expiring a session twice is harmless. If the session is
 * already paid, Stripe refuses and leaves the hold unchanged.
 */
function expire(stripe: Stripe, ref: string): Promise<unknown> {
  const { id, account } = readRef(ref);
  return stripe.checkout.sessions.expire(id, {}, forAccount(account));
}

/**
 * Handles the failed creation of a Checkout Session. After a 5xx, Stripe may have created a session; it stays unpaid, because no
 * driver gets its URL. The idempotency key returns this 5xx for a day, so the order needs a new payment.
 * @throws ProviderFailed after a 5xx, otherwise the original error
 */
function endPage(error: unknown): never {
  throw error instanceof StoredServerError ? new ProviderFailed(error.message) : error;
}

async function openSdk(secretKey: string, { apiOrigin }: StripeOrigins): Promise<Stripe> {
  const { default: Sdk } = await import('stripe');
  const { hostname, port, protocol } = new URL(apiOrigin);
  return new Sdk(secretKey, {
    host: hostname,
    port: port || 443,
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    timeout: VISITOR_LIMIT_MS,
    telemetry: false,
  });
}

/**
 * Health check that lists Checkout Sessions, which a restricted key is allowed to do. Only sessions created from tomorrow on are
 * requested, so the response contains no data about drivers.
 */
async function listNothing(stripe: Stripe, now: Date): Promise<void> {
  const tomorrowS = Math.floor(now.getTime() / 1000) + DAY_S;
  await answeredRead(stripe.checkout.sessions.list({ limit: 1, created: { gte: tomorrowS } }));
}

const moving = (ref: string, key: string): Stripe.RequestOptions => ({
  idempotencyKey: key,
  timeout: MONEY_LIMIT_MS,
  ...forAccount(readRef(ref).account),
});
