import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend, CheckCodeRequest, CodeCheck } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import { type CreateLimiter, createTries, ruleOf } from './tries.ts';

/** The check of a code, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type CheckCode = (ask: CheckCodeRequest, address: string) => Promise<CodeCheck>;

/**
 * Codes are checked first, and only wrong ones are counted: whatever others have tried from the same network or at the same plug,
 * the right code leads to the plug.
 * @throws Problem 'too-many' for a wrong code, while its network guesses or many guess at its plug
 */
export function limitCodes(backend: Pick<Backend, 'checkCode'>, createLimiter: CreateLimiter): CheckCode {
  const ownTries = createTries(createLimiter, ruleOf('code', LIMITS.codesPerNetwork));
  const plugTries = createTries(createLimiter, ruleOf('code-evse', LIMITS.codesPerEvse));
  return async (ask, address) => {
    const check = await backend.checkCode(ask);
    if (check.kind !== 'wrong') return check;
    const own = ownTries(networkOf(address), 1);
    const known = await own.look();
    const counted = known.isOver ? known : await own.count();
    if (counted.isOver) throw new Problem('too-many', { retryAfterS: counted.retryAfterS });
    const atPlug = await plugTries(`${ask.chargePoint} ${ask.evse}`, 1).count();
    if (atPlug.isOver) throw new Problem('too-many', { retryAfterS: atPlug.retryAfterS });
    return check;
  };
}
