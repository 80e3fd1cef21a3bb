import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { createHttpClient, type HttpClient, HttpFailure } from '../../../platform/http.ts';
import { type AnswerExcerpt, excerptOf } from './answerExcerpt.ts';
import { OcpiFailure } from './failure.ts';

export interface PeerHttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Serialized JSON. */
  body?: string;
  /** Time limit for the whole exchange, including a slow body. Missing: 5 s. */
  limitMs?: number | undefined;
  signal?: AbortSignal;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Request = (request: PeerHttpRequest) => Promise<RawAnswer>;

const LIMIT_MS = 5000;
/** Maximum size of a response after decompression. */
const MAX_BODY_BYTES = 16 * 1_048_576;

/** Number of compressed bytes from which an excerpt is made. They decompress to 4 MB at most. */
const MAX_EXCERPT_BYTES = 4096;

const unpack = promisify(gunzip);

/**
 * Sends requests to CPO platforms, over TLS and to public addresses only. `allowsPrivatePeers` lifts both restrictions for
 * development.
 * @throws OcpiFailure, and nothing else, within the time limit of the request
 */
export function createRequest({ allowsPrivatePeers }: { allowsPrivatePeers: boolean }): Request {
  const options = { timeoutMs: LIMIT_MS, maxBytes: MAX_BODY_BYTES, addresses: allowsPrivatePeers ? 'any' : 'public' } as const;
  // Only GET requests reuse connections. A reused connection may close during a request, and the app would not know whether a
  // command has arrived.
  const [reusing, fresh] = [createHttpClient({ ...options, keepAlive: true }), createHttpClient(options)];

  return async request => {
    const url = URL.parse(request.url);
    if (url?.protocol !== 'https:' && !(allowsPrivatePeers && url?.protocol === 'http:'))
      throw new OcpiFailure('forbidden-address', { detail: 'not https' });
    const answer = await exchange({ ...request, url: url.href }, request.method === 'GET' ? reusing : fresh);
    const excerpt = async () => excerptOf({ ...answer, body: await unpackedBeginning(answer) }, request);
    if (answer.status >= 300 && answer.status < 400)
      throw new OcpiFailure('redirect', { detail: String(answer.status), excerpt: await excerpt() });
    return { ...answer, body: await unpacked(answer, excerpt) };
  };
}

async function exchange({ limitMs, ...request }: PeerHttpRequest, client: HttpClient): Promise<RawAnswer> {
  try {
    // The HTTP client does not decompress the response. It is decompressed below with a limit, because a small response can
    // expand to any size.
    return await client({ ...request, headers: { ...request.headers, 'accept-encoding': 'gzip' }, timeoutMs: limitMs });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { reason, isSent, cause } = error;
    if (reason === 'too large') throw new OcpiFailure('too-large', { cause });
    if (reason === 'ERR_IP_BLOCKED') throw new OcpiFailure('forbidden-address', { cause });
    throw new OcpiFailure(isSent ? 'no-answer' : 'not-sent', { detail: reason, cause });
  }
}

async function unpacked({ headers, body }: RawAnswer, excerpt: () => Promise<AnswerExcerpt>): Promise<Buffer> {
  const packing = headers['content-encoding'] ?? 'identity';
  if (packing === 'identity') return body;
  if (packing !== 'gzip') throw new OcpiFailure('unreadable', { detail: 'packed in another way', excerpt: await excerpt() });
  try {
    return await unpack(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    const kind = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'truncated';
    throw new OcpiFailure(kind, { cause: error, excerpt: await excerpt() });
  }
}

/** Decompresses the beginning of a body that may be incomplete or too large. A body that is not gzip is returned as received. */
async function unpackedBeginning({ headers, body }: RawAnswer): Promise<Buffer> {
  if (headers['content-encoding'] !== 'gzip') return body;
  return unpack(body.subarray(0, MAX_EXCERPT_BYTES), { finishFlush: constants.Z_SYNC_FLUSH }).catch(() => body);
}
