import { createHash } from 'node:crypto';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { createHttpClient, type HttpFailure } from '../../platform/http.ts';

/** A bucket of an S3-compatible object store, with its credentials. */
export interface ObjectStoreConfig {
  /** Origin of the object store, optionally with a path: https://s3.eu-central-1.amazonaws.com */
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
  /** The hash that was stored in the metadata of the object. Null if it has none. */
  sha256: string | null;
  body: Buffer;
}

export type Exchange = (request: ExchangeRequest) => Promise<Answer>;

/** Time limit in milliseconds for one request including its response, because a visitor may be waiting. */
const LIMIT_MS = 5000;
/** Maximum size of a response. Every document of the app is far smaller. */
const MAX_BYTES = 64 * 1_048_576;

/** Metadata header that stores the hash with an object. The object store returns it when the object is read. */
const HASH = 'x-amz-meta-sha256';

/**
 * Creates a function that sends signed requests to one bucket (AWS Signature Version 4), each within `LIMIT_MS`.
 * @throws DocumentFilesUnavailable, and no other error, if no complete response arrives; its message contains neither keys nor
 * signatures
 */
export function createExchange(place: ObjectStoreConfig): Exchange {
  // Private addresses are allowed, because the URL comes from the operator's configuration.
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
    // Imported on demand, because only installations with an object store need this library.
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
        // The cause is not attached, because it contains the request with its signature.
        throw new DocumentFilesUnavailable(`No response from the object store: ${reason}`);
      },
    );
    const put = answer.headers[HASH];
    return { status: answer.status, sha256: typeof put === 'string' ? put : null, body: answer.body };
  };
}

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
