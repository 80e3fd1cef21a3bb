import { DAY_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { isSigned, signature } from '../../platform/sealed.ts';
import { unforeseen } from './random.ts';

/** Proof that a form came from us: 128 random bits, the minute it was made, and a signature. */
export interface FormTokens {
  mint(now: Date): string;
  /** Ours, whole, and not older than a day. */
  isOurs(formToken: string, now: Date): boolean;
}

export function createFormTokens({ secret }: { secret: Secret }): FormTokens {
  const key = { secret, purpose: 'intent' };
  return {
    mint(now) {
      const body = `${unforeseen(16).toString('base64url')}.${Math.floor(now.getTime() / 60_000).toString(36)}`;
      return `${body}.${signature(body, key)}`;
    },
    isOurs(formToken, now) {
      const match = /^([\w-]{22}\.([0-9a-z]{1,8}))\.([\w-]{22})$/.exec(formToken);
      const [, body = '', minute = '', given = ''] = match ?? [];
      if (!match || !isSigned(body, given, key)) return false;
      return now.getTime() - Number.parseInt(minute, 36) * MINUTE_MS < DAY_MS;
    },
  };
}
