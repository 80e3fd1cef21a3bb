import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStoreLocation } from '../../server/adapters/objectStore/objectStore.ts';

interface StoredObject {
  bytes: Buffer;
  /** The content type, and all headers that begin with x-amz-meta-. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Replaces the response to a request by a faulty one.
 * @returns true if the fault has written the response; false for the normal response
 */
export type ObjectStoreFault = (request: IncomingMessage, response: ServerResponse, stored: StoredObject | undefined) => boolean;

export interface ObjectStoreServer {
  place: ObjectStoreLocation;
  stored: ReadonlyMap<string, StoredObject>;
  /** Method and path of every received request, in order. */
  requested: readonly string[];
  setFault(fault: ObjectStoreFault | null): void;
  /** True: ignores the header If-None-Match, as some services do, so that a second upload overwrites the object. */
  setOverwriting(isOverwriting: boolean): void;
  close(): Promise<void>;
}

const REGION = 'eu-central-1';
const BUCKET = 'invoices';
const KEY_ID = 'AKIDTEST';
const SECRET = 'a-secret-that-nobody-may-see';
const MAX_SKEW_MS = 15 * 60_000;

/**
 * A strict object storage with the part of the S3 protocol that the app uses. To check signatures, it has its own implementation
 * of AWS Signature Version 4, independent of the code under test.
 */
export async function startObjectStore(): Promise<ObjectStoreServer> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let pendingFault: ObjectStoreFault | null = null;
  let isOverwriting = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    if (pendingFault?.(request, response, objects.get(url))) return;
    const fault = signatureFault(request, body);
    if (fault) return refuse(response, 403, fault);
    if (!url.startsWith(`/${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket');
    METHODS[method]?.({ request, response, body, stored: objects, isOverwriting }) ?? refuse(response, 405, 'MethodNotAllowed');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place: { endpoint, bucket: BUCKET, region: REGION, keyId: KEY_ID, keySecret: SECRET },
    stored: objects,
    requested: requests,
    setFault: next => {
      pendingFault = next;
    },
    setOverwriting: is => {
      isOverwriting = is;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Exchanged {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  stored: Map<string, StoredObject>;
  isOverwriting: boolean;
}

const METHODS: Readonly<Record<string, (exchanged: Exchanged) => unknown>> = {
  GET: ({ request: { url = '' }, response, stored }) => {
    const found = stored.get(url);
    return found ? response.writeHead(200, found.headers).end(found.bytes) : refuse(response, 404, 'NoSuchKey');
  },
  PUT: ({ request, response, body, stored, isOverwriting }) => {
    const { url = '', headers } = request;
    const condition = headers['if-none-match'];
    if (condition !== undefined && condition !== '*') return refuse(response, 400, 'InvalidArgument');
    if (condition === '*' && stored.has(url) && !isOverwriting) return refuse(response, 412, 'PreconditionFailed');
    const carried = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-') || name === 'content-type');
    stored.set(url, { bytes: body, headers: Object.fromEntries(carried.map(([name, value]) => [name, String(value)])) });
    return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  },
  DELETE: ({ request: { url = '' }, response, stored }) => {
    stored.delete(url);
    return response.writeHead(204).end();
  },
};

export function refuse(response: ServerResponse, status: number, word: string): ServerResponse {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${word}</Code><Message>no</Message></Error>`;
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Checks that the signature is valid and recent, and that it covers the body and every required header.
 * @returns the error code of S3; null if the signature is accepted
 */
function signatureFault({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/;
  const [, keyId, day = '', region = '', list = '', signature = ''] = given.exec(headers.authorization ?? '') ?? [];
  if (keyId === undefined) return 'AccessDenied';
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const at = String(headers['x-amz-date']);
  const ms = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!at.startsWith(day) || !(Math.abs(Date.now() - ms) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = list.split(';');
  const counting = Object.keys(headers).filter(name => name === 'host' || name.startsWith('x-amz-') || name === 'if-none-match');
  if (counting.some(name => !names.includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = url.split('?');
  const lines = names.map(name => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = [method, path, query, lines, list, headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day));
  const expected = hmac(key, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
