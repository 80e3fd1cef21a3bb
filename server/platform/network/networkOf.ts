import ipaddr from 'ipaddr.js';

/** Who counts as one caller: an IPv4 address, or the /64 that whoever has one IPv6 address has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address may come wrapped in IPv6, and a proxy may write the same group in several ways.
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return plain.toString();
  return plain.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':');
}
