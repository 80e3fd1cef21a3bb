import { createECDH, ECDH } from 'node:crypto';
import pLimit from 'p-limit';
import type { Push, PushDevice, PushOutcome, SendPushRequest } from '../../core/ports/ports.ts';
import { createHttpClient, type HttpClient, type HttpFailure } from '../../platform/http.ts';

/** A push service on the local machine, for tests. The service may have any address and needs no TLS. */
export interface LocalPushService {
  origin: string;
}

interface WebPushDependencies {
  /** The app's private key, base64url. The public key is derived from the private key. */
  privateKey: string;
  /**
   * The previous private key, for devices that subscribed before the key was changed. A device accepts messages of only one key.
   */
  olderKey?: string | null;
  /** Contact for operators of push services: an https or mailto: address (RFC 8292, section 2.1). */
  subject: string;
  place?: LocalPushService | undefined;
}

/** Hosts of the push services that browsers use. The endpoint comes from a visitor, so no other host receives a request. */
const SERVICES: readonly RegExp[] = [
  /^(fcm\.googleapis|jmt17\.google)\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*(notify|wns)\.windows\.com$/,
];

/** Length of a private key. */
const KEY_BYTES = 32;

const LIMIT_MS = 5000;
/** Maximum size of a response. Only the status of a response is used. */
const MAX_BYTES = 65_536;
/** Maximum number of jobs that wait for push services at the same time, so that other jobs of the worker proceed. */
const MAX_CONCURRENT = 8;

/** Creates a sender of Web Push messages: RFC 8030, encrypted by RFC 8291, signed by RFC 8292. */
export function createWebPush({ privateKey, olderKey = null, subject, place }: WebPushDependencies): Push {
  const publicKey = publicKeyOf(privateKey);
  const newest = { subject, publicKey, privateKey };
  const older = olderKey === null ? null : { subject, publicKey: publicKeyOf(olderKey), privateKey: olderKey };
  const [client, localClient] = (['public', 'any'] as const).map(addresses =>
    createHttpClient({ timeoutMs: LIMIT_MS, maxBytes: MAX_BYTES, addresses }),
  ) as [HttpClient, HttpClient];
  const limit = pLimit(MAX_CONCURRENT);

  async function send(
    { device, payload, ttlS, topic, isUrgent }: SendPushRequest,
    vapidDetails: typeof newest,
  ): Promise<PushOutcome> {
    const { default: webPush } = await import('web-push');
    const { endpoint, p256dh, auth } = device;
    const isTrial = place !== undefined && URL.parse(endpoint)?.origin === place.origin;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: ttlS,
      topic,
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    });
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return (isTrial ? localClient : client)({ method: 'POST', url: endpoint, headers: given, body }).then(
      ({ status }) => byStatus(status),
      ({ status, isSent }: HttpFailure) => {
        if (status !== null) return byStatus(status);
        return isSent ? 'unknown' : 'later';
      },
    );
  }

  return {
    publicKey,
    accepts: device => isKnown(device.endpoint, place) && hasKeys(device),
    async send(request) {
      if (!isKnown(request.device.endpoint, place) || !hasKeys(request.device)) return 'gone';
      if (limit.activeCount >= MAX_CONCURRENT) return 'later';
      return limit(async () => {
        const outcome = await send(request, newest);
        // A push service refuses a sender whose key differs from the key of the subscription.
        return outcome === 'refused' && older ? send(request, older) : outcome;
      });
    },
  };
}

/** RFC 8030, section 7.3, defines the statuses after which a message may be sent again. */
function byStatus(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Accepts only https on the default port, without a username or password in the URL. */
function isKnown(endpoint: string, place: LocalPushService | undefined): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (place && url.origin === place.origin) return true;
  return url.protocol === 'https:' && url.port === '' && SERVICES.some(service => service.test(url.hostname));
}

/** Checks the keys of a device: a point on the curve P-256, and sixteen bytes (RFC 8291, section 3). */
function hasKeys({ p256dh, auth }: PushDevice): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Generates a private key of exactly `KEY_BYTES` bytes. Node.js omits leading zero bytes, which other libraries require. */
export function makePrivateKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const key = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url');
}

/** @throws TypeError if the key is not a private key of the curve P-256 */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch (cause) {
    throw new TypeError('Not a private key for web push', { cause });
  }
  return curve.getPublicKey('base64url');
}
