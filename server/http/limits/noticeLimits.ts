import type { FreeNoticeRequest, StoredNotice } from '../../../shared/charging/freeNotice.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Requests a message when a plug becomes free. `address` is the visitor's IP address; forwarding headers are used only if they
 * come from a trusted proxy.
 */
export type RequestNotice = (request: FreeNoticeRequest, address: string) => Promise<StoredNotice>;

/**
 * Limits the requested messages per network, and per e-mail address, because a visitor can type the address of another person.
 * @throws Problem 'too-many' if the network or the address is over its limit
 */
export function limitNotices(backend: Pick<Backend, 'requestFreeNotice'>, createLimiter: CreateRateLimiter): RequestNotice {
  const byNetwork = createLimiter('notices', LIMITS.noticesPerNetwork);
  const byEmail = createLimiter('notices-email', LIMITS.noticesPerEmail);
  return async (request, address) => {
    const email = request.email.trim().toLowerCase();
    refuseAfter(await byNetwork.consume(networkOf(address)));
    // A refused network must not use up the limit of another person's address.
    if (!request.device && email !== '') refuseAfter(await byEmail.consume(email.slice(0, 254)));
    return backend.requestFreeNotice(request);
  };
}

/** @param retryAfterS null: the limit is not reached */
function refuseAfter(retryAfterS: number | null): void {
  if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
}
