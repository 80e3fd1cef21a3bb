import type { ExtendOptions, HTTPError } from 'got';
import { createCallLimits } from '../../platform/network/callLimits.ts';
import { UpstreamFailure } from './failure.ts';

export interface UpstreamRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  mostBytes: number;
  /** Ends the call before its own five seconds are over. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds over both attempts, whatever the service does. */
export const LIMIT_MS = 5000;
const CONNECT_MS = 1000;

const CALLS = {
  followRedirect: false,
  // Small answers: packed ones could unfold to any size.
  decompress: false,
  timeout: { lookup: CONNECT_MS, connect: CONNECT_MS, secureConnect: 2 * CONNECT_MS },
  retry: {
    limit: 1,
    methods: ['GET'],
    // As in docs/contracts/upstream.md. A connection that broke before the answer counts as 500.
    statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
    errorCodes: ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN'],
    backoffLimit: 200,
    maxRetryAfter: 2000,
  },
} satisfies ExtendOptions;

/** One GET, tried twice at most. @throws UpstreamFailure, and nothing else, within five seconds */
export async function fetchBytes({ url, headers, mostBytes, signal }: UpstreamRequest): Promise<Buffer> {
  const limits = createCallLimits({ limitMs: LIMIT_MS, mostBytes, signal });
  // Only who has such a service loads it.
  const { default: got, HTTPError } = await import('got');
  try {
    const call = got(url, { ...CALLS, headers, signal: limits.signal, responseType: 'buffer' });
    call.on('downloadProgress', limits.watch);
    const { statusCode, rawBody } = await call;
    // got takes a redirect that it may not follow for an answer.
    if (statusCode !== 200) throw new UpstreamFailure(`status ${statusCode}`);
    return Buffer.from(rawBody);
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error;
    const ended = limits.ended();
    if (ended !== null) throw new UpstreamFailure(ended, { cause: error });
    if (error instanceof HTTPError) throw refusal(error);
    throw new UpstreamFailure('no answer', { said: codeOf(error), cause: error });
  }
}

const OUTAGES: readonly number[] = [408, 425, 429];

function refusal(error: HTTPError): UpstreamFailure {
  const { statusCode, rawBody } = error.response;
  const isOutage = statusCode >= 500 || OUTAGES.includes(statusCode);
  return new UpstreamFailure(`status ${statusCode}`, { isOutage, said: errorIn(rawBody), cause: error });
}

/** The service's own words, where it sent them as it does with `success: false`. */
function errorIn(body: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(body).toString('utf8')) as { error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
