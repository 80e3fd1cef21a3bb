import type { IncomingHttpHeaders } from 'node:http';
import { type AnswerExcerpt, excerptOf } from './answerExcerpt.ts';
import { type Outcome, outcomeOf, readEnvelope } from './envelope.ts';
import { OcpiFailure } from './failure.ts';
import { type Route, routingHeaders, tracingHeaders } from './headers.ts';
import { NotJson, readJson } from './json.ts';
import type { PeerHttpRequest, Request } from './request.ts';
import { authorizationOf, type TokenEncoding } from './tokens.ts';

export interface PeerRequest {
  method: PeerHttpRequest['method'];
  /** The CPO platform's versions URL, or the URL of an endpoint in its version details. Never a URL from another message. */
  url: string;
  token: string;
  encoding: TokenEncoding;
  /** The module for the log, for example 'locations' or 'credentials'. */
  module: string;
  /**
   * `connectionId`: the exchange is recorded for this connection. Missing: the exchange is not recorded. `about`: id of the
   * object that the request is about. Missing: none.
   */
  connectionId?: string;
  about?: string;
  /** True: the request is part of a registration, and does not affect the connection's health. */
  isRegistration?: boolean;
  /** Routing headers. Missing for versions and credentials, which are not routed. */
  route?: Route;
  body?: unknown;
  limitMs?: number;
  signal?: AbortSignal;
}

/** A CPO platform's response, which may be an error of HTTP or OCPI. */
export interface OcpiAnswer {
  status: number;
  /** Derived from the OCPI status code, or from the HTTP status if there is no envelope. */
  outcome: Outcome;
  /** The OCPI status code. Null: the response had no envelope. */
  statusCode: number | null;
  statusMessage: string | null;
  data: unknown;
  headers: IncomingHttpHeaders;
  /** Excerpt of a response without an envelope. Null: the response had an envelope. */
  excerpt: AnswerExcerpt | null;
}

/** The log fields of a request. */
export interface CallFacts extends Pick<PeerRequest, 'method' | 'module' | 'connectionId' | 'about' | 'isRegistration'> {
  tookMs: number;
  status: number | null;
  statusCode: number | null;
  /** Null: no readable response came. */
  outcome: Outcome | null;
  /** The app's failure code, without personal data, token or URL. Null: a readable response came. */
  failure: string | null;
  /** Excerpt of a response without an envelope, for staff. It must not be logged. */
  excerpt: AnswerExcerpt | null;
}

export interface PeerClient {
  /**
   * Sends a request.
   * @throws OcpiFailure if no readable response came
   */
  call(options: PeerRequest): Promise<OcpiAnswer>;
}

/** Time limit for one page of a list, which takes longer than other requests. */
export const PAGE_LIMIT_MS = 30_000;

export function createPeerClient({ request, note }: { request: Request; note(facts: CallFacts): void }): PeerClient {
  return {
    async call(options) {
      const began = performance.now();
      const reportCall = (facts: Pick<CallFacts, 'status' | 'statusCode' | 'outcome' | 'failure' | 'excerpt'>) => {
        const { method, module, connectionId, about, isRegistration } = options;
        const whose = {
          ...(connectionId === undefined ? {} : { connectionId }),
          ...(about === undefined ? {} : { about }),
          ...(isRegistration === undefined ? {} : { isRegistration }),
        };
        note({ method, module, ...whose, tookMs: Math.round(performance.now() - began), ...facts });
      };
      try {
        const answer = await exchange(request, options);
        const { status, statusCode, outcome, excerpt } = answer;
        reportCall({ status, statusCode, outcome, failure: null, excerpt });
        return answer;
      } catch (error) {
        const [failure, excerpt] = error instanceof OcpiFailure ? [error.message, error.excerpt] : ['unexpected', null];
        reportCall({ status: excerpt?.status ?? null, statusCode: null, outcome: null, failure, excerpt });
        throw error;
      }
    },
  };
}

async function exchange(request: Request, options: PeerRequest): Promise<OcpiAnswer> {
  const { method, url, body, route, limitMs, signal } = options;
  const sent = {
    headers: {
      accept: 'application/json',
      authorization: authorizationOf(options),
      ...tracingHeaders(),
      ...(route === undefined ? {} : routingHeaders(route)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const raw = await request({ method, url, ...sent, limitMs, ...(signal === undefined ? {} : { signal }) });
  const { status, headers } = raw;
  const isGood = status >= 200 && status < 300;
  const read = bodyOf(raw.body);
  const envelope = readEnvelope(read.value);
  if (envelope === null) {
    const excerpt = excerptOf(raw, sent);
    // A response with status 200 that is not an OCPI envelope may come from a proxy.
    if (isGood) throw unreadable(read.fault, excerpt);
    const nothing = { statusCode: null, statusMessage: null, data: undefined };
    return { status, outcome: outcomeOfStatus(status), ...nothing, headers, excerpt };
  }
  const outcome = outcomeOf(envelope.statusCode);
  // Some CPO platforms send OCPI's success code with an HTTP error. The HTTP error takes precedence.
  return {
    status,
    headers,
    ...envelope,
    excerpt: null,
    outcome: !isGood && outcome === 'success' ? outcomeOfStatus(status) : outcome,
  };
}

/** Parses a body. `fault`: the reason why the bytes are not valid JSON. */
function bodyOf(bytes: Buffer): { value: unknown; fault: NotJson | null } {
  try {
    return { value: readJson(bytes), fault: null };
  } catch (error) {
    if (error instanceof NotJson) return { value: undefined, fault: error };
    throw error;
  }
}

function unreadable(fault: NotJson | null, excerpt: AnswerExcerpt): OcpiFailure {
  if (fault === null) return new OcpiFailure('unreadable', { detail: 'no envelope', excerpt });
  const kind = fault.message === 'is not JSON' ? 'truncated' : 'unreadable';
  return new OcpiFailure(kind, { detail: fault.message, cause: fault, excerpt });
}

/** HTTP statuses that prove that the request had no effect. After any other error status, it may have had an effect. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 413, 422, 429];
const outcomeOfStatus = (status: number): Outcome => (REFUSALS.includes(status) ? 'refused' : 'unknown');
