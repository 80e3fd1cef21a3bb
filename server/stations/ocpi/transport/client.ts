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
  /** The platform's versions URL or an endpoint of its version details, never a URL from another message. */
  url: string;
  token: string;
  encoding: TokenEncoding;
  /** For the log, for example 'locations' or 'credentials'. */
  module: string;
  /** The connection, and the id of the object, for the list of exchanges. */
  connectionId?: string;
  about?: string;
  /** The call is part of a registration and does not affect the health of the connection. */
  isRegistration?: boolean;
  /** Routing headers, which only functional modules use. */
  route?: Route;
  body?: unknown;
  limitMs?: number;
  signal?: AbortSignal;
}

/** A platform's response, with or without an error of HTTP or OCPI. */
export interface OcpiAnswer {
  status: number;
  /** Derived from the thousands of the OCPI status code, or from the HTTP status if there is no envelope. */
  outcome: Outcome;
  /** Null: there was no envelope. */
  statusCode: number | null;
  statusMessage: string | null;
  data: unknown;
  headers: IncomingHttpHeaders;
  /** Excerpt of a response without an envelope. Null: there was an envelope. */
  excerpt: AnswerExcerpt | null;
}

/** The facts of a call, for logs. */
export interface CallFacts extends Pick<PeerRequest, 'method' | 'module' | 'connectionId' | 'about' | 'isRegistration'> {
  tookMs: number;
  status: number | null;
  statusCode: number | null;
  /** Null: no readable response was received. */
  outcome: Outcome | null;
  /** The app's failure code. Contains no driver data, token or URL. */
  failure: string | null;
  /** Excerpt of a response without an envelope. For the operator, not for logs. */
  excerpt: AnswerExcerpt | null;
}

export interface PeerClient {
  /** @throws OcpiFailure if no readable response was received */
  call(options: PeerRequest): Promise<OcpiAnswer>;
}

/** Pages with many objects take longer than other requests. */
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
    // A proxy's page with status 200 is not an OCPI response.
    if (isGood) throw unreadable(read.fault, excerpt);
    const nothing = { statusCode: null, statusMessage: null, data: undefined };
    return { status, outcome: outcomeOfStatus(status), ...nothing, headers, excerpt };
  }
  const outcome = outcomeOf(envelope.statusCode);
  // Some platforms send the OCPI code for success with an HTTP error.
  return {
    status,
    headers,
    ...envelope,
    excerpt: null,
    outcome: !isGood && outcome === 'success' ? outcomeOfStatus(status) : outcome,
  };
}

/** `fault` is the reason why the bytes are not valid JSON. */
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

/** The request certainly had no effect. For every other status, the effect is unknown. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 413, 422, 429];
const outcomeOfStatus = (status: number): Outcome => (REFUSALS.includes(status) ? 'refused' : 'unknown');
