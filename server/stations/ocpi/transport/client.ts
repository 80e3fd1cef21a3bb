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
  /** The peer's versions URL or an endpoint of its version details; never an address out of another message. */
  url: string;
  token: string;
  encoding: TokenEncoding;
  /** For the log: 'locations', 'credentials' … */
  module: string;
  /** Whose peer it is, and the id of the object in question: for the list of exchanges. */
  connectionId?: string;
  about?: string;
  /** The call is part of a registration, which says nothing of how the connection works. */
  isRegistration?: boolean;
  /** For functional modules. */
  route?: Route;
  body?: unknown;
  limitMs?: number;
  signal?: AbortSignal;
}

/** What a peer has answered, whether by HTTP or by OCPI it was an error. */
export interface OcpiAnswer {
  status: number;
  /** By the envelope's thousands; without an envelope by HTTP. */
  outcome: Outcome;
  /** Null: no envelope. */
  statusCode: number | null;
  statusMessage: string | null;
  data: unknown;
  headers: IncomingHttpHeaders;
  /** What was sent in place of an envelope; null: there was one. */
  excerpt: AnswerExcerpt | null;
}

/** What has become of a request. */
export interface CallFacts extends Pick<PeerRequest, 'method' | 'module' | 'connectionId' | 'about' | 'isRegistration'> {
  tookMs: number;
  status: number | null;
  statusCode: number | null;
  /** Null: there was no answer that could be read. */
  outcome: Outcome | null;
  /** A code of ours: nothing of a driver, no token, no address. */
  failure: string | null;
  /** What the peer has sent in place of an envelope. For the operator, not for logs. */
  excerpt: AnswerExcerpt | null;
}

export interface PeerClient {
  /** @throws OcpiFailure when there is no answer that can be read */
  call(ask: PeerRequest): Promise<OcpiAnswer>;
}

/** Pages of many objects take longer. */
export const PAGE_LIMIT_MS = 30_000;

export function createPeerClient({ request, note }: { request: Request; note(facts: CallFacts): void }): PeerClient {
  return {
    async call(ask) {
      const began = performance.now();
      const reportCall = (facts: Pick<CallFacts, 'status' | 'statusCode' | 'outcome' | 'failure' | 'excerpt'>) => {
        const { method, module, connectionId, about, isRegistration } = ask;
        const whose = {
          ...(connectionId === undefined ? {} : { connectionId }),
          ...(about === undefined ? {} : { about }),
          ...(isRegistration === undefined ? {} : { isRegistration }),
        };
        note({ method, module, ...whose, tookMs: Math.round(performance.now() - began), ...facts });
      };
      try {
        const answer = await exchange(request, ask);
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

async function exchange(request: Request, ask: PeerRequest): Promise<OcpiAnswer> {
  const { method, url, body, route, limitMs, signal } = ask;
  const sent = {
    headers: {
      accept: 'application/json',
      authorization: authorizationOf(ask),
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
    // A proxy's page with status 200 is no answer of OCPI.
    if (isGood) throw unreadable(read.fault, excerpt);
    const nothing = { statusCode: null, statusMessage: null, data: undefined };
    return { status, outcome: outcomeOfStatus(status), ...nothing, headers, excerpt };
  }
  const outcome = outcomeOf(envelope.statusCode);
  // Some say "success" inside an error of HTTP.
  return {
    status,
    headers,
    ...envelope,
    excerpt: null,
    outcome: !isGood && outcome === 'success' ? outcomeOfStatus(status) : outcome,
  };
}

/** `fault`: why the bytes hold no JSON value. */
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

/** Refusals that certainly did nothing; of everything else nobody knows. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 413, 422, 429];
const outcomeOfStatus = (status: number): Outcome => (REFUSALS.includes(status) ? 'refused' : 'unknown');
