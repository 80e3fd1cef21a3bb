import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../../../shared/model/time.ts';
import { networkOf } from '../../../platform/network/networkOf.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../../platform/rateLimiter.ts';

/** Requests without a token, and wrong tokens from networks with a right one; by network. */
const UNAUTHENTICATED = { most: 600, withinS: 60 };
/** Wrong tokens and wrong secrets of commands; by network. */
const WRONG = { most: 5, withinS: 60 };
const MAX_NETWORKS = 10_000;

/** Each answers the milliseconds until the next request of this network may come; null: this one is within the limit. */
export interface TokenLimits {
  /** A request without an Authorization header guesses nothing: it is how a peer learns that a token is needed (RFC 9110 §11.6). */
  unauthenticated(address: string): Promise<number | null>;
  wrong(address: string): Promise<number | null>;
  /** A command result at an address that was never given out, without a token. */
  wrongSecret(address: string): Promise<number | null>;
  /** Wrong tokens from this network are no guesses for a day: a peer that knows one token sends an older one by mistake. */
  right(address: string): void;
}

/** Limits for requests that no connection can be charged with. A request with a right token is subject to none of them. */
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
