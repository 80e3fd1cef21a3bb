import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../server/core/ports/ports.ts';
import { ENDPOINTS } from './endpoints.ts';
import { expand } from './expand.ts';
import type { createFaults, Fault } from './faults.ts';
import { type Answer, createKeys } from './keys.ts';
import { type Call, prepareChecks, readForm, readParameters } from './parameters.ts';
import { type Books, newStripeId } from './records.ts';
import { Refusal } from './refusal.ts';

interface Route {
  method: string;
  path: RegExp;
  call: Call;
}

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/checkout\/sessions$/, call: 'sessions.create' },
  { method: 'GET', path: /^\/v1\/checkout\/sessions$/, call: 'sessions.list' },
  { method: 'GET', path: /^\/v1\/checkout\/sessions\/([^/]+)$/, call: 'sessions.retrieve' },
  { method: 'POST', path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, call: 'sessions.expire' },
  { method: 'GET', path: /^\/v1\/payment_intents\/([^/]+)$/, call: 'intents.retrieve' },
  { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/capture$/, call: 'intents.capture' },
  { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/cancel$/, call: 'intents.cancel' },
  { method: 'POST', path: /^\/v1\/refunds$/, call: 'refunds.create' },
  { method: 'GET', path: /^\/v1\/refunds$/, call: 'refunds.list' },
  { method: 'GET', path: /^\/v1\/disputes$/, call: 'disputes.list' },
  { method: 'GET', path: /^\/v1\/payouts$/, call: 'payouts.list' },
  { method: 'GET', path: /^\/v1\/payouts\/([^/]+)$/, call: 'payouts.retrieve' },
  { method: 'GET', path: /^\/v1\/balance_transactions$/, call: 'balance.list' },
  { method: 'GET', path: /^\/v1\/payment_method_configurations$/, call: 'configurations.list' },
];

/** A request that the fake Stripe has received, whether or not it got a response. */
export interface ReceivedRequest {
  call: string;
  key: string | null;
  version: string | null;
  /** Query string of the URL; empty if there is none. */
  query: string;
}

interface DoorDependencies {
  books: Books;
  faults: ReturnType<typeof createFaults>;
  clock: Pick<Clock, 'now'>;
  received: ReceivedRequest[];
  /** Returns false while the fake Stripe treats every API key as invalid. */
  hasKeys(): boolean;
  origin(): string;
}

type Door = (request: IncomingMessage, text: string, response: ServerResponse) => Promise<void>;

const BROKEN: Answer = new Refusal(500, 'internal_error');

/**
 * Creates the handler of API calls. Like the real Stripe, it checks the API key first, then idempotency key, parameters and
 * records.
 */
export function createDoor({ books, faults, clock, received, hasKeys, origin }: DoorDependencies): Door {
  const keys = createKeys(clock);
  prepareChecks(ROUTES.map(({ call }) => call));

  const act = (call: Call, requested: { form: Record<string, unknown>; id: string; account: string | null }): Answer => {
    const params = readParameters(call, requested.form);
    const paths = (params as { expand?: readonly string[] }).expand ?? [];
    // A type cast, because the type of an endpoint depends on the call, which is known only at run time.
    const endpoint = ENDPOINTS[call] as (requested: object) => object;
    const done = endpoint({ books, params, id: requested.id, account: requested.account, origin: origin() });
    return { status: 200, body: expand(books, done, paths) };
  };

  /**
   * Executes a call under its idempotency key. Like the real Stripe, stores no error under the key if the parameters are
   * invalid.
   */
  const answer = async (call: Call, fault: Fault | null, options: Parameters<typeof act>[1] & { key: string; text: string }) => {
    const isKeyed = options.key !== '';
    const key = `${options.account} ${options.key}`;
    const known = isKeyed ? keys.begin({ key, call: `${call} ${options.id} ${options.text}` }) : null;
    if (known) return known;
    if (fault?.kind === 'late') await new Promise(resolve => setTimeout(resolve, fault.ms));
    let made: Answer;
    try {
      made = fault?.kind === 'failed' ? BROKEN : act(call, options);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code.startsWith('parameter_')) {
        keys.forget(key);
        throw error;
      }
      made = error;
    }
    if (fault?.kind === 'failedAfter') made = BROKEN;
    if (isKeyed) keys.store(key, made);
    return made;
  };

  return async (request, text, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://peer');
    const respond = ({ status, body }: Answer) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': newStripeId('req') })
        .end(JSON.stringify(body));
    const route = ROUTES.find(({ method, path }) => method === request.method && path.test(pathname));
    if (!hasKeys() || !/^Bearer sk_test_/.test(request.headers.authorization ?? ''))
      return void respond(new Refusal(401, 'api_key_invalid'));
    if (!route) return void respond(new Refusal(404, 'url_unrecognized'));
    const header = (name: string) => String(request.headers[name] ?? '');
    const { call } = route;
    received.push({
      call,
      key: header('idempotency-key') || null,
      version: header('stripe-version') || null,
      query: search.slice(1),
    });

    const fault = faults.accept(call);
    if (fault?.kind === 'refused') return void request.socket.destroy();
    if (fault?.kind === 'busy') return void respond(new Refusal(429, 'rate_limit', { type: 'rate_limit_error' }));
    if (fault?.kind === 'missing') return void respond(new Refusal(404, 'resource_missing'));
    if (fault?.kind === 'denied') return void respond(new Refusal(403, 'account_invalid'));
    if (fault?.kind === 'gateway') return void response.writeHead(502).end('<h1>Bad Gateway</h1>');
    let answered: Answer;
    try {
      answered = await answer(call, fault, {
        form: readForm(request.method === 'GET' ? search.slice(1) : text),
        id: route.path.exec(pathname)?.[1] ?? '',
        account: header('stripe-account') || null,
        key: header('idempotency-key'),
        text,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answered = error;
    }
    if (fault?.kind === 'lost') return void request.socket.destroy();
    respond(answered);
  };
}
