import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../../../shared/model/time.ts';
import { networkOf } from '../../../platform/network/networkOf.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../../platform/rateLimiter.ts';

/** Per network: requests without a token, and wrong tokens from networks that have sent a valid one. */
const UNAUTHENTICATED = { limit: 600, withinS: 60 };
/** Per network: wrong tokens and wrong secrets of command results. */
const WRONG = { limit: 5, withinS: 60 };
const MAX_NETWORKS = 10_000;

/**
 * Each method returns the milliseconds until the network's next request is allowed, or null if this request is within the limit.
 */
export interface TokenLimits {
  /**
   * Counts a request without an Authorization header. The request guesses no token: the 401 response shows that a token is
   * required (RFC 9110 §11.6).
   */
  unauthenticated(address: string): Promise<number | null>;
  wrong(address: string): Promise<number | null>;
  /** Counts a command result without a token at an unknown response URL. */
  wrongSecret(address: string): Promise<number | null>;
  /**
   * Records a valid token of the network. For a day, wrong tokens from this network then do not count as guesses, because a
   * platform may send an old token by mistake.
   */
  right(address: string): void;
}

/** Limits requests that cannot be assigned to a connection. Requests with a valid token are not limited here. */
export function createTokenLimits(now: () => Date): TokenLimits {
  const unauthenticated = createMemoryRateLimiter('ocpi', UNAUTHENTICATED);
  const wrong = createMemoryRateLimiter('ocpi-wrong', WRONG);
  const rightAt = new LRUCache<string, number>({ max: MAX_NETWORKS });
  const isTrusted = (network: string): boolean => now().getTime() - (rightAt.get(network) ?? -DAY_MS) < DAY_MS;
  return {
    unauthenticated: address => waitOf(unauthenticated, networkOf(address)),
    wrong(address) {
      const network = networkOf(address);
      return waitOf(isTrusted(network) ? unauthenticated : wrong, network);
    },
    wrongSecret: address => waitOf(wrong, networkOf(address)),
    right: address => rightAt.set(networkOf(address), now().getTime()),
  };
}

const waitOf = async (limiter: RateLimiter, key: string): Promise<number | null> => {
  const retryAfterS = await limiter.consume(key);
  return retryAfterS && retryAfterS * 1000;
};
