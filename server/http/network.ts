import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { newestOf, type Secret } from '../../shared/keys/secret.ts';

/** Who counts as one visitor: an IPv4 address, or the /64 that whoever has one IPv6 address has. */
export function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address may come wrapped in IPv6, and a proxy may write the same group in several ways.
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return plain.toString();
  return plain.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':');
}

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
      .update(`visitor:${network(address)}`)
      .digest('base64url')
      .slice(0, 22);
