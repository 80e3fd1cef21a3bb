import { createHash } from 'node:crypto';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { createHttpClient, type HttpFailure } from '../../platform/http.ts';

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

export type Exchange = (request: ExchangeRequest) => Promise<Answer>;

/** For all of an exchange, whatever the service does: a visitor may be waiting for it. */
const LIMIT_MS = 5000;
/** Far more than any document of ours. */
const MAX_BYTES = 64 * 1_048_576;

/** Carries the hash of a document with it, and back. */
const HASH = 'x-amz-meta-sha256';

/**
 * Signed requests to one bucket (AWS Signature Version 4), each within the limit.
 * @throws DocumentFilesUnavailable, and nothing else, where there is no whole answer; it names neither keys nor signatures
 */
export function createExchange(place: ObjectStoreConfig): Exchange {
  // Whoever runs the app names the address, and it may well be in their own network.
  const client = createHttpClient({
    timeoutMs: LIMIT_MS,
    connectTimeoutMs: 1500,
    maxBytes: MAX_BYTES,
    addresses: 'any',
    keepAlive: true,
  });
  const base = `${place.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(place.bucket)}`;
  return async ({ method, key, headers = {}, body }) => {
    const url = `${base}/${key}`;
    const sha256 = hashOf(body ?? '');
    // Only who has such a service loads it.
    const { AwsV4Signer } = await import('aws4fetch');
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, ...(body ? { [HASH]: sha256 } : {}), 'x-amz-content-sha256': sha256 },
      accessKeyId: place.keyId,
      secretAccessKey: place.keySecret,
      region: place.region,
      service: 's3',
    }).sign();
    const answer = await client({ method, url, headers: Object.fromEntries(signed.headers), body }).catch(
      ({ reason }: HttpFailure) => {
        // The cause holds the request, and that the signature.
        throw new DocumentFilesUnavailable(`No response from the object store: ${reason}`);
      },
    );
    const put = answer.headers[HASH];
    return { status: answer.status, sha256: typeof put === 'string' ? put : null, body: answer.body };
  };
}

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
