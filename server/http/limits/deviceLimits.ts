import type { ChargingRequest } from '../../../shared/charging/charging.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/** `address` is the visitor's, as far as proxies may be believed. */
export type EnablePush = (ask: ChargingRequest<'turnPushOn'>, address: string) => Promise<Record<never, never>>;

/** @throws Problem 'too-many' for a network that has asked too often */
export function limitDevices(backend: Pick<Backend, 'turnPushOn'>, createLimiter: CreateRateLimiter): EnablePush {
  const byNetwork = createLimiter('devices', LIMITS.devicesPerNetwork);
  return async (ask, address) => {
    const retryAfterS = await byNetwork.consume(networkOf(address));
    if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
    return backend.turnPushOn(ask);
  };
}
