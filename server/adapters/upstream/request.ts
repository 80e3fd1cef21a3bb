import { createHttpClient, type HttpClientOptions, type HttpFailure } from '../../platform/http.ts';
import { UpstreamFailure } from './failure.ts';

interface UpstreamRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Aborts the call before its own time limit of five seconds. */
  signal?: AbortSignal | undefined;
}

/** Time limit in milliseconds for both attempts together. */
export const LIMIT_MS = 5000;

const OPTIONS = {
  timeoutMs: LIMIT_MS,
  connectTimeoutMs: 1000,
  // Private addresses are allowed, because the URL comes from the operator's configuration.
  addresses: 'any' as const,
  retry: {
    limit: 1,
    methods: ['GET'],
    // Statuses that are retried, as specified in docs/contracts/upstream.md. The contract treats a connection that breaks before
    // the response like status 500.
    statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
    errorCodes: ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN'],
    backoffLimit: 200,
    maxRetryAfter: 2000,
  } satisfies HttpClientOptions['retry'],
};

/**
 * Creates a function for GET requests with at most two attempts.
 * @throws UpstreamFailure, and no other error, within five seconds
 */
export function createFetch(maxBytes: number): (request: UpstreamRequest) => Promise<Buffer> {
  const client = createHttpClient({ ...OPTIONS, maxBytes });
  return async ({ url, headers, signal }) => {
    const { status, body } = await client({ method: 'GET', url: url.href, headers, signal }).catch((cause: HttpFailure) => {
      const isOurs = cause.reason === 'too large' || cause.reason === 'too slow';
      throw isOurs
        ? new UpstreamFailure(cause.reason, { cause })
        : new UpstreamFailure('no answer', { answered: cause.reason, cause });
    });
    if (status === 200) return body;
    const isOutage = status >= 500 || OUTAGES.includes(status);
    throw new UpstreamFailure(`status ${status}`, status < 400 ? {} : { isOutage, answered: errorIn(body) });
  };
}

const OUTAGES: readonly number[] = [408, 425, 429];

/** Returns the error text of a response, which the external service sends with `success: false`. */
function errorIn(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}
