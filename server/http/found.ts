import type { Request, Response } from 'express';

const NAME = 'found';
const TEN_MINUTES_MS = 600_000;
const MOST = 20;

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
  const value = receipts.slice(0, MOST).join(' ');
  response.cookie(NAME, value, { maxAge: TEN_MINUTES_MS, path, httpOnly: true, sameSite: 'lax', secure: isSecure });
}
