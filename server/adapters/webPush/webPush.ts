import { createECDH, ECDH } from 'node:crypto';
import pLimit from 'p-limit';
import type { Push, PushDevice, PushOutcome, SendPushRequest } from '../../core/ports/ports.ts';
import { createHttpClient, type HttpClient, type HttpFailure } from '../../platform/http.ts';

/** A push service on the local machine, for tests. It needs no TLS. */
export interface LocalPushService {
  origin: string;
}

interface WebPushDependencies {
  /** The app's private key (base64url), from which the public key is derived. */
  privateKey: string;
  /**
   * The previous private key, for devices that subscribed before the key was changed. A device accepts messages signed with only
   * one key. Null: there is none.
   */
  olderKey?: string | null;
  /** Contact address for operators of push services, an https or mailto URL (RFC 8292, section 2.1). */
  subject: string;
  place?: LocalPushService | undefined;
}

/**
 * Hosts of the push services that browsers use. A subscription's endpoint is sent by a visitor, so requests go to no other host.
 */
const SERVICES: readonly RegExp[] = [
  /^(fcm\.googleapis|jmt17\.google)\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*(notify|wns)\.windows\.com$/,
];

/** Length of a private key in bytes. */
const KEY_BYTES = 32;

const LIMIT_MS = 5000;
/** Maximum size of a response in bytes. Only its status is used. */
const MAX_BYTES = 65_536;
/** Maximum number of push messages that are being sent at the same time, so that slow push services do not block other jobs. */
const MAX_CONCURRENT = 8;

/** Creates a sender of Web Push messages (RFC 8030), encrypted as in RFC 8291 and signed as in RFC 8292. */
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
        // The device may have subscribed with the previous key. A push service refuses messages that are signed with another key.
        return outcome === 'refused' && older ? send(request, older) : outcome;
      });
    },
  };
}

/**
 * Maps the status of a push service to an outcome. RFC 8030, section 7.3, defines after which statuses a message may be sent
 * again.
 */
function byStatus(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Whether an endpoint is on a known push service: https on the default port, and no username or password in the URL. */
function isKnown(endpoint: string, place: LocalPushService | undefined): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (place && url.origin === place.origin) return true;
  return url.protocol === 'https:' && url.port === '' && SERVICES.some(service => service.test(url.hostname));
}

/** Whether a device has valid keys: a point on the curve P-256, and sixteen bytes (RFC 8291, section 3). */
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

/** Generates a private key, padded to `KEY_BYTES` bytes. Node.js omits leading zero bytes, which other libraries require. */
export function makePrivateKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const key = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url');
}

/**
 * Derives the public key.
 * @throws TypeError if the text is not a private key of the curve P-256
 */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch (cause) {
    throw new TypeError('Not a private key for web push', { cause });
  }
  return curve.getPublicKey('base64url');
}
