import type { CookieOptions, Request, Response } from 'express';

/**
 * The cookie with the sign-in token. Over https its name has the prefix `__Host-`: browsers then accept it only from this host,
 * over https, and for all paths.
 */
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

/**
 * Creates the cookie that remembers a pending sign-in while the browser is at the identity provider. It is `sameSite: 'lax'`,
 * because the browser returns from another site.
 */
export function createRequestCookie({ isSecure }: { isSecure: boolean }): SignInCookie {
  const name = isSecure ? '__Host-operator-request' : 'operator-request';
  return createTokenCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
}
