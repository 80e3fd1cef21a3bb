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
 * What becomes of a connection before it is upgraded. `protocol` false: none of ours, so it is closed right away (OCPP-J §3.3).
 * `lockOut`: the last one of the station at any process, which may be over.
 */
export type Admission =
  | { isAdmitted: true; protocol: Protocol | false; lockOut: LockOut | null }
  | {
      isAdmitted: false;
      status: RefusalStatus;
      isKnown: boolean;
      /** Null: nothing is wrong with the handshake, and it is judged when it comes again. */
      reason: RefusalReason | null;
    };

interface Knock {
  identity: string;
  /** As `networkOf` names it. */
  network: string;
  credentials: Credentials;
  protocols: ReadonlySet<string>;
}

interface GateDependencies {
  registry: Registry;
  /** Stations without a password are let in: only where all is played. */
  isDemo: boolean;
}

/** Wrong tries from one address in a minute, before it has to wait. */
const MAX_WRONG_ATTEMPTS = 20;
/** Every refusal takes this long, so that its time says nothing of which names are known. */
const REFUSAL_MS = 300;
/** Handshakes at work at once; in a storm the others wait. */
const MAX_HANDSHAKES = 50;
const MAX_HANDSHAKES_PER_NETWORK = 20;
/** Handshakes that wait, beside those at work. */
const MAX_WAITING = 2000;
const MAX_WAITING_PER_NETWORK = 1500;

const FULL: Admission = { isAdmitted: false, status: 503, isKnown: false, reason: null };

/**
 * The identity that an address ends with; null: there is none that can be read. The library would end the process on some. Stations
 * put their identity behind what was typed into them, with a slash of their own, and some end with one.
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

/** Whether the versions that are offered can be read and differ (RFC 6455 §4.1). The library answers others as a fault of its own. */
export function isOfferReadable({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const offered = headers['sec-websocket-protocol']?.split(',').map(name => name.trim()) ?? [];
  return offered.every(name => PROTOCOL_NAME.test(name)) && new Set(offered).size === offered.length;
}

/** Decides who may connect. Unknown identities and wrong passwords are refused alike. */
export function createGate({ registry, isDemo }: GateDependencies) {
  const wrong = createMemoryRateLimiter('ocpp', { most: MAX_WRONG_ATTEMPTS, withinS: 60 });
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
  /** @throws what the database throws */
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
      // Stations may share an address: whoever is right never waits for those who are wrong.
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

/** While a change of it is under way the old one counts as well as the new one. */
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
