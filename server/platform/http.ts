import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Progress, RetryOptions } from 'got';
import { forbiddenAddresses } from './network/addresses.ts';
import { createAgents } from './network/guardedAgents.ts';

export interface HttpClientOptions {
  /** Time limit in milliseconds for the whole request, including retries and a slow response. */
  timeoutMs: number;
  /** Time limit in milliseconds for DNS lookup and connecting. Default: only `timeoutMs` applies. */
  connectTimeoutMs?: number;
  /** Maximum size in bytes of a response as received. Responses are not decompressed. */
  maxBytes: number;
  /** `public`: connections to the local machine and to private or reserved networks are refused. */
  addresses: 'any' | 'public';
  keepAlive?: boolean;
  /** Retries of failed requests. Default: none. */
  retry?: Partial<RetryOptions>;
}

interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** Overrides the time limit of the HTTP client for this request. */
  timeoutMs?: number | undefined;
  /** Aborts the request. It then fails in the same way as after a timeout. */
  signal?: AbortSignal | undefined;
}

interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface FailureFacts {
  /** True if the server may have received the request. */
  isSent: boolean;
  /** Status of an interrupted response. Null if no response had started. */
  status: number | null;
  cause: unknown;
}

/** Thrown if no complete response arrives. `cause` contains the request with its headers, so it must not be logged. */
export class HttpFailure extends Error {
  readonly reason: string;
  readonly isSent: boolean;
  readonly status: number | null;

  /**
   * Creates the error.
   * @param reason 'too slow', 'too large' or an error code such as ECONNREFUSED
   */
  constructor(reason: string, { isSent, status, cause }: FailureFacts) {
    super(`No answer: ${reason}`, { cause });
    this.reason = reason;
    this.isSent = isSent;
    this.status = status;
  }
}

export type HttpClient = (request: HttpRequest) => Promise<HttpAnswer>;

/**
 * Creates an HTTP client for external systems. Redirects and HTTP error statuses are returned, not thrown.
 * @throws HttpFailure, and no other error, within the time limit
 */
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
      // Imported on demand, because the app does not need it to start.
      const { default: got } = await import('got');
      const call = got(url, {
        ...{ method, headers, agent, timeout, retry, signal: ends, ...(body === undefined ? {} : { body }) },
        ...{ responseType: 'buffer', decompress: false, followRedirect: false, throwHttpErrors: false },
      });
      call.on('request', (request: ClientRequest) => {
        whenConnected(request, () => (isSent = true));
        request.once('response', ({ statusCode = null }) => (status = statusCode));
      });
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

/** Calls `then` once the socket is connected. From that moment on, the server may have received data. */
function whenConnected(request: ClientRequest, then: () => void): void {
  const event = request.protocol === 'https:' ? 'secureConnect' : 'connect';
  const listen = (socket: Socket) => {
    if (request.reusedSocket || !(socket.connecting || event === 'secureConnect')) then();
    else socket.once(event, then);
  };
  // The declared type omits null, but the socket is null until one is assigned to the request.
  const { socket } = request as { socket: Socket | null };
  if (socket) listen(socket);
  else request.once('socket', listen);
}

/**
 * Returns the error code of the innermost cause. If connecting failed for several IP addresses of a host, the first failure is
 * used.
 */
function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? errors[0] : cause;
  if (typeof inner === 'object' && inner !== null) return codeOf(inner);
  return typeof code === 'string' ? code : 'unknown';
}
