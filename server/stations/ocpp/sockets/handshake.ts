import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalReason } from '../../../../shared/console/refusals.ts';
import { networkOf } from '../../../platform/network/networkOf.ts';
import type { Refusals } from '../chargePoints/refusals.ts';
import type { Protocol } from '../chargePoints/versions.ts';
import type { ConnectionCounts } from './connectionCounts.ts';
import { passwordFormOf, readCredentials } from './credentials.ts';
import { CONNECTION_POINTS, type StationLimits } from './stationLimits.ts';
import { type Gate, identityIn, isOfferReadable, type RefusalStatus } from './upgradeGuard.ts';

export interface HandshakeDependencies {
  gate: Gate;
  path: string;
  limits: StationLimits;
  connections: ConnectionCounts;
  refusals: Pick<Refusals, 'add'>;
  /** Returns the IP address of a station. Behind a trusted proxy, the proxy sends it in a header. */
  addressOf(request: IncomingMessage): string;
}

/**
 * A station that may connect. `protocol` false: there is no common OCPP version, so the connection is closed right after the
 * upgrade.
 */
export interface Admitted {
  identity: string;
  protocol: Protocol | false;
}

const NOT_NOW = { isAdmitted: false, status: 503, isKnown: false, reason: null } as const;
const CLOSING_MS = 5000;
const MAX_PATH_LENGTH = 100;
/** Limits for the offered protocols that are stored with a refusal. */
const MAX_PROTOCOLS = 5;
const MAX_PROTOCOL_LENGTH = 20;
const REASONS: Readonly<Record<RefusalStatus, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized\r\nWWW-Authenticate: Basic realm="OCPP"',
  // For requests with an Origin header, which only browsers send (RFC 6455 §10.2). Stations are not browsers.
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};
const RETRY_AFTER_S: Partial<Record<RefusalStatus, number>> = { 429: 60, 503: 10 };

function refuse(socket: Socket, status: RefusalStatus, retryAfterS = RETRY_AFTER_S[status]): null {
  const retry = retryAfterS === undefined ? '' : `Retry-After: ${retryAfterS}\r\n`;
  // Without this limit, a peer that never closes its side would occupy the socket.
  socket.setTimeout(CLOSING_MS, () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  return null;
}

/** Returns the path of a request, shortened for storage. A wrong path may be a typing error in the station's configuration. */
const pathOf = ({ url = '' }: IncomingMessage): string => (url.split('?')[0] ?? '').slice(0, MAX_PATH_LENGTH);

/**
 * Decides on a handshake before the upgrade. Lock-outs and limits are checked after the password, so that a stranger learns
 * nothing about them.
 * @returns null if the handshake was refused, or if the socket is closed
 */
export async function admit(
  { gate, path, limits, connections, refusals, addressOf }: HandshakeDependencies,
  request: IncomingMessage,
  socket: Socket,
): Promise<Admitted | null> {
  const identity = identityIn(request, path);
  const network = networkOf(addressOf(request));
  const offered = request.headers['sec-websocket-protocol']?.split(',').map(name => name.trim()) ?? [];
  const credentials = readCredentials(request, identity ?? '');
  const count = (reason: RefusalReason, isKnown: boolean): void => {
    const password = credentials.password && passwordFormOf(credentials.password);
    const protocols = offered.slice(0, MAX_PROTOCOLS).map(name => name.slice(0, MAX_PROTOCOL_LENGTH));
    refusals.add({ identity: identity ?? pathOf(request), isKnown, reason, password, network, protocols });
  };
  if (identity === null) {
    if (pathOf(request).startsWith(path)) count('path not understood', false);
    return refuse(socket, request.headers.origin === undefined ? 404 : 403);
  }
  if (request.headers.origin !== undefined) {
    count('from a browser', false);
    return refuse(socket, 403);
  }
  if (!isOfferReadable(request)) {
    count('versions unreadable', false);
    return refuse(socket, 400);
  }
  // If the database is unavailable, the station is told to try again later.
  const admission = await gate({ identity, network, credentials, protocols: new Set(offered) }).catch(() => NOT_NOW);
  if (!admission.isAdmitted) {
    if (admission.reason !== null) count(admission.reason, admission.isKnown);
    return refuse(socket, admission.status);
  }
  if (socket.destroyed) return null;
  if (admission.lockOut) limits.adopt(identity, admission.lockOut);
  if (limits.lockedForMs(identity) > 0 || !limits.spend(identity, CONNECTION_POINTS)) {
    count('too many messages', true);
    return refuse(socket, 429, Math.ceil(limits.lockedForMs(identity) / 1000));
  }
  if (connections.isFull(network)) return refuse(socket, 503);
  socket.once('close', connections.open(network));
  if (admission.protocol === false) count('no common version', true);
  return { identity, protocol: admission.protocol };
}
