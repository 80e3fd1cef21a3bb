import express, { type ErrorRequestHandler, type Router } from 'express';
import type Stripe from 'stripe';
import type { Clock } from '../../core/ports/ports.ts';
import { createMemoryRateLimiter } from '../../platform/rateLimiter.ts';
import { ReadRefused } from './answers.ts';
import { findRef } from './notices.ts';

export interface WebhookDependencies {
  /**
   * The signing secrets of all webhooks that Stripe sends to this app: one for the operator's own account, one for connected
   * accounts.
   */
  webhookSecrets: readonly string[];
  clock: Clock;
  /** Reads the current state of a hold from Stripe and applies it. */
  check(ref: string): Promise<void>;
  /** Called when a webhook is acknowledged without being processed. */
  noticeIgnored?(): void;
}

interface RouterDependencies extends WebhookDependencies {
  stripe: Stripe;
  /** The API key. Its prefix tells whether it is for live mode or test mode. */
  secretKey: string;
}

const TOLERANCE_S = 300;
/**
 * Rate limit for webhooks with an invalid signature. It applies to all senders together, so forged addresses use no memory.
 * Valid webhooks are never limited; otherwise a stranger could block those of Stripe.
 */
const BAD_SIGNATURES = { limit: 60, withinS: 60 };

/**
 * Receives Stripe's webhooks. Their content is not trusted: a webhook only names a hold, whose state is then read from Stripe.
 * The response is sent after processing, so if processing fails, Stripe repeats the webhook for up to three days. Processing one
 * twice is harmless. If Stripe refuses the read, or if the webhook is for the other mode (test or live), repeating it would not
 * help, so it is acknowledged and counted as ignored.
 */
export function stripeRouter({ stripe, webhookSecrets, clock, check, ...rest }: RouterDependencies): Router {
  const isLive = /^[sr]k_live_/.test(rest.secretKey);
  const router = express.Router();
  const strangers = createMemoryRateLimiter('stripe', BAD_SIGNATURES);

  /**
   * Verifies the signature of a webhook.
   * @returns null if no signing secret matches, or if the signature is older than five minutes
   */
  const verified = (raw: unknown, signature: string): Stripe.Event | null => {
    if (!Buffer.isBuffer(raw)) return null;
    for (const secret of webhookSecrets) {
      try {
        return stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_S, undefined, clock.now().getTime());
      } catch {}
    }
    return null;
  };

  router.use((_request, response, next) => {
    response.locals.route = 'stripe-notice';
    next();
  });

  router.post('/', express.raw({ type: () => true, limit: '256kb', inflate: false }), async (request, response) => {
    const event = verified(request.body, request.get('stripe-signature') ?? '');
    if (!event) {
      response.sendStatus((await strangers.consume('all')) === null ? 400 : 429);
      return;
    }
    const followed = event.livemode === isLive ? await follow(event, { stripe, check }) : 'ignored';
    if (followed === 'ignored') rest.noticeIgnored?.();
    response.sendStatus(followed === 'failed' ? 503 : 204);
  });

  // Stripe only needs a status, not an error page.
  const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    response.sendStatus(error.status ?? 500);
  };
  router.use(refuse);
  return router;
}

/**
 * Processes a webhook event.
 * @returns 'ignored' if Stripe itself refuses the read, 'failed' if a retry may succeed
 */
async function follow(
  event: Stripe.Event,
  { stripe, check }: Pick<RouterDependencies, 'stripe' | 'check'>,
): Promise<'done' | 'ignored' | 'failed'> {
  try {
    const ref = await findRef(stripe, event);
    if (ref !== null) await check(ref);
    return 'done';
  } catch (error) {
    return error instanceof ReadRefused ? 'ignored' : 'failed';
  }
}
