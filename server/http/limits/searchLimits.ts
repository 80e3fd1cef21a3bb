import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchQuery } from '../../../shared/charging/charging.ts';
import { LIMITS, type Rate } from '../../../shared/charging/limits.ts';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import { readAmountMinor, searchedDays } from '../../../shared/forms/receiptSearch.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Searches receipts and limits guesses. `address` is the visitor's IP address; forwarding headers count only from trusted
 * proxies.
 */
export type Search = (query: SearchQuery, address: string) => Promise<readonly FoundSession[]>;

/** One search tries three days. Each day counts as an attempt. */
const TRIES = 3;
/** Limits over all networks. Above a limit, the search also requires the EVSE ID. Each of the three days of a search counts. */
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
 * Counts attempts before the search and subtracts them again after a hit. A hundred concurrent guesses therefore get no more
 * answers than a hundred consecutive ones. The limit of the visitor's network is checked first, and a search that is over the
 * limit already writes nothing.
 * @throws Problem 'too-many' above the limit of misses of the network, 'invalid-input' if the EVSE ID is required
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
      // Concurrent requests may have been counted since the check above, so this result decides.
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
