import express, { type ErrorRequestHandler, type Router } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type Stripe from 'stripe';
import type { Clock } from '../../operator/ports.ts';
import { findRef } from './notices.ts';

/** What the webhook of an account works with. */
export interface WebhookDependencies {
  /** Of every webhook endpoint that leads here: one for the own account, one for connected accounts. */
  webhookSecrets: readonly string[];
  clock: Clock;
  /** The operator's: reads the truth of a ref. */
  look(ref: string): Promise<void>;
}

const TOLERANCE_S = 300;
/**
 * For all addresses together, so that inventing them costs no memory. Well-signed notices are never limited, or a stranger could
 * keep Stripe's away.
 */
const BAD_SIGNATURES = { points: 60, duration: 60 };

/**
 * Stripe's notices. The content of a notice is never trusted: it only names a ref, whose state is then read. It is answered
 * after that, so that Stripe sends it again for up to three days if anything failed here; doubles do no harm.
 */
export function stripeRouter({ stripe, webhookSecrets, clock, look }: WebhookDependencies & { stripe: Stripe }): Router {
  const router = express.Router();
  const strangers = new RateLimiterMemory(BAD_SIGNATURES);

  /** Null: not signed with any of our secrets within the last five minutes. */
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
      const isOneOfMany = await strangers.consume('all').then(
        () => false,
        () => true,
      );
      response.sendStatus(isOneOfMany ? 429 : 400);
      return;
    }
    try {
      const ref = await findRef(stripe, event);
      if (ref !== null) await look(ref);
      response.sendStatus(204);
    } catch {
      response.sendStatus(503);
    }
  });

  // Stripe gets bare statuses, no error pages.
  const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    response.sendStatus(error.status ?? 500);
  };
  router.use(refuse);
  return router;
}
