import { LIMITS } from '../../../shared/charging/limits.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Counts an attempt to sign in to the console. `address` is the visitor's IP address; forwarding headers are used only if they
 * come from a trusted proxy.
 * @returns null if the attempt is allowed, else the number of seconds to wait
 */
export type CountSignIn = (address: string) => Promise<number | null>;

export function limitSignIns(createLimiter: CreateRateLimiter): CountSignIn {
  const byNetwork = createLimiter('sign-ins', LIMITS.signInsPerNetwork);
  return address => byNetwork.consume(networkOf(address));
}
