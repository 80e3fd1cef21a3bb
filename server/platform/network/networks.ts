import { BlockList, isIP } from 'node:net';

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const NETWORK = /^([^/]*)(?:\/(\d{1,3}))?$/;

/** Returns whether a text is an IP address, or a network such as '203.0.113.0/24'. */
export function isNetwork(text: string): boolean {
  const [, address = '', prefix] = NETWORK.exec(text) ?? [];
  const bits = BITS[isIP(address)] ?? 0;
  return bits > 0 && (prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= bits));
}

/**
 * Returns whether an IP address is one of these addresses, or belongs to one of these networks. An IPv4 address may be mapped into
 * IPv6.
 * @param networks texts for which `isNetwork` is true
 */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [, range = '', prefix] = NETWORK.exec(network) ?? [];
    const version = isIP(range);
    list.addSubnet(range, prefix === undefined ? (BITS[version] ?? 0) : Number(prefix), familyOf(version));
  }
  return isIP(address) > 0 && list.check(address, familyOf(isIP(address)));
}

const familyOf = (version: number) => (version === 6 ? 'ipv6' : 'ipv4');
