import { LIMITS } from '../../../shared/charging/limits.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import { type CreateLimiter, createTries, ruleOf, type Standing } from './tries.ts';

/** Counts a try to come in at the console, and tells how it stands. `address` is the visitor's, as far as proxies may be believed. */
export type CountSignIn = (address: string) => Promise<Standing>;

const PER_NETWORK = ruleOf('sign-ins', LIMITS.signInsPerNetwork);

export function limitSignIns(createLimiter: CreateLimiter): CountSignIn {
  const triesOf = createTries(createLimiter, PER_NETWORK);
  return async address => {
    const tries = triesOf(networkOf(address), 1);
    // Nothing is written for whoever is refused already.
    const standing = await tries.look();
    return standing.isOver ? standing : tries.count();
  };
}
