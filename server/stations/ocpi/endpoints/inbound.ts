import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import type { Clock } from '../../../core/ports/ports.ts';
import { type Caller, type Connections, findCaller } from '../connections/connections.ts';
import { envelopeOf, STATUS } from '../transport/envelope.ts';
import { repeatedTracing, routeOf, routingHeaders } from '../transport/headers.ts';
import { NotJson, readJson } from '../transport/json.ts';
import type { Reply } from '../transport/reply.ts';
import { type ConnectionSize, createLimits } from './allowance.ts';
import { createTokenLimits } from './tokenLimits.ts';

export interface InboundDependencies {
  connections: Connections;
  clock: Pick<Clock, 'now'>;
  /** Logs an unexpected error of the app. */
  noteFault(error: unknown): void;
  /** Records a request of a connected CPO platform and the app's response. */
  noteExchange?(connectionId: string, facts: InboundFacts): void;
  /** Called when a connected CPO platform exceeds a limit. `limit` describes the exceeded limit. */
  noteExcess?(connectionId: string, limit: string): void;
  /** Returns the numbers from which a connection's limits are computed. Called for every request, so it must be fast. */
  sizeOf?(connectionId: string): ConnectionSize;
}

export interface InboundFacts {
  method: string;
  module: string;
  status: number;
  statusCode: number;
  tookMs: number;
  /** The id of the location, tariff, session or CDR in the URL, never of a token or a command. Null: none. */
  about: string | null;
}

const MODULES_WITH_IDS = ['locations', 'tariffs', 'sessions', 'cdrs'] as const;
const MODULES = [...MODULES_WITH_IDS, 'versions', 'credentials', 'commands', 'tokens'] as const;

/** A request without its sender. */
export interface RequestParts {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Parsed JSON. Undefined: the request had no body. */
  body: unknown;
}

/** A request of a connected CPO platform. */
export interface Inbound extends RequestParts {
  caller: Caller;
}

/** A request whose sender may be unknown. */
interface OpenInbound extends RequestParts {
  caller: Caller | null;
}

type Answering<T> = (inbound: T) => Reply | Promise<Reply>;

const MAX_BODY = '1mb';
const NOTHING: ConnectionSize = { running: 0, points: 0 };

/**
 * Authenticates, limits and answers requests. Every response is an OCPI envelope, even if the sender is unknown or the app
 * fails.
 */
export interface Gate {
  body: RequestHandler;
  /**
   * Creates a handler for callers with a token. With `registers`, callers with an invitation are allowed as well. With
   * `isRouted`, the response has routing headers.
   */
  handle(answer: Answering<Inbound>, options?: { registers?: boolean; isRouted?: boolean }): RequestHandler;
  /**
   * Creates a handler that also allows requests without an Authorization header. The number of such requests that fail is
   * limited.
   */
  handleOpen(answer: Answering<OpenInbound>): RequestHandler;
  failed: ErrorRequestHandler;
}

export function createGate({
  connections,
  clock,
  noteFault,
  noteExchange = () => undefined,
  noteExcess = () => undefined,
  sizeOf = () => NOTHING,
}: InboundDependencies): Gate {
  const tokens = createTokenLimits(() => clock.now());
  const limits = createLimits({ clock, sizeOf, noteExcess });
  const send = (response: Response, reply: Reply) => sendReply(response, reply, clock.now());

  async function letIn(request: Request, registers: boolean): Promise<Caller | Reply> {
    const address = request.ip ?? '';
    const authorization = tokenIn(request);
    if (authorization === undefined) return unauthorized(await tokens.unauthenticated(address));
    // The token is checked before the limit for wrong tokens. Otherwise strangers in the caller's network could block its valid
    // token.
    const caller = await findCaller({ connections, authorization, nowMs: clock.now().getTime() });
    if (caller === null || (caller.by !== 'token' && !registers)) return unauthorized(await tokens.wrong(address));
    if (caller.by !== 'used invitation') tokens.right(address);
    const { id } = caller.connection;
    if (request.res) request.res.locals.connectionId = id;
    const waitMs = limits.consume(id, request.body);
    return waitMs === 0 ? caller : tooMany(waitMs);
  }

  /** The body was rejected before the request was authenticated, so the caller is determined here. */
  async function noteTooLarge(request: Request): Promise<void> {
    const caller = await letIn(request, false);
    if ('connection' in caller) noteExcess(caller.connection.id, `sends more than ${MAX_BODY} in one message`);
  }

  const reportExchange = ({ locals, req: request }: Response, { status = 200, code }: Reply, began: number) => {
    const { connectionId } = locals as { connectionId?: string };
    if (connectionId === undefined) return;
    const tookMs = Math.round(performance.now() - began);
    noteExchange(connectionId, { method: request.method, ...subjectOf(request), status, statusCode: code, tookMs });
  };

  const answering = (work: (request: Request, response: Response) => Promise<Reply>): RequestHandler => {
    return async (request, response) => {
      const began = performance.now();
      try {
        const reply = await work(request, response);
        reportExchange(response, reply, began);
        send(response, reply);
      } catch (error) {
        if (error instanceof NotJson) return send(response, { status: 400, code: STATUS.invalid, message: error.message });
        noteFault(error);
        return send(response, { code: STATUS.serverError });
      }
    };
  };

  return {
    body: express.raw({ type: () => true, limit: MAX_BODY }),
    handle: (answer, { registers = false, isRouted = false } = {}) =>
      answering(async (request, response) => {
        response.locals.isRouted = isRouted;
        const caller = await letIn(request, registers);
        return 'code' in caller ? caller : answer({ caller, ...requestPartsOf(request) });
      }),
    handleOpen: answer =>
      answering(async request => {
        if (tokenIn(request) !== undefined) {
          const caller = await letIn(request, false);
          return 'code' in caller ? caller : answer({ caller, ...requestPartsOf(request) });
        }
        const reply = await answer({ caller: null, ...requestPartsOf(request) });
        const waitMs = (reply.status ?? 200) < 400 ? null : await tokens.wrongSecret(request.ip ?? '');
        return waitMs === null ? reply : tooMany(waitMs);
      }),
    failed: (error: { status?: number }, request, response, _next) => {
      const status = error.status ?? 500;
      if (status === 413) void noteTooLarge(request).catch(noteFault);
      if (status >= 500) noteFault(error);
      const code = status === 413 ? STATUS.clientError : STATUS.invalid;
      send(response, status >= 500 ? { code: STATUS.serverError } : { status, code });
    },
  };
}

/** Returns undefined if the Authorization header is missing or empty. */
const tokenIn = (request: Request): string | undefined => request.get('authorization')?.trim() || undefined;

/**
 * Refuses a request without a valid token.
 * @param waitMs null if the sender may try again at once
 */
const unauthorized = (waitMs: number | null): Reply =>
  waitMs === null ? { status: 401, code: STATUS.notEnough } : tooMany(waitMs);

const tooMany = (ms: number): Reply => ({
  status: 429,
  code: STATUS.serverError,
  headers: { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) },
});

/** Returns the module and the object that the URL names. The body is not used, because its content is not trusted. */
function subjectOf({ baseUrl, path, params }: Request): Pick<InboundFacts, 'module' | 'about'> {
  const parts = `${baseUrl}${path}`.split('/');
  const module = MODULES.find(name => parts.includes(name)) ?? 'other';
  const id = params.id ?? params.reference;
  const hasId = MODULES_WITH_IDS.some(name => name === module) && typeof id === 'string';
  return { module, about: hasId ? id : null };
}

const requestPartsOf = (request: Request): RequestParts => ({
  parameters: Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)])),
  query: { ...request.query },
  body: bodyOf(request),
});

const bodyOf = ({ body }: Request): unknown => (Buffer.isBuffer(body) && body.length > 0 ? readJson(body) : undefined);

function sendReply(response: Response, { status = 200, code, headers = {}, ...envelope }: Reply, now: Date): void {
  const { headers: requested } = response.req;
  response.set(repeatedTracing(requested)).set(headers);
  if (response.locals.isRouted) {
    const { from, to } = routeOf(requested);
    if (from && to) response.set(routingHeaders({ from: to, to: from }));
  }
  response.status(status).json(envelopeOf({ code, now, ...envelope }));
}
