import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchQuery } from '../../../shared/charging/charging.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import { readAmountMinor, searchedDays } from '../../../shared/forms/receiptSearch.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import { type CreateLimiter, createTries, type LimitRule, ruleOf, type Standing, type Tries } from './tries.ts';

/** The receipt search, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type Search = (ask: SearchQuery, address: string) => Promise<readonly FoundSession[]>;

/** One search tries three days, and each is a guess of its own. */
const TRIES = 3;
/** Four digits are few, so misses are limited; hits do not count. */
const PER_NETWORK = ruleOf('address', LIMITS.searchesPerNetwork);
/** For all networks together: above these the EVSE ID is asked for as well. Each of the three days of a search counts. */
const SHARED: readonly { rule: LimitRule; keyOf(ask: SearchQuery, day: string): string }[] = [
  { rule: ruleOf('day', LIMITS.searchesPerDay), keyOf: ({ clientId }, day) => `${clientId} ${day}` },
  {
    rule: ruleOf('price', LIMITS.searchesPerPrice),
    keyOf: ({ clientId, price }, day) => `${clientId} ${day} ${readAmountMinor(price)}`,
  },
];
/** Longer than a search takes, so that the duration of an answer does not reveal a near miss. */
const ANSWER_AFTER_MS = 60;

/**
 * Tries count before the search, and are given back for a hit: of a hundred guesses at once no more are answered than of
 * a hundred in a row. The visitor's own limit comes first, and nothing is written for whoever is refused already.
 * @throws Problem 'too-many' for one who misses too often, 'invalid-input' when the EVSE ID is asked for as well.
 */
export function limitSearch(backend: Pick<Backend, 'findSessions'>, createLimiter: CreateLimiter): Search {
  const ownTries = createTries(createLimiter, PER_NETWORK);
  const sharedTries = SHARED.map(({ rule, keyOf }) => ({ keyOf, tries: createTries(createLimiter, rule) }));

  return async (ask, address) => {
    const own = ownTries(networkOf(address), TRIES);
    const others = sharedTries.flatMap(({ keyOf, tries }) => searchedDays(ask.date).map(day => tries(keyOf(ask, day), 1)));
    // Asked for together, so that a database is asked once.
    const sharedStates = Promise.all(ask.evseId ? [] : others.map(({ look }) => look()));
    const [standing, shared] = await Promise.all([own.look(), sharedStates]);
    refuseOwn(standing);
    refuseShared(shared);
    const counted: Tries[] = [own];
    let isMiss = false;
    try {
      // Others may have been counted since the check above, so this count decides.
      refuseOwn(await own.count());
      counted.push(...others);
      const standings = await Promise.all(others.map(({ count }) => count()));
      if (!ask.evseId) refuseShared(standings);
      const [found] = await Promise.all([backend.findSessions(ask), sleep(ANSWER_AFTER_MS)]);
      isMiss = found.length === 0;
      return found;
    } finally {
      if (!isMiss) await Promise.all(counted.map(({ giveBack }) => giveBack()));
    }
  };
}

function refuseOwn({ isOver, retryAfterS }: Standing): void {
  if (isOver) throw new Problem('too-many', { retryAfterS });
}

function refuseShared(standings: readonly Standing[]): void {
  if (standings.some(({ isOver }) => isOver))
    throw new Problem('invalid-input', { fields: { evse: { key: 'search.evse.needed' } } });
}
