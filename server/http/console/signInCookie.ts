import type { Request, Response } from 'express';

/** What a signed-in browser keeps. Over https its name says that it came from this host, over https, for all of it. */
export interface SignInCookie {
  read(request: Request): string | null;
  write(response: Response, token: string, lastsMs: number): void;
  clear(response: Response): void;
}

export function createSignInCookie({ isSecure }: { isSecure: boolean }): SignInCookie {
  const name = isSecure ? '__Host-operator' : 'operator';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  return {
    read(request) {
      const token = (request.cookies as Record<string, unknown>)[name];
      return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? token : null;
    },
    write: (response, token, lastsMs) => void response.cookie(name, token, { ...options, maxAge: lastsMs }),
    clear: response => void response.clearCookie(name, options),
  };
}
