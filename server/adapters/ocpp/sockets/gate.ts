import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../../../network/networkOf.ts';
import { isPassword } from '../registry/passwords.ts';
import { isIdentity, type Registry, type StationRecord } from '../registry/registry.ts';
import { PROTOCOLS, type Protocol } from '../versions.ts';

/** What becomes of a connection before it is upgraded. `protocol` false: none of ours, so it is closed right away (OCPP-J §3.3). */
export type Admission =
  | { isAdmitted: true; station: StationRecord; protocol: Protocol | false }
  | { isAdmitted: false; status: 400 | 401 | 404 | 429; message: string };

interface Knock {
  identity: string;
  endpoint: string;
  remoteAddress: string | undefined;
  /** Undefined where there is none, or the user's name is not the identity. */
  password: Buffer | undefined;
  protocols: ReadonlySet<string>;
}

interface GateDependencies {
  registry: Registry;
  /** Below our origin: '/ocpp'. */
  path: string;
  /** Stations without a password are let in: only where all is played. */
  isDemo: boolean;
}

/** Wrong tries from one address in a minute, before it has to wait. */
const MOST_WRONG = 20;
/** The same for a name that is not known and for a wrong password: nobody learns which names there are. */
const WAIT_MS = 300;

const refused = (status: 400 | 401 | 404 | 429, message: string): Admission => ({ isAdmitted: false, status, message });

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

/** Who may come in. */
export function createGate({ registry, path, isDemo }: GateDependencies) {
  const wrong = new RateLimiterMemory({ points: MOST_WRONG, duration: 60 });

  const judge = async ({ identity, endpoint, password, protocols }: Knock): Promise<Admission> => {
    if (endpoint !== path || !isIdentity(identity)) return refused(404, 'Not found');
    const station = await registry.find(identity);
    if (!station) return refused(404, 'Not found');
    const isOpen = isDemo && password === undefined;
    const isRight = isOpen || (password !== undefined && (await isItsPassword(registry, station, password)));
    if (!isRight) return refused(401, 'Unauthorized');
    const spoken = station.protocol === null ? PROTOCOLS : [station.protocol];
    return { isAdmitted: true, station, protocol: spoken.find(protocol => protocols.has(protocol)) ?? false };
  };

  return async (knock: Knock): Promise<Admission> => {
    const admission = await judge(knock);
    if (admission.isAdmitted) return admission;
    // Stations may share an address: whoever is right never waits for those who are wrong.
    const isPatient = await wrong.consume(networkOf(knock.remoteAddress ?? '')).then(
      () => true,
      () => false,
    );
    if (!isPatient) return refused(429, 'Too many wrong tries');
    if (admission.status === 404 && isIdentity(knock.identity)) await registry.noteUnknown(knock.identity, [...knock.protocols]);
    await sleep(WAIT_MS);
    return admission;
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
