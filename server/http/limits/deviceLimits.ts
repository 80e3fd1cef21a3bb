import type { ChargingRequest } from '../../../shared/charging/charging.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/** `address` is the visitor's IP address; forwarding headers count only from trusted proxies. */
export type EnablePush = (request: ChargingRequest<'enablePush'>, address: string) => Promise<Record<never, never>>;

/** @throws Problem 'too-many' above the limit of the network */
export function limitDevices(backend: Pick<Backend, 'enablePush'>, createLimiter: CreateRateLimiter): EnablePush {
  const byNetwork = createLimiter('devices', LIMITS.devicesPerNetwork);
  return async (request, address) => {
    const retryAfterS = await byNetwork.consume(networkOf(address));
    if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
    return backend.enablePush(request);
  };
}
