import { createHttpClient, type HttpClientOptions, type HttpFailure } from '../../platform/http.ts';
import { UpstreamFailure } from './failure.ts';

interface UpstreamRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Ends the call before its own five seconds are over. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds over both attempts, whatever the service does. */
export const LIMIT_MS = 5000;

const OPTIONS = {
  timeoutMs: LIMIT_MS,
  connectTimeoutMs: 1000,
  // Whoever runs the app names the address, and it may well be in their own network.
  addresses: 'any' as const,
  retry: {
    limit: 1,
    methods: ['GET'],
    // As in docs/contracts/upstream.md. A connection that broke before the answer counts as 500.
    statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
    errorCodes: ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN'],
    backoffLimit: 200,
    maxRetryAfter: 2000,
  } satisfies HttpClientOptions['retry'],
};

/** One GET, tried twice at most. @throws UpstreamFailure, and nothing else, within five seconds */
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

/** The service's own words, where it sent them as it does with `success: false`. */
function errorIn(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}
