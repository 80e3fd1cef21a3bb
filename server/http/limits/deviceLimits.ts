import type { ChargingRequest } from '../../../shared/charging/charging.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Subscribes a device to push messages. `address` is the visitor's IP address; forwarding headers are used only if they come
 * from a trusted proxy.
 */
export type EnablePush = (request: ChargingRequest<'enablePush'>, address: string) => Promise<Record<never, never>>;

/**
 * Limits the push subscriptions per network.
 * @throws Problem 'too-many' if the network is over its limit
 */
export function limitDevices(backend: Pick<Backend, 'enablePush'>, createLimiter: CreateRateLimiter): EnablePush {
  const byNetwork = createLimiter('devices', LIMITS.devicesPerNetwork);
  return async (request, address) => {
    const retryAfterS = await byNetwork.consume(networkOf(address));
    if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
    return backend.enablePush(request);
  };
}
