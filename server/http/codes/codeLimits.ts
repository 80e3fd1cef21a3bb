import { LIMITS } from '../../../shared/limits.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Backend, CodeAsk, CodeCheck } from '../../backend.ts';
import { networkOf } from '../../network/networkOf.ts';
import { type CreateLimiter, createTries, ruleOf } from '../limits/tries.ts';

/** The check of a code, hard against guessing. `address` is the visitor's, as far as proxies may be believed. */
export type CheckCode = (ask: CodeAsk, address: string) => Promise<CodeCheck>;

/**
 * Tries count before the check, and are given back unless they were wrong. However much others guess at a plug, the right code
 * leads to it.
 * @throws Problem 'too-many' for one who guesses, and for any wrong one while a plug is guessed at by many
 */
export function limitCodes(backend: Pick<Backend, 'checkCode'>, createLimiter: CreateLimiter): CheckCode {
  const ownTries = createTries(createLimiter, ruleOf('code', LIMITS.codesPerNetwork));
  const plugTries = createTries(createLimiter, ruleOf('code-evse', LIMITS.codesPerEvse));
  return async (ask, address) => {
    const own = ownTries(networkOf(address), 1);
    const known = await own.look();
    const counted = known.isOver ? known : await own.count();
    if (counted.isOver) throw new Problem('too-many', { retryAfterS: counted.retryAfterS });
    let isWrong = false;
    try {
      const check = await backend.checkCode(ask);
      isWrong = check.kind === 'wrong';
      if (!isWrong) return check;
      const atPlug = await plugTries(`${ask.chargePoint} ${ask.evse}`, 1).count();
      if (atPlug.isOver) throw new Problem('too-many', { retryAfterS: atPlug.retryAfterS });
      return check;
    } finally {
      if (!isWrong) await own.giveBack();
    }
  };
}
