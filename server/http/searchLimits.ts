import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { SearchAsk } from '../../shared/charging.ts';
import { readAmountMinor } from '../../shared/forms/receiptSearch.ts';
import { Problem } from '../../shared/problem.ts';
import type { FoundSession } from '../../shared/receipt.ts';
import type { Backend } from '../backend.ts';

/** The receipt search, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type Search = (ask: SearchAsk, address: string) => Promise<readonly FoundSession[]>;

/** Counts how often something happened within a time: here alone, or together with other processes. */
interface Limiter {
  points: number;
  get(key: string): Promise<{ consumedPoints: number; msBeforeNext: number } | null>;
  penalty(key: string): Promise<unknown>;
}
export type CreateLimiter = (ask: { keyPrefix: string; points: number; duration: number }) => Limiter;

/** Counts in the memory of this process. */
export const createMemoryLimiter: CreateLimiter = ask => new RateLimiterMemory(ask);

const MINUTE_S = 60;
/** Four digits are few: what limits a guesser is how often one may miss. Hits do not count. */
const PER_ADDRESS = { points: 30, duration: 10 * MINUTE_S };
/** Many addresses together: from here on a searcher must know the point as well. */
const PER_DAY = { points: 300, duration: 60 * MINUTE_S };
const PER_PRICE = { points: 5, duration: 60 * MINUTE_S };

/** @throws Problem 'too-many' for one who misses too often, 'invalid-input' when the EVSE ID is asked for as well. */
export function limitSearch(backend: Pick<Backend, 'findSessions'>, createLimiter: CreateLimiter): Search {
  const perAddress = createLimiter({ keyPrefix: 'address', ...PER_ADDRESS });
  const shared = [
    {
      limiter: createLimiter({ keyPrefix: 'day', ...PER_DAY }),
      keyOf: (ask: SearchAsk) => `${ask.clientId} ${ask.date}`,
    },
    {
      limiter: createLimiter({ keyPrefix: 'price', ...PER_PRICE }),
      keyOf: (ask: SearchAsk) => `${ask.clientId} ${ask.date} ${readAmountMinor(ask.price)}`,
    },
  ];

  return async (ask, address) => {
    const visitor = network(address);
    const own = await perAddress.get(visitor);
    if (own && own.consumedPoints >= PER_ADDRESS.points)
      throw new Problem('too-many', { retryAfterS: Math.ceil(own.msBeforeNext / 1000) });
    if (!ask.evseId) await refuseGuesses(ask);
    const found = await backend.findSessions(ask);
    if (found.length === 0)
      await Promise.all([perAddress.penalty(visitor), ...shared.map(({ limiter, keyOf }) => limiter.penalty(keyOf(ask)))]);
    return found;
  };

  async function refuseGuesses(ask: SearchAsk): Promise<void> {
    for (const { limiter, keyOf } of shared) {
      const misses = await limiter.get(keyOf(ask));
      if (misses && misses.consumedPoints >= limiter.points)
        throw new Problem('invalid-input', { fields: { evse: { key: 'search.evse.needed' } } });
    }
  }
}

/** Whoever has one IPv6 address has a /64 of them. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array.from({ length: 8 - groups.length - rest.length }, () => '0') : [];
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
