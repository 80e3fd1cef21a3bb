import type { Request, Response } from 'express';

const NAME = 'found';
const TEN_MINUTES_MS = 600_000;
const MOST = 20;
/** Browsers drop a longer cookie whole (RFC 6265, section 6.1). */
const MOST_BYTES = 4096 - `${NAME}=`.length;

/** Receipt tokens of the last search. Each is sealed for ten minutes by itself, and so long lives the cookie. */
export function foundReceipts(request: Request): readonly string[] {
  const text: unknown = (request.cookies as Record<string, unknown>)[NAME];
  if (typeof text !== 'string') return [];
  return text
    .split(' ')
    .filter(token => /^[\w.-]{20,300}$/.test(token))
    .slice(0, MOST);
}

export function keepFound(
  response: Response,
  { receipts, path, isSecure }: { receipts: readonly string[]; path: string; isSecure: boolean },
): void {
  const value = fitting(receipts.slice(0, MOST));
  response.cookie(NAME, value, { maxAge: TEN_MINUTES_MS, path, httpOnly: true, sameSite: 'lax', secure: isSecure });
}

/** As many as a browser keeps. */
function fitting(receipts: readonly string[]): string {
  const value = receipts.join(' ');
  return encodeURIComponent(value).length <= MOST_BYTES ? value : fitting(receipts.slice(0, -1));
}
