import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Who counts as one visitor: an IPv4 address, or the /64 that whoever has one IPv6 address has. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array.from({ length: 8 - groups.length - rest.length }, () => '0') : [];
  // A proxy may write the same group in several ways.
  const plain = [...groups, ...zeros, ...rest].map(group => Number.parseInt(group, 16).toString(16));
  return plain.slice(0, 4).join(':');
}

/** Tells visitors apart without keeping where they come from: nobody without our secret can trace it back. */
export const fingerprintOf =
  ({ secret }: { secret: string }) =>
  (address: string): string =>
    createHmac('sha256', secret)
      .update(`visitor:${network(address)}`)
      .digest('base64url')
      .slice(0, 22);
