import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend, ForwardReceiptsRequest } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Forwards receipts by e-mail. `address` is the visitor's IP address; forwarding headers are used only if they come from a
 * trusted proxy.
 */
export type Forward = (request: ForwardReceiptsRequest, address: string) => Promise<void>;

/**
 * Limits forwarded receipts per network. Only e-mails that were sent are counted.
 * @throws Problem 'too-many' if the network is over its limit
 */
export function limitForwards(backend: Pick<Backend, 'forwardReceipts'>, createLimiter: CreateRateLimiter): Forward {
  const byNetwork = createLimiter('forwards', LIMITS.forwardsPerNetwork, { givesBack: true });
  return async (request, address) => {
    const network = networkOf(address);
    // Checks the limit without counting first, so that requests over the limit cause no writes to the database.
    refuse(await byNetwork.check(network));
    let isSent = false;
    try {
      refuse(await byNetwork.consume(network));
      await backend.forwardReceipts(request);
      isSent = true;
    } finally {
      if (!isSent) await byNetwork.giveBack(network);
    }
  };
}

function refuse(retryAfterS: number | null): void {
  if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS, fields: { email: { key: 'results.send.tooMany' } } });
}
