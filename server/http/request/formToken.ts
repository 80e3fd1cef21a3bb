import type { Request, Response } from 'express';
import { DAY_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { isSigned, signature } from '../../platform/sealed.ts';
import { unforeseen } from './random.ts';

/**
 * Tokens that prove that this app has issued a form. A token consists of 128 random bits, the minute of issue, and a signature.
 */
export interface FormTokens {
  mint(now: Date): string;
  /** Whether this app issued the token less than a day ago. */
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

const COOKIE = 'form';

/**
 * Sets a form token as a cookie, for a page that is identical for all visitors and so cannot contain a token. Each load of the
 * page sets a new one.
 */
export function setFormCookie(
  response: Response,
  { formTokens, path, isSecure }: { formTokens: Pick<FormTokens, 'mint'>; path: string; isSecure: boolean },
): void {
  response.cookie(COOKIE, formTokens.mint(new Date()), { path, httpOnly: true, sameSite: 'strict', secure: isSecure });
}

/**
 * Returns the token of a submitted form: from the form field, else from the cookie. SameSite keeps other sites from sending that
 * cookie.
 */
export function formTokenOf({ body, cookies }: Request): string {
  const own: unknown = (body as { formToken?: unknown } | undefined)?.formToken;
  const token = own || (cookies as Record<string, unknown>)[COOKIE];
  return typeof token === 'string' ? token : '';
}
