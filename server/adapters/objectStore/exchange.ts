import { createHash } from 'node:crypto';
import type { HTTPAlias, Response } from 'got';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { createCallLimits } from '../../platform/network/callLimits.ts';
import { createAgents } from '../../platform/network/guardedAgents.ts';

/** A bucket of a service that speaks the S3 protocol. */
export interface ObjectStoreConfig {
  /** Its origin, with a path where it has one: https://s3.eu-central-1.amazonaws.com */
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  keySecret: string;
}

export interface ExchangeRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export interface Answer {
  status: number;
  /** Of what was put: the hash that was put with it, where it was. */
  sha256: string | null;
  body: Buffer;
}

export type Exchange = (ask: ExchangeRequest) => Promise<Answer>;

/** For all of an exchange, whatever the service does: a visitor may be waiting for it. */
const LIMIT_MS = 5000;
const CONNECT_MS = 1500;
/** Far more than any document of ours. */
const MAX_BYTES = 64 * 1_048_576;

/** Carries the hash of a document with it, and back. */
const HASH = 'x-amz-meta-sha256';

const CALLS = {
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  timeout: { lookup: CONNECT_MS, connect: CONNECT_MS, secureConnect: 2 * CONNECT_MS },
  retry: { limit: 0 },
  responseType: 'buffer',
} as const;

/**
 * Signed requests to one bucket (AWS Signature Version 4), each within the limit.
 * @throws DocumentFilesUnavailable, and nothing else, where there is no whole answer; it names neither keys nor signatures
 */
export function createExchange(place: ObjectStoreConfig): Exchange {
  // Whoever runs the app names the address, and it may well be in their own network.
  const agent = createAgents(null, { keepAlive: true });
  const base = `${place.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(place.bucket)}`;
  return async ({ method, key, headers = {}, body }) => {
    const url = `${base}/${key}`;
    const sha256 = hashOf(body ?? '');
    // Only who has such a service loads it.
    const [{ AwsV4Signer }, { default: got }] = await Promise.all([import('aws4fetch'), import('got')]);
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, ...(body ? { [HASH]: sha256 } : {}), 'x-amz-content-sha256': sha256 },
      accessKeyId: place.keyId,
      secretAccessKey: place.keySecret,
      region: place.region,
      service: 's3',
    }).sign();
    const limits = createCallLimits({ limitMs: LIMIT_MS, mostBytes: MAX_BYTES });
    const { signal } = limits;
    try {
      const given = Object.fromEntries(signed.headers);
      const call = got(url, { ...CALLS, method: method as HTTPAlias, headers: given, agent, signal, ...(body ? { body } : {}) });
      call.on('downloadProgress', limits.watch);
      return answerOf((await call) as Response<Buffer>);
    } catch (error) {
      // Of the error no more than its code: it holds the request, and that the signature.
      throw new DocumentFilesUnavailable(`No response from the object store: ${limits.ended() ?? codeOf(error)}`);
    }
  };
}

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

function answerOf({ statusCode, headers, body }: Response<Buffer>): Answer {
  const sha256 = headers[HASH];
  return { status: statusCode, sha256: typeof sha256 === 'string' ? sha256 : null, body: Buffer.from(body) };
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'none');
