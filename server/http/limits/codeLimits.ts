import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend, CheckCodeRequest, CodeCheck } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

/** The check of a code, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type CheckCode = (request: CheckCodeRequest, address: string) => Promise<CodeCheck>;

/**
 * Codes are checked first, and only wrong ones are counted: whatever others have tried from the same network or at the same plug,
 * the right code leads to the plug.
 * @throws Problem 'too-many' for a wrong code, while its network guesses or many guess at its plug
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
