import type { CookieOptions, Request, Response } from 'express';

/** What a signed-in browser keeps. Over https its name says that it came from this host, over https, for all of it. */
export interface SignInCookie {
  read(request: Request): string | null;
  write(response: Response, token: string, lastsMs: number): void;
  clear(response: Response): void;
}

export function createSignInCookie({ isSecure }: { isSecure: boolean }): SignInCookie {
  const name = isSecure ? '__Host-operator' : 'operator';
  return createTokenCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure });
}

function createTokenCookie(name: string, options: CookieOptions): SignInCookie {
  return {
    read(request) {
      const token = (request.cookies as Record<string, unknown>)[name];
      return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? token : null;
    },
    write: (response, token, lastsMs) => void response.cookie(name, token, { ...options, maxAge: lastsMs }),
    clear: response => void response.clearCookie(name, options),
  };
}

/** What a browser keeps while it is at the provider: it comes back from another site, and answers what it has asked itself. */
export function createRequestCookie({ isSecure }: { isSecure: boolean }): SignInCookie {
  const name = isSecure ? '__Host-operator-request' : 'operator-request';
  return createTokenCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
}
