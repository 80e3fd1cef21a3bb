import type { Request, Response } from 'express';

/** What a browser keeps for a while after its person has acted, so that whichever process answers shows them what they did. */
export interface ActedCookie {
  isThere(request: Request): boolean;
  write(response: Response): void;
}

const NAME = 'operator-acted';
/** The page that follows is asked for after the answer, and takes its time. */
const ON_THE_WAY_MS = 5000;

/** @param lateByMs how much older than the database lists may be; 0: they are not, and nothing is kept */
export function createActedCookie({ lateByMs, isSecure }: { lateByMs: number; isSecure: boolean }): ActedCookie {
  const options = { path: '/operator', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  return {
    isThere: request => (request.cookies as Record<string, unknown>)[NAME] === '1',
    write(response) {
      if (lateByMs > 0) response.cookie(NAME, '1', { ...options, maxAge: lateByMs + ON_THE_WAY_MS });
    },
  };
}
