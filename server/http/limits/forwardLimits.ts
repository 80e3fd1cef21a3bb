import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend, ForwardReceiptsRequest } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/** `address` is the visitor's IP address; forwarding headers count only from trusted proxies. */
export type Forward = (request: ForwardReceiptsRequest, address: string) => Promise<void>;

/**
 * Counts only e-mails that were sent.
 * @throws Problem 'too-many' above the limit of the network
 */
export function limitForwards(backend: Pick<Backend, 'forwardReceipts'>, createLimiter: CreateRateLimiter): Forward {
  const byNetwork = createLimiter('forwards', LIMITS.forwardsPerNetwork, { givesBack: true });
  return async (request, address) => {
    const network = networkOf(address);
    // A request that is over the limit already writes nothing.
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
