import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchQuery } from '../../../shared/charging/charging.ts';
import { LIMITS, type Rate } from '../../../shared/charging/limits.ts';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import { readAmountMinor, searchedDays } from '../../../shared/forms/receiptSearch.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/** The receipt search, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type Search = (query: SearchQuery, address: string) => Promise<readonly FoundSession[]>;

/** One search tries three days, and each is a guess of its own. */
const TRIES = 3;
/** For all networks together: above these the EVSE ID is asked for as well. Each of the three days of a search counts. */
const SHARED: readonly { name: string; rate: Rate; keyOf(query: SearchQuery, day: string): string }[] = [
  { name: 'day', rate: LIMITS.searchesPerDay, keyOf: ({ clientId }, day) => `${clientId} ${day}` },
  {
    name: 'price',
    rate: LIMITS.searchesPerPrice,
    keyOf: ({ clientId, price }, day) => `${clientId} ${day} ${readAmountMinor(price)}`,
  },
];
/** Longer than a search takes, so that the duration of an answer does not reveal a near miss. */
const ANSWER_AFTER_MS = 60;

/**
 * Tries count before the search, and are given back for a hit: of a hundred guesses at once no more are answered than of
 * a hundred in a row. The visitor's own limit comes first, and nothing is written for a search that is refused already.
 * @throws Problem 'too-many' for one who misses too often, 'invalid-input' when the EVSE ID is asked for as well.
 */
export function limitSearch(backend: Pick<Backend, 'findSessions'>, createLimiter: CreateRateLimiter): Search {
  const ownLimit = createLimiter('address', LIMITS.searchesPerNetwork, { givesBack: true });
  const sharedLimits = SHARED.map(({ name, rate, keyOf }) => ({ keyOf, limit: createLimiter(name, rate, { givesBack: true }) }));

  return async (request, address) => {
    const network = networkOf(address);
    const shared = sharedLimits.flatMap(({ keyOf, limit }) =>
      searchedDays(request.date).map(day => ({ limit, key: keyOf(request, day) })),
    );
    refuseOwn(await ownLimit.check(network, TRIES));
    if (!request.evseId) refuseShared(await Promise.all(shared.map(({ limit, key }) => limit.check(key))));
    const giveBacks = [() => ownLimit.giveBack(network, TRIES)];
    let isMiss = false;
    try {
      // Others may have been counted since the check above, so this count decides.
      refuseOwn(await ownLimit.consume(network, TRIES));
      giveBacks.push(
        ...shared.map(
          ({ limit, key }) =>
            () =>
              limit.giveBack(key),
        ),
      );
      const refusals = await Promise.all(shared.map(({ limit, key }) => limit.consume(key)));
      if (!request.evseId) refuseShared(refusals);
      const [found] = await Promise.all([backend.findSessions(request), sleep(ANSWER_AFTER_MS)]);
      isMiss = found.length === 0;
      return found;
    } finally {
      if (!isMiss) await Promise.all(giveBacks.map(giveBack => giveBack()));
    }
  };
}

function refuseOwn(retryAfterS: number | null): void {
  if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
}

function refuseShared(refusals: readonly (number | null)[]): void {
  if (refusals.some(retryAfterS => retryAfterS !== null))
    throw new Problem('invalid-input', { fields: { evse: { key: 'search.evse.needed' } } });
}
