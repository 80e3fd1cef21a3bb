import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { SearchAsk } from '../../shared/charging.ts';
import { readAmountMinor, searchedDays } from '../../shared/forms/receiptSearch.ts';
import { Problem } from '../../shared/problem.ts';
import type { FoundSession } from '../../shared/receipt.ts';
import type { Backend } from '../backend.ts';
import { network } from './network.ts';

/** The receipt search, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type Search = (ask: SearchAsk, address: string) => Promise<readonly FoundSession[]>;

/** So many tries under one key, from the first one on for so many seconds. */
interface LimitRule {
  keyPrefix: string;
  points: number;
  duration: number;
}

/** Counts tries, and takes back what was counted: here alone, or together with other processes. */
interface Limiter {
  penalty(key: string, points: number): Promise<{ consumedPoints: number; msBeforeNext: number }>;
  reward(key: string, points: number): Promise<unknown>;
}
export type CreateLimiter = (rule: LimitRule) => Limiter;

/** Counts in the memory of this process. */
export const createMemoryLimiter: CreateLimiter = rule => new RateLimiterMemory(rule);

const MINUTE_S = 60;
/** One search tries three days, and each is a guess of its own. */
const TRIES = 3;
/** Four digits are few: what limits a guesser is how often one may miss. Hits do not count. */
const PER_ADDRESS: LimitRule = { keyPrefix: 'address', points: 30, duration: 10 * MINUTE_S };
/** Many addresses together: from here on a searcher must know the point as well. A day is counted however it was reached. */
const SHARED: readonly (LimitRule & { keyOf(ask: SearchAsk, day: string): string })[] = [
  { keyPrefix: 'day', points: 300, duration: 60 * MINUTE_S, keyOf: ({ clientId }, day) => `${clientId} ${day}` },
  {
    ...{ keyPrefix: 'price', points: 5, duration: 60 * MINUTE_S },
    keyOf: ({ clientId, price }, day) => `${clientId} ${day} ${readAmountMinor(price)}`,
  },
];
/** Longer than a search takes, so that an answer's time tells nothing about what was nearly right. */
const ANSWER_AFTER_MS = 60;

/** Tries that have been counted and may be given back. */
interface Count {
  isOver: boolean;
  retryAfterS: number;
  giveBack(): Promise<unknown>;
}

/**
 * Tries count before the search, and are given back for a hit: of a hundred guesses at once no more are answered than of
 * a hundred in a row.
 * @throws Problem 'too-many' for one who misses too often, 'invalid-input' when the EVSE ID is asked for as well.
 */
export function limitSearch(backend: Pick<Backend, 'findSessions'>, createLimiter: CreateLimiter): Search {
  const countAt = (rule: LimitRule) => {
    const limiter = createLimiter(rule);
    return async (key: string, tries: number): Promise<Count> => {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, tries);
      return {
        isOver: consumedPoints > rule.points,
        retryAfterS: Math.ceil(msBeforeNext / 1000),
        giveBack: () => limiter.reward(key, tries),
      };
    };
  };
  const countAddress = countAt(PER_ADDRESS);
  const shared = SHARED.map(rule => ({ ...rule, count: countAt(rule) }));

  return async (ask, address) => {
    const own = await countAddress(network(address), TRIES);
    const days = searchedDays(ask.date);
    const others = await Promise.all(shared.flatMap(({ count, keyOf }) => days.map(day => count(keyOf(ask, day), 1))));
    let isMiss = false;
    try {
      if (own.isOver) throw new Problem('too-many', { retryAfterS: own.retryAfterS });
      if (!ask.evseId && others.some(({ isOver }) => isOver))
        throw new Problem('invalid-input', { fields: { evse: { key: 'search.evse.needed' } } });
      const [found] = await Promise.all([backend.findSessions(ask), sleep(ANSWER_AFTER_MS)]);
      isMiss = found.length === 0;
      return found;
    } finally {
      if (!isMiss) await Promise.all([own, ...others].map(({ giveBack }) => giveBack()));
    }
  };
}
