import type { Request, Response } from 'express';
import type { Searched } from '../../../client/core/page.ts';

const NAME = 'found';
const TEN_MINUTES_MS = 600_000;
const MAX_RECEIPTS = 20;
/** Maximum length of the cookie value. Browsers discard a cookie above 4096 bytes completely (RFC 6265, section 6.1). */
const MAX_BYTES = 4096 - `${NAME}=`.length;

/**
 * Returns the receipt tokens of the last search from the cookie. Tokens are encrypted and expire after ten minutes, as does the
 * cookie.
 */
export function foundReceipts(request: Request): readonly string[] {
  return partsOf(request)
    .filter(token => /^[\w.-]{20,300}$/.test(token))
    .slice(0, MAX_RECEIPTS);
}

/**
 * Returns the last search terms from the cookie. They are not in the URL, because URLs are logged and shared. Null if there are
 * none.
 */
export function searchedFor(request: Request): Searched | null {
  const [, date, creditCard] = /^(\d{4}-\d{2}-\d{2})\/(\d{4})$/.exec(partsOf(request)[0] ?? '') ?? [];
  return date && creditCard ? { date, creditCard } : null;
}

function partsOf(request: Request): readonly string[] {
  const text: unknown = (request.cookies as Record<string, unknown>)[NAME];
  return typeof text === 'string' ? text.split(' ') : [];
}

interface Found {
  receipts: readonly string[];
  searched: Searched;
  path: string;
  isSecure: boolean;
}

export function saveFoundReceipts(response: Response, { receipts, searched, path, isSecure }: Found): void {
  const value = fitting([`${searched.date}/${searched.creditCard}`, ...receipts.slice(0, MAX_RECEIPTS)]);
  response.cookie(NAME, value, { maxAge: TEN_MINUTES_MS, path, httpOnly: true, sameSite: 'lax', secure: isSecure });
}

/** Drops receipts from the end of the list until the value fits into one cookie. */
function fitting(receipts: readonly string[]): string {
  const value = receipts.join(' ');
  return encodeURIComponent(value).length <= MAX_BYTES ? value : fitting(receipts.slice(0, -1));
}
