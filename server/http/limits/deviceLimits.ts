import type { ChargingRequest } from '../../../shared/charging/charging.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import { type CreateLimiter, createTries, ruleOf } from './tries.ts';

/** `address` is the visitor's, as far as proxies may be believed. */
export type EnablePush = (ask: ChargingRequest<'turnPushOn'>, address: string) => Promise<Record<never, never>>;

const PER_NETWORK = ruleOf('devices', LIMITS.devicesPerNetwork);

/** @throws Problem 'too-many' for a network that has asked too often */
export function limitDevices(backend: Pick<Backend, 'turnPushOn'>, createLimiter: CreateLimiter): EnablePush {
  const triesOf = createTries(createLimiter, PER_NETWORK);
  return async (ask, address) => {
    const tries = triesOf(networkOf(address), 1);
    // Nothing is written for whoever is refused already.
    for (const standing of [await tries.look(), await tries.count()])
      if (standing.isOver) throw new Problem('too-many', { retryAfterS: standing.retryAfterS });
    return backend.turnPushOn(ask);
  };
}
