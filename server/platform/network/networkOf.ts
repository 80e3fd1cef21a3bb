import ipaddr from 'ipaddr.js';

/**
 * Returns the key by which rate limits identify a caller: the IPv4 address, or the /64 network of an IPv6 address, because a
 * subscriber usually has a whole /64.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // The address is normalised first. An IPv4 address may be mapped into IPv6, and one IPv6 address can be written in several
  // ways.
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return plain.toString();
  return plain.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':');
}
