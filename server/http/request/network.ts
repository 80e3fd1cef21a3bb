import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { newestOf, type Secret } from '../../../shared/util/secret.ts';
import { networkOf } from '../../platform/network/networkOf.ts';

const LOCAL: readonly string[] = ['loopback', 'private'];

/** Whether the host name of an address belongs to this machine or to a private IPv4 network. */
export function isLocalHost(name: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(name)) return LOCAL.includes(ipaddr.IPv4.parse(name).range());
  return name === '[::1]' || /^(localhost|[\w-]+\.local)$/.test(name);
}

/** Derives an id from a visitor's network without storing the address. The id cannot be traced back without SECRET. */
export const fingerprintOf =
  ({ secret }: { secret: Secret }) =>
  (address: string): string =>
    createHmac('sha256', newestOf(secret))
      .update(`visitor:${networkOf(address)}`)
      .digest('base64url')
      .slice(0, 22);

/** Whether the peer of this connection is a proxy that TRUST_PROXY trusts. Only then are forwarded headers trusted. */
export function isFromTrustedProxy(request: Request): boolean {
  const isTrusted = request.app.get('trust proxy fn') as (address: string | undefined, hops: number) => boolean;
  return isTrusted(request.socket.remoteAddress, 0);
}
