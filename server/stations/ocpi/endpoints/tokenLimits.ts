import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../../../shared/model/time.ts';
import { networkOf } from '../../../platform/network/networkOf.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../../platform/rateLimiter.ts';

/**
 * Limit per network for requests without a token. The same limit applies to wrong tokens from networks that recently sent a
 * valid token.
 */
const UNAUTHENTICATED = { limit: 600, withinS: 60 };
/** Limit per network for wrong tokens, and for command results with a wrong secret in the URL. */
const WRONG = { limit: 5, withinS: 60 };
const MAX_NETWORKS = 10_000;

/**
 * Counts refused requests per network. Each counting method returns null within the limit, otherwise the milliseconds until the
 * network's next request is allowed.
 */
export interface TokenLimits {
  /**
   * Counts a request without an Authorization header. Such a request is no guess of a token: some HTTP clients send their token
   * only after a 401 response (RFC 9110 §11.6).
   */
  unauthenticated(address: string): Promise<number | null>;
  wrong(address: string): Promise<number | null>;
  /**
   * Counts a command result whose sender may be guessing secrets: it has no token, and the response URL contains a wrong secret.
   */
  wrongSecret(address: string): Promise<number | null>;
  /**
   * Records that the network sent a valid token. For a day, its wrong tokens do not count as guesses, because a CPO platform may
   * send an old token by mistake.
   */
  right(address: string): void;
}

/** Limits requests without a valid token, which belong to no connection. */
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
