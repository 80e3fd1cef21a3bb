import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { RefusalReason } from '../../../../shared/console/refusals.ts';
import { createMemoryRateLimiter } from '../../../platform/rateLimiter.ts';
import { isPassword } from '../chargePoints/passwords.ts';
import type { LockOut } from '../chargePoints/registry.ts';
import { isIdentity, type Registry, type StationRecord } from '../chargePoints/registry.ts';
import { PROTOCOLS, type Protocol } from '../chargePoints/versions.ts';
import type { Credentials } from './credentials.ts';

export type RefusalStatus = 400 | 401 | 403 | 404 | 429 | 503;

/**
 * The decision on a connection before the upgrade. `protocol` false: no common OCPP version, so the connection is closed right
 * after the upgrade (OCPP-J §3.3). `lockOut`: the station's latest lock-out by any process, which may be over.
 */
export type Admission =
  | { isAdmitted: true; protocol: Protocol | false; lockOut: LockOut | null }
  | {
      isAdmitted: false;
      status: RefusalStatus;
      isKnown: boolean;
      /** Null: the refusal is not the station's fault and is not counted, for example because the app is overloaded. */
      reason: RefusalReason | null;
    };

interface Knock {
  identity: string;
  /** A result of `networkOf`. */
  network: string;
  credentials: Credentials;
  protocols: ReadonlySet<string>;
}

interface GateDependencies {
  registry: Registry;
  /** True in demo mode: stations without a password may connect. */
  isDemo: boolean;
}

/** Maximum number of refused attempts per network and minute. Further ones get status 429. */
const MAX_WRONG_ATTEMPTS = 20;
/** Minimum time until a refusal is sent, so that the response time does not reveal which identities exist. */
const REFUSAL_MS = 300;
/** Maximum number of handshakes that are checked at the same time. If many stations reconnect at once, the others wait. */
const MAX_HANDSHAKES = 50;
const MAX_HANDSHAKES_PER_NETWORK = 20;
/** Maximum number of handshakes that are being checked or wait to be checked. Further ones are refused. */
const MAX_WAITING = 2000;
const MAX_WAITING_PER_NETWORK = 1500;

const FULL: Admission = { isAdmitted: false, status: 503, isKnown: false, reason: null };

/**
 * Reads the identity at the end of a request's path. Stations append a slash and their identity to the configured address, which
 * may already end with a slash.
 * @returns null if the identity is not readable. Some unreadable identities would make the library end the process
 */
export function identityIn(request: Pick<IncomingMessage, 'url'>, path: string): string | null {
  const [address = ''] = (request.url ?? '').split('?');
  if (!address.startsWith(`${path}/`)) return null;
  try {
    const name = address.slice(path.length).replace(/^\/+|\/+$/g, '');
    const identity = decodeURIComponent(name);
    return isIdentity(identity) && !name.includes('/') ? identity : null;
  } catch {
    return null;
  }
}

const PROTOCOL_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * True if the names of the offered versions are valid and occur once each (RFC 6455 §4.1). To any other offer, the library would
 * respond with an internal error.
 */
export function isOfferReadable({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const offered = headers['sec-websocket-protocol']?.split(',').map(name => name.trim()) ?? [];
  return offered.every(name => PROTOCOL_NAME.test(name)) && new Set(offered).size === offered.length;
}

/**
 * Creates the function that decides whether a station may connect. Unknown identities and wrong passwords get the same response.
 */
export function createGate({ registry, isDemo }: GateDependencies) {
  const wrong = createMemoryRateLimiter('ocpp', { limit: MAX_WRONG_ATTEMPTS, withinS: 60 });
  const atWork = pLimit(MAX_HANDSHAKES);
  const networks = new Map<string, { atWork: LimitFunction; count: number }>();
  let count = 0;

  const judge = async ({ identity, credentials, protocols }: Knock): Promise<Admission> => {
    const station = await registry.find(identity);
    const { fault, password } = credentials;
    const status = fault === 'no password' ? 404 : 401;
    if (!station) return { isAdmitted: false, status, isKnown: false, reason: 'not added' };
    const isRight = fault === 'no password' ? isDemo : password && (await isItsPassword(registry, station, password));
    if (!isRight) return { isAdmitted: false, status, isKnown: true, reason: fault ?? 'wrong password' };
    const spoken = station.protocol === null ? PROTOCOLS : [station.protocol];
    const protocol = spoken.find(each => protocols.has(each)) ?? false;
    return { isAdmitted: true, protocol, lockOut: station.lockOut ?? null };
  };
  /**
   * Checks one handshake.
   * @throws errors of the database
   */
  return async (knock: Knock): Promise<Admission> => {
    const began = performance.now();
    const name = knock.network;
    const network = networks.get(name) ?? { atWork: pLimit(MAX_HANDSHAKES_PER_NETWORK), count: 0 };
    if (count >= MAX_WAITING || network.count >= MAX_WAITING_PER_NETWORK) return FULL;
    networks.set(name, network);
    count++;
    network.count++;
    try {
      const admission = await network.atWork(() => atWork(() => judge(knock)));
      if (admission.isAdmitted) return admission;
      // Counted after the check, because stations may share an address: one with the right password must not wait for others with
      // a wrong one.
      if ((await wrong.consume(name)) !== null) return { ...admission, status: 429 };
      await sleep(Math.max(0, began + REFUSAL_MS - performance.now()));
      return admission;
    } finally {
      count--;
      network.count--;
      if (network.count === 0) networks.delete(name);
    }
  };
}

/** Checks the password of a station. While it is being changed, the old and the new ones are valid. */
async function isItsPassword(
  registry: Registry,
  { id, password, nextPasswords = [] }: StationRecord,
  presented: Buffer,
): Promise<boolean> {
  if (password !== null && isPassword(presented, password)) return true;
  const changed = nextPasswords.find(next => isPassword(presented, next));
  if (changed) await registry.fulfil(id, changed);
  return changed !== undefined;
}

export type Gate = ReturnType<typeof createGate>;
