import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { newestOf, type Secret } from '../../../shared/util/secret.ts';
import { networkOf } from '../../platform/network/networkOf.ts';

const LOCAL: readonly string[] = ['loopback', 'private'];

/** Whether a host's name is of this machine or of a private IPv4 network, as it stands in an address. */
export function isLocalHost(name: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(name)) return LOCAL.includes(ipaddr.IPv4.parse(name).range());
  return name === '[::1]' || /^(localhost|[\w-]+\.local)$/.test(name);
}

/** Tells visitors apart without keeping where they come from: nobody without our secret can trace it back. */
export const fingerprintOf =
  ({ secret }: { secret: Secret }) =>
  (address: string): string =>
    createHmac('sha256', newestOf(secret))
      .update(`visitor:${networkOf(address)}`)
      .digest('base64url')
      .slice(0, 22);

/** Whether the peer of this connection is a proxy that TRUST_PROXY trusts, so that what the proxy forwards is believed. */
export function isFromTrustedProxy(request: Request): boolean {
  const isTrusted = request.app.get('trust proxy fn') as (address: string | undefined, hops: number) => boolean;
  return isTrusted(request.socket.remoteAddress, 0);
}
