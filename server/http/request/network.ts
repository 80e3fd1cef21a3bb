import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { newestOf, type Secret } from '../../../shared/util/secret.ts';
import { networkOf } from '../../platform/network/networkOf.ts';

const LOCAL: readonly string[] = ['loopback', 'private'];

/** Whether a host name denotes this machine or a private IPv4 network. */
export function isLocalHost(name: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(name)) return LOCAL.includes(ipaddr.IPv4.parse(name).range());
  return name === '[::1]' || /^(localhost|[\w-]+\.local)$/.test(name);
}

/**
 * Returns a function that derives an id from a network address without storing the address. Without SECRET, the id cannot be
 * traced back.
 */
export const fingerprintOf =
  ({ secret }: { secret: Secret }) =>
  (address: string): string =>
    createHmac('sha256', newestOf(secret))
      .update(`visitor:${networkOf(address)}`)
      .digest('base64url')
      .slice(0, 22);

/** Whether the peer of this connection is a proxy listed in TRUST_PROXY. Only then are forwarding headers trusted. */
export function isFromTrustedProxy(request: Request): boolean {
  const isTrusted = request.app.get('trust proxy fn') as (address: string | undefined, hops: number) => boolean;
  return isTrusted(request.socket.remoteAddress, 0);
}
