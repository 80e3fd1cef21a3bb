import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../../../operator/ports.ts';
import { type Caller, type Connections, findCaller } from '../registration/connections.ts';
import { envelopeOf, STATUS } from '../transport/envelope.ts';
import { repeatedTracing, routeOf, routingHeaders } from '../transport/headers.ts';
import { NotJson, readJson } from '../transport/json.ts';
import type { Reply } from '../transport/reply.ts';

export interface InboundDependencies {
  connections: Connections;
  clock: Pick<Clock, 'now'>;
  /** Our own fault, for the log. */
  noteFault(error: unknown): void;
}

/** A request of a known peer. */
export interface Inbound {
  caller: Caller;
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined where there is no body. */
  body: unknown;
}

type Answering = (inbound: Inbound) => Reply | Promise<Reply>;

/** Of unknown tokens from one address. */
const BAD_TOKENS = { points: 5, duration: 60 };
/** Ten times what a peer may ask for per second, within ten seconds. */
const REQUESTS = { points: 200, duration: 10 };

/** Reads, lets in and answers. Every answer, also to strangers and for faults of ours, is an envelope of OCPI. */
export interface Gate {
  body: RequestHandler;
  /** @param answer gets callers with a token; `registers` lets invitations in as well */
  handle(answer: Answering, options?: { registers?: boolean; isRouted?: boolean }): RequestHandler;
  failed: ErrorRequestHandler;
}

export function createGate({ connections, clock, noteFault }: InboundDependencies): Gate {
  const strangers = new RateLimiterMemory(BAD_TOKENS);
  const peers = new RateLimiterMemory(REQUESTS);
  const send = (response: Response, reply: Reply) => sendReply(response, reply, clock.now());

  async function letIn(request: Request, registers: boolean): Promise<Caller | Reply> {
    const authorization = request.get('authorization');
    const caller = await findCaller({ connections, authorization, nowMs: clock.now().getTime() });
    if (caller === null || (caller.by !== 'token' && !registers)) {
      const waitMs = await waitOf(strangers, request.ip ?? '');
      return waitMs === null ? { status: 401, code: STATUS.notEnough } : tooMany(waitMs);
    }
    const waitMs = await waitOf(peers, caller.connection.id);
    return waitMs === null ? caller : tooMany(waitMs);
  }

  return {
    body: express.raw({ type: () => true, limit: '1mb' }),
    handle:
      (answer, { registers = false, isRouted = false } = {}) =>
      async (request, response) => {
        try {
          response.locals.isRouted = isRouted;
          const caller = await letIn(request, registers);
          if ('code' in caller) return send(response, caller);
          const parameters = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
          return send(response, await answer({ caller, parameters, query: { ...request.query }, body: bodyOf(request) }));
        } catch (error) {
          if (error instanceof NotJson) return send(response, { status: 400, code: STATUS.invalid, message: error.message });
          noteFault(error);
          return send(response, { code: STATUS.serverError });
        }
      },
    failed: (error: { status?: number }, _request, response, _next) => {
      const status = error.status ?? 500;
      if (status >= 500) noteFault(error);
      const code = status === 413 ? STATUS.clientError : STATUS.invalid;
      send(response, status >= 500 ? { code: STATUS.serverError } : { status, code });
    },
  };
}

/** Milliseconds until the next one; null: there is room for this one. */
const waitOf = (limiter: RateLimiterMemory, key: string): Promise<number | null> =>
  limiter.consume(key).then(
    () => null,
    ({ msBeforeNext }: { msBeforeNext: number }) => msBeforeNext,
  );

const tooMany = (ms: number): Reply => ({
  status: 429,
  code: STATUS.serverError,
  headers: { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) },
});

const bodyOf = ({ body }: Request): unknown => (Buffer.isBuffer(body) && body.length > 0 ? readJson(body) : undefined);

function sendReply(response: Response, { status = 200, code, headers = {}, ...envelope }: Reply, now: Date): void {
  const { headers: asked } = response.req;
  response.set(repeatedTracing(asked)).set(headers);
  if (response.locals.isRouted) {
    const { from, to } = routeOf(asked);
    if (from && to) response.set(routingHeaders({ from: to, to: from }));
  }
  response.status(status).json(envelopeOf({ code, now, ...envelope }));
}
