import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend, ForwardReceiptsRequest } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import { type CreateLimiter, createTries, ruleOf, type Standing } from './tries.ts';

/** `address` is the visitor's, as far as proxies may be believed. */
export type Forward = (ask: ForwardReceiptsRequest, address: string) => Promise<void>;

const PER_NETWORK = ruleOf('forwards', LIMITS.forwardsPerNetwork);

/** Only letters that go out are counted. @throws Problem 'too-many' for a network that has sent too many */
export function limitForwards(backend: Pick<Backend, 'forwardReceipts'>, createLimiter: CreateLimiter): Forward {
  const triesOf = createTries(createLimiter, PER_NETWORK);
  return async (ask, address) => {
    const tries = triesOf(networkOf(address), 1);
    // Nothing is written for whoever is refused already.
    refuse(await tries.look());
    let isSent = false;
    try {
      refuse(await tries.count());
      await backend.forwardReceipts(ask);
      isSent = true;
    } finally {
      if (!isSent) await tries.giveBack();
    }
  };
}

function refuse({ isOver, retryAfterS }: Standing): void {
  if (isOver) throw new Problem('too-many', { retryAfterS, fields: { email: { key: 'results.send.tooMany' } } });
}
