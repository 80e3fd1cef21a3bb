import type { IncomingHttpHeaders } from 'node:http';
import { type Outcome, outcomeOf, readEnvelope } from './envelope.ts';
import { OcpiFailure } from './failure.ts';
import { type Route, routingHeaders, tracingHeaders } from './headers.ts';
import { NotJson, readJson } from './json.ts';
import type { Request, RequestAsk } from './request.ts';
import { authorizationOf, type TokenEncoding } from './tokens.ts';

export interface CallAsk {
  method: RequestAsk['method'];
  /** The peer's versions URL or an endpoint of its version details; never an address out of another message. */
  url: string;
  token: string;
  encoding: TokenEncoding;
  /** For the log: 'locations', 'credentials' … */
  module: string;
  /** Whose peer it is, and the id of the object in question: for the list of exchanges. */
  connectionId?: string;
  about?: string;
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
}

/** What has become of a request. */
export interface CallFacts extends Pick<CallAsk, 'method' | 'module' | 'connectionId' | 'about'> {
  tookMs: number;
  status: number | null;
  statusCode: number | null;
  /** Null: there was no answer that could be read. */
  outcome: Outcome | null;
  /** A code of ours: nothing of a driver, no token, no address. */
  failure: string | null;
}

export interface PeerClient {
  /** @throws OcpiFailure when there is no answer that can be read */
  call(ask: CallAsk): Promise<OcpiAnswer>;
}

const LIMIT_MS = 5000;
/** Pages of many objects take longer. */
export const PAGE_LIMIT_MS = 30_000;

export function createPeerClient({ request, note }: { request: Request; note(facts: CallFacts): void }): PeerClient {
  return {
    async call(ask) {
      const began = performance.now();
      const tell = (facts: Pick<CallFacts, 'status' | 'statusCode' | 'outcome' | 'failure'>) => {
        const { method, module, connectionId, about } = ask;
        const whose = { ...(connectionId === undefined ? {} : { connectionId }), ...(about === undefined ? {} : { about }) };
        note({ method, module, ...whose, tookMs: Math.round(performance.now() - began), ...facts });
      };
      try {
        const answer = await exchange(request, ask);
        const { status, statusCode, outcome } = answer;
        tell({ status, statusCode, outcome, failure: null });
        return answer;
      } catch (error) {
        const failure = error instanceof OcpiFailure ? error.message : 'unexpected';
        tell({ status: null, statusCode: null, outcome: null, failure });
        throw error;
      }
    },
  };
}

async function exchange(request: Request, ask: CallAsk): Promise<OcpiAnswer> {
  const { method, url, body, route, limitMs = LIMIT_MS, signal } = ask;
  const { status, headers, ...raw } = await request({
    method,
    url,
    headers: {
      accept: 'application/json',
      authorization: authorizationOf(ask),
      ...tracingHeaders(),
      ...(route === undefined ? {} : routingHeaders(route)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    limitMs,
    ...(signal === undefined ? {} : { signal }),
  });
  const isGood = status >= 200 && status < 300;
  const envelope = readEnvelope(bodyOf(raw.body, isGood));
  if (envelope === null) {
    // A proxy's page with status 200 is no answer of OCPI.
    if (isGood) throw new OcpiFailure('unreadable', { detail: 'no envelope' });
    return { status, outcome: outcomeOfStatus(status), statusCode: null, statusMessage: null, data: undefined, headers };
  }
  const outcome = outcomeOf(envelope.statusCode);
  // Some say "success" inside an error of HTTP.
  return { status, headers, ...envelope, outcome: !isGood && outcome === 'success' ? outcomeOfStatus(status) : outcome };
}

/** Where HTTP itself says that something is wrong, a body that is no JSON adds nothing. */
function bodyOf(bytes: Buffer, isNeeded: boolean): unknown {
  try {
    return readJson(bytes);
  } catch (error) {
    if (!isNeeded || !(error instanceof NotJson)) return undefined;
    throw new OcpiFailure(error.message === 'is not JSON' ? 'truncated' : 'unreadable', { detail: error.message, cause: error });
  }
}

/** Refusals that certainly did nothing; of everything else nobody knows. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 413, 422, 429];
const outcomeOfStatus = (status: number): Outcome => (REFUSALS.includes(status) ? 'refused' : 'unknown');
