import { isNetwork } from '../platform/network/networks.ts';

/**
 * Reverse proxies whose X-Forwarded-For header is trusted: either the number of proxies in front of this process, or their
 * addresses and networks.
 */
export type TrustedProxies = number | readonly string[];

/**
 * Names of address ranges in Express: loopback (127.0.0.0/8, ::1), link-local (169.254.0.0/16, fe80::/10), and private networks.
 */
const NAMED_RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Parses TRUST_PROXY, for example 1, loopback or 10.0.0.0/8,2001:db8::7.
 * @returns null if the text is invalid
 */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d$/.test(text)) return Number(text);
  const ranges = text.split(',').map(range => range.trim());
  return ranges.every(isRange) ? ranges : null;
}

const isRange = (range: string): boolean => NAMED_RANGES.includes(range) || isNetwork(range);
