import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Progress, Response, RetryOptions } from 'got';
import { forbiddenAddresses } from './network/addresses.ts';
import { createAgents } from './network/guardedAgents.ts';

export interface HttpClientOptions {
  /** For the whole exchange, retries included, however slowly the server sends. */
  timeoutMs: number;
  /** For finding and reaching the server; missing: `timeoutMs` alone counts. */
  connectTimeoutMs?: number;
  /** Of an answer, as it is received: nothing is unpacked. */
  maxBytes: number;
  /** `public`: a socket refuses this machine, inner networks and the like when it connects. */
  addresses: 'any' | 'public';
  keepAlive?: boolean;
  /** Missing: no retry. */
  retry?: Partial<RetryOptions>;
}

interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** In place of the client's own. */
  timeoutMs?: number | undefined;
  /** Ends the exchange like a timeout. */
  signal?: AbortSignal | undefined;
}

interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface FailureFacts {
  /** Whether the server may have read the request. */
  isSent: boolean;
  /** Of an answer that broke off; null: none had begun. */
  status: number | null;
  cause: unknown;
}

/** There is no whole answer. The cause holds the request with its headers, so it is not for logs. */
export class HttpFailure extends Error {
  readonly reason: string;
  readonly isSent: boolean;
  readonly status: number | null;

  /** @param reason 'too slow', 'too large' or a code such as ECONNREFUSED */
  constructor(reason: string, { isSent, status, cause }: FailureFacts) {
    super(`No answer: ${reason}`, { cause });
    this.reason = reason;
    this.isSent = isSent;
    this.status = status;
  }
}

export type HttpClient = (request: HttpRequest) => Promise<HttpAnswer>;

/** Requests to other systems. Redirects are answers, as are errors of HTTP. @throws HttpFailure, and nothing else, in time */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { maxBytes, addresses, keepAlive = false, retry = { limit: 0 }, connectTimeoutMs: connectMs } = options;
  const agent = createAgents(addresses === 'public' ? forbiddenAddresses() : null, { keepAlive });
  const timeout = connectMs === undefined ? {} : { lookup: connectMs, connect: connectMs, secureConnect: 2 * connectMs };
  return async ({ method, url, headers, body, timeoutMs = options.timeoutMs, signal }) => {
    const large = new AbortController();
    const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), large.signal, ...(signal ? [signal] : [])]);
    let isSent = false;
    let status: number | null = null;
    try {
      // A start needs no client.
      const { default: got } = await import('got');
      const call = got(url, {
        ...{ method, headers, agent, timeout, retry, signal: ends, ...(body === undefined ? {} : { body }) },
        ...{ responseType: 'buffer', decompress: false, followRedirect: false, throwHttpErrors: false },
      });
      call.on('request', (request: ClientRequest) => whenConnected(request, () => (isSent = true)));
      call.on('response', (response: Response) => (status = response.statusCode));
      call.on('downloadProgress', ({ transferred, total = 0 }: Progress) => {
        if (Math.max(transferred, total) > maxBytes) large.abort();
      });
      const answer = await call;
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(answer.rawBody) };
    } catch (cause) {
      const limit = large.signal.aborted ? 'too large' : 'too slow';
      throw new HttpFailure(ends.aborted ? limit : codeOf(cause), { isSent, status, cause });
    }
  };
}

/** From then on the server may have read what was sent. */
function whenConnected(request: ClientRequest, then: () => void): void {
  const event = request.protocol === 'https:' ? 'secureConnect' : 'connect';
  const listen = (socket: Socket) => {
    if (request.reusedSocket || !(socket.connecting || event === 'secureConnect')) then();
    else socket.once(event, then);
  };
  // Null until a socket has been found, whatever the type says.
  const { socket } = request as { socket: Socket | null };
  if (socket) listen(socket);
  else request.once('socket', listen);
}

/** The code of the innermost cause; several addresses of one name fail together. */
function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? errors[0] : cause;
  if (typeof inner === 'object' && inner !== null) return codeOf(inner);
  return typeof code === 'string' ? code : 'unknown';
}
