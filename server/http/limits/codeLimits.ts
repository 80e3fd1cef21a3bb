import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend, CheckCodeRequest, CodeCheck } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/**
 * Checks a one-time code from a station's screen, and limits guesses. `address` is the visitor's IP address; forwarding headers
 * are used only if they come from a trusted proxy.
 */
export type CheckCode = (request: CheckCodeRequest, address: string) => Promise<CodeCheck>;

/**
 * Limits guesses of one-time codes. Only wrong codes are counted, so a correct code is accepted however many wrong ones came
 * from the same network or for the same plug.
 * @throws Problem 'too-many' for a wrong code if the network or the plug is over its limit
 */
export function limitCodes(backend: Pick<Backend, 'checkCode'>, createLimiter: CreateRateLimiter): CheckCode {
  const byNetwork = createLimiter('code', LIMITS.codesPerNetwork);
  const byPlug = createLimiter('code-evse', LIMITS.codesPerEvse);
  return async (request, address) => {
    const check = await backend.checkCode(request);
    if (check.kind !== 'wrong') return check;
    const retryAfterS =
      (await byNetwork.consume(networkOf(address))) ?? (await byPlug.consume(`${request.chargePoint} ${request.evse}`));
    if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
    return check;
  };
}
