import express, { type ErrorRequestHandler, type Router } from 'express';
import type Stripe from 'stripe';
import type { Clock } from '../../core/ports/ports.ts';
import { createMemoryRateLimiter } from '../../platform/rateLimiter.ts';
import { ReadRefused } from './answers.ts';
import { findRef } from './notices.ts';

/** What the webhook of an account works with. */
export interface WebhookDependencies {
  /** Of every webhook endpoint that leads here: one for the own account, one for connected accounts. */
  webhookSecrets: readonly string[];
  clock: Clock;
  /** The operator's: reads the truth of a ref. */
  check(ref: string): Promise<void>;
  /** Counts a notice that is answered without being followed. */
  noticeIgnored?(): void;
}

interface RouterDependencies extends WebhookDependencies {
  stripe: Stripe;
  /** Says by its prefix whether it is of live or test mode. */
  secretKey: string;
}

const TOLERANCE_S = 300;
/**
 * For all addresses together, so that inventing them costs no memory. Well-signed notices are never limited, or a stranger could
 * keep Stripe's away.
 */
const BAD_SIGNATURES = { limit: 60, withinS: 60 };

/**
 * Stripe's notices. The content of a notice is never trusted: it only names a ref, whose state is then read. It is answered
 * after that, so that Stripe sends it again for up to three days if anything failed here; doubles do no harm. Where Stripe itself
 * refuses the read, and for a notice of the other mode (test or live), a repetition changes nothing: the notice is answered, not
 * followed, and counted.
 */
export function stripeRouter({ stripe, webhookSecrets, clock, check: look, ...rest }: RouterDependencies): Router {
  const isLive = /^[sr]k_live_/.test(rest.secretKey);
  const router = express.Router();
  const strangers = createMemoryRateLimiter('stripe', BAD_SIGNATURES);

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
      response.sendStatus((await strangers.consume('all')) === null ? 400 : 429);
      return;
    }
    const followed = event.livemode === isLive ? await follow(event, { stripe, check: look }) : 'ignored';
    if (followed === 'ignored') rest.noticeIgnored?.();
    response.sendStatus(followed === 'failed' ? 503 : 204);
  });

  // Stripe gets bare statuses, no error pages.
  const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    response.sendStatus(error.status ?? 500);
  };
  router.use(refuse);
  return router;
}

/** `ignored`: Stripe itself refuses the read. `failed`: the same notice may be followed later. */
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
