import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushDevice } from '../../server/core/ports/ports.ts';
import type { PushMessage } from '../../shared/charging/session.ts';

export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushService {
  origin: string;
  /** All received push requests, in order. */
  pushed: Pushed[];
  /** HTTP status of all further responses; 'silent': the service does not respond. */
  answers: number | 'silent';
  /** The VAPID key with which the device has subscribed. Only requests with this key are accepted. Null: any key is accepted. */
  key: string | null;
  close(): Promise<void>;
}

/** Starts a local push service. */
export async function openPushService(): Promise<PushService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    service.pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const isRefused = service.key !== null && !request.headers.authorization?.endsWith(`k=${service.key}`);
    if (isRefused) response.writeHead(403).end();
    else if (service.answers !== 'silent') response.writeHead(service.answers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushed: [],
    answers: 201,
    key: null,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return service;
}

export interface Subscriber extends PushDevice {
  /** Decrypts a message with the keys of the subscribed device (RFC 8291, RFC 8188). */
  read(body: Buffer): PushMessage;
}

/** Creates a push subscription, as the browser of a device does. */
export function createSubscriber(endpoint: string): Subscriber {
  const curve = createECDH('prime256v1');
  const ours = curve.generateKeys();
  const secret = randomBytes(16);
  const derive = (from: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salt, Buffer.from(info), length));
  return {
    endpoint,
    p256dh: ours.toString('base64url'),
    auth: secret.toString('base64url'),
    read(body) {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const theirs = body.subarray(21, 21 + keyLength);
      const shared = curve.computeSecret(theirs);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ours, theirs]);
      const material = derive(shared, secret, info, 32);
      const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12);
      const record = body.subarray(21 + keyLength);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The byte 2 marks the end of the text. Zero bytes follow as padding (RFC 8188 §2).
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as PushMessage;
    },
  };
}

/**
 * Verifies the VAPID header (RFC 8292) and returns its key, audience, contact and expiry.
 * @throws Error if the signature is wrong
 */
export function readVapid({ authorization = '' }: IncomingHttpHeaders): { key: string; aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The signature is wrong');
  return { key, ...(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud: string; sub: string; exp: number }) };
}
