import type { Request, RequestHandler, Response } from 'express';
import { CONSOLE_LOCALES, type ConsoleLocale, type ConsoleVisit } from '../../../client/console/core/ConsoleContext.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import { demoOrigin } from '../request/visitor.ts';
import { type ConsoleHost, isAtOwnHost } from './hostGuard.ts';

/** What is known about a console request before anybody is signed in. */
export interface Met {
  origin: string;
  locale: ConsoleLocale;
  theme: ConsoleVisit['theme'];
  nonce: string;
  requestId: string;
}

export const metOf = (response: Response): Met => response.locals.met as Met;

const YEAR_MS = 365 * DAY_MS;
const THEMES = ['auto', 'light', 'dark'] as const;

/**
 * Sets the headers of every response and determines language and theme. A request to another host is passed on to the drivers'
 * pages.
 */
export function prepareConsoleRequest(place: ConsoleHost): RequestHandler {
  const { origin, hasOwnHost } = place;
  return (request, response, next) => {
    response.locals.route = 'operator';
    const here = origin ?? demoOrigin(request);
    if (here === null || (hasOwnHost && !isAtOwnHost(place, request.get('host')))) return next('router');
    const { nonce, requestId } = response.locals as { nonce: string; requestId: string };
    response.set('Cache-Control', 'no-store');
    response.set('X-Robots-Tag', 'noindex, nofollow');
    // Pages of the console contain no scripts, so the policy allows none. The referrer policy `same-origin` keeps sign-in links
    // from leaking to other sites.
    response.set('Referrer-Policy', 'same-origin');
    response.set(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; frame-src ${here}/operator/preview/; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri /csp`,
    );
    if (chosen(request, response, here)) return;
    const cookies = request.cookies as Record<string, unknown>;
    const theme = THEMES.find(name => name === cookies['operator-theme']) ?? 'auto';
    const met: Met = { origin: here, locale: localeOf(request), theme, nonce, requestId };
    response.locals.met = met;
    next();
  };
}

/**
 * If the query contains `language` or `theme`, stores it in a cookie and redirects to the address without it.
 * @returns true if a redirect has been sent
 */
function chosen(request: Request, response: Response, origin: string): boolean {
  if (request.method !== 'GET') return false;
  const url = new URL(request.originalUrl, origin);
  const cookie = { maxAge: YEAR_MS, path: '/operator', sameSite: 'strict', secure: origin.startsWith('https:') } as const;
  const choices = [
    { name: 'language', words: CONSOLE_LOCALES },
    { name: 'theme', words: THEMES },
  ] as const;
  const made = choices.flatMap(({ name, words }) => {
    const word = words.find(known => known === url.searchParams.get(name));
    return word ? [{ name, word }] : [];
  });
  if (made.length === 0) return false;
  for (const { name, word } of made) {
    response.cookie(`operator-${name}`, word, cookie);
    url.searchParams.delete(name);
  }
  response.redirect(303, url.pathname.replace(/^[/\\]+/, '/') + url.search);
  return true;
}

function localeOf(request: Request): ConsoleLocale {
  const chosenLanguage = (request.cookies as Record<string, unknown>)['operator-language'];
  const known = CONSOLE_LOCALES.find(locale => locale === chosenLanguage);
  return known ?? (request.acceptsLanguages(...CONSOLE_LOCALES) === 'de' ? 'de' : 'en');
}
