import { LIMITS } from '../../../shared/charging/limits.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Counts a try to sign in at the console. `address` is the visitor's, as far as proxies may be believed.
 * @returns null if allowed, else the seconds until the next try
 */
export type CountSignIn = (address: string) => Promise<number | null>;

export function limitSignIns(createLimiter: CreateRateLimiter): CountSignIn {
  const byNetwork = createLimiter('sign-ins', LIMITS.signInsPerNetwork);
  return address => byNetwork.consume(networkOf(address));
}
