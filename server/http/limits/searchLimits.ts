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
 * Searches receipts and limits guesses. `address` is the visitor's IP address; forwarding headers are used only if they come
 * from a trusted proxy.
 */
export type Search = (query: SearchQuery, address: string) => Promise<readonly FoundSession[]>;

/** A search covers three days, and each of them counts as one attempt. */
const ATTEMPTS_PER_SEARCH = 3;
/**
 * Limits that all networks share. If one is exceeded, the search also requires the EVSE ID. A search counts towards the limits
 * of all three days that it covers.
 */
const SHARED: readonly { name: string; rate: Rate; keyOf(query: SearchQuery, day: string): string }[] = [
  { name: 'day', rate: LIMITS.searchesPerDay, keyOf: ({ clientId }, day) => `${clientId} ${day}` },
  {
    name: 'price',
    rate: LIMITS.searchesPerPrice,
    keyOf: ({ clientId, price }, day) => `${clientId} ${day} ${readAmountMinor(price)}`,
  },
];
/**
 * Minimum duration of a search in milliseconds, longer than a search usually takes. Otherwise the response time would reveal a
 * near miss.
 */
const ANSWER_AFTER_MS = 60;

/**
 * Limits searches. An attempt is counted before the search, so that concurrent guesses cannot exceed the limit, and is removed
 * after a hit. Requests that are already over a limit cause no writes to the database.
 * @throws Problem 'too-many' if the network has too many misses, 'invalid-input' if the EVSE ID is required
 */
export function limitSearch(backend: Pick<Backend, 'findSessions'>, createLimiter: CreateRateLimiter): Search {
  const ownLimit = createLimiter('address', LIMITS.searchesPerNetwork, { givesBack: true });
  const sharedLimits = SHARED.map(({ name, rate, keyOf }) => ({ keyOf, limit: createLimiter(name, rate, { givesBack: true }) }));

  return async (request, address) => {
    const network = networkOf(address);
    const shared = sharedLimits.flatMap(({ keyOf, limit }) =>
      searchedDays(request.date).map(day => ({ limit, key: keyOf(request, day) })),
    );
    refuseOwn(await ownLimit.check(network, ATTEMPTS_PER_SEARCH));
    if (!request.evseId) refuseShared(await Promise.all(shared.map(({ limit, key }) => limit.check(key))));
    const giveBacks = [() => ownLimit.giveBack(network, ATTEMPTS_PER_SEARCH)];
    let isMiss = false;
    try {
      // Concurrent requests may have been counted since the first check, so only this result is decisive.
      refuseOwn(await ownLimit.consume(network, ATTEMPTS_PER_SEARCH));
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
