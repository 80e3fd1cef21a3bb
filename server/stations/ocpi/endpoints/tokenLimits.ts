import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DAY_MS } from '../../../../shared/model/time.ts';
import { createRecent } from '../../../../shared/util/recent.ts';
import { networkOf } from '../../../platform/network/networkOf.ts';

/** Requests without a token, and wrong tokens from networks with a right one; by network. */
const UNAUTHENTICATED = { points: 600, duration: 60 };
/** Wrong tokens and wrong secrets of commands; by network. */
const WRONG = { points: 5, duration: 60 };
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
  const [unauthenticated, wrong] = [new RateLimiterMemory(UNAUTHENTICATED), new RateLimiterMemory(WRONG)];
  const rightAt = createRecent<number>(MAX_NETWORKS);
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

const waitOf = (limiter: RateLimiterMemory, key: string): Promise<number | null> =>
  limiter.consume(key).then(
    () => null,
    ({ msBeforeNext }: { msBeforeNext: number }) => msBeforeNext,
  );
