import Stripe from 'stripe';
import type { Clock } from '../../../server/core/ports/ports.ts';
import { newStripeId } from './records.ts';

/** A webhook endpoint of the app, and the secret that signs the events. */
export interface Ear {
  url: string;
  secret: string;
}

export interface Notice {
  id: string;
  type: string;
  /** JSON of the event, as it is sent. */
  payload: string;
}

const { webhooks } = new Stripe('sk_test_signs_only');
const ATTEMPTS = 5;
const AGAIN_AFTER_MS = 200;

export const signatureOf = ({ payload, secret, atS }: { payload: string; secret: string; atS: number }): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp: atS });

/** Records every event. If a webhook endpoint is set, sends each event until the endpoint accepts it, but at most five times. */
export function createNotices(clock: Pick<Clock, 'now'>) {
  const notices: Notice[] = [];
  const under = new Set<Promise<void>>();
  let ear: Ear | null = null;
  const atS = () => Math.floor(clock.now().getTime() / 1000);

  const send = async ({ payload }: Notice, { url, secret }: Ear): Promise<void> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf({ payload, secret, atS: atS() }) };
      const answer = await fetch(url, { method: 'POST', headers, body: payload }).catch(() => null);
      if (answer?.ok) return;
      await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER_MS * attempt));
    }
  };

  return {
    notices,
    sendTo(next: Ear | null): void {
      ear = next;
    },
    emit(type: string, object: object, account: string | null): void {
      const id = newStripeId('evt');
      const facts = { id, object: 'event', api_version: Stripe.API_VERSION, created: atS(), type, livemode: false };
      const rest = { pending_webhooks: 1, request: { id: null, idempotency_key: null }, data: { object } };
      const notice = { id, type, payload: JSON.stringify({ ...facts, ...rest, ...(account === null ? {} : { account }) }) };
      notices.push(notice);
      if (!ear) return;
      const sending = send(notice, ear).finally(() => under.delete(sending));
      under.add(sending);
    },
    /** Resolves when each event has either been delivered or given up. */
    sent: async (): Promise<void> => void (await Promise.all(under)),
  };
}
