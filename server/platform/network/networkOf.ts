import ipaddr from 'ipaddr.js';

/**
 * Identifies a caller: an IPv4 address, or the /64 network of an IPv6 address, because one subscriber usually has a whole /64.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // Normalises the address: an IPv4 address may be mapped into IPv6, and proxies may write the same IPv6 address in several ways.
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return plain.toString();
  return plain.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':');
}
