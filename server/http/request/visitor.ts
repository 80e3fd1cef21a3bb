import type { Request, RequestHandler, Response } from 'express';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale, splitLocale, withLocale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import { isLocalHost } from './network.ts';

/** Everything about a request that a page may depend on. */
export interface Visitor {
  locale: Locale;
  /** Path of the URL without the language prefix. */
  path: string;
  query: Readonly<Record<string, string>>;
  nonce: string;
  requestId: string;
  isBot: boolean;
  theme: 'auto' | 'light' | 'dark';
  /** Origin of the app as the visitor's browser addresses it. */
  origin: string;
}

export interface VisitorRules {
  /**
   * Configured origin of the app. Null: the Host header of the request is used, which must then be a loopback or private host.
   */
  publicOrigin: string | null;
}

export const visitorOf = (response: Response): Visitor => response.locals.visitor as Visitor;

const YEAR_MS = 365 * DAY_MS;
const THEMES = ['auto', 'light', 'dark'] as const;
/** Matches paths that never redirect to a language: data, files and endpoints for machines. */
const WITHOUT_LANGUAGE =
  /^\/(afir|api|assets|builds|csp|health|ready|status|metrics|logos|webhooks|sandbox-pay|q|e|favicon\.ico|robots\.txt|manifest\.webmanifest|service-worker\.js|\.well-known)(\/|$)/i;
/** Browsers read a path that begins with two slashes as another site, and treat a backslash like a slash. */
const DOUBLED_SLASHES = /[/\\]{2,}/g;
const RETURNS = /\/pay\/[^/]+\/(return|cancel)$/;

/** Determines language, theme and origin of a visitor. If the URL does not contain the right language prefix, redirects to it. */
export function readVisitor({ publicOrigin }: VisitorRules): RequestHandler {
  const isSecure = publicOrigin?.startsWith('https:') ?? false;
  const cookie = { maxAge: YEAR_MS, path: '/', sameSite: 'lax', secure: isSecure } as const;

  return (request, response, next) => {
    const origin = publicOrigin ?? demoOrigin(request);
    if (origin === null) {
      response.status(421).type('text').send('This demo answers on local addresses only. Set PUBLIC_ORIGIN to publish it.');
      return;
    }
    const { locale: addressed, path, isPrefixed } = splitLocale(request.path);
    const cookies = request.cookies as Record<string, unknown>;
    const known = isLocale(cookies.locale) ? cookies.locale : null;
    const query = flat(request.query);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !WITHOUT_LANGUAGE.test(path) && !RETURNS.test(path);

    const tidy = request.path.replace(DOUBLED_SLASHES, '/');
    if (isPage && tidy !== request.path) {
      response.redirect(308, tidy + search(query));
      return;
    }
    const written = isPage ? spelledOtherwise(path) : null;
    if (written) {
      response.cookie('locale', written.locale, cookie).redirect(303, addressOf(written.address, query));
      return;
    }
    if (isPage && query.lang === DEFAULT_LOCALE) {
      response.cookie('locale', DEFAULT_LOCALE, cookie).redirect(303, addressWithout(query, 'lang', path));
      return;
    }
    if (isPage && THEMES.some(theme => theme === query.theme)) {
      response.cookie('theme', query.theme, cookie).redirect(303, addressWithout(query, 'theme', request.path));
      return;
    }
    const isBot = isRobot(request.get('user-agent') ?? '');
    const wanted = isPrefixed ? addressed : (known ?? preferred(request));
    if (isPage && !isPrefixed) {
      response.vary('Accept-Language').vary('Cookie');
      if (wanted !== DEFAULT_LOCALE && !isBot) {
        response.redirect(302, withLocale(wanted, path) + search(query));
        return;
      }
    }
    if (isPage && isPrefixed && known !== addressed) response.cookie('locale', addressed, cookie);

    const theme = THEMES.find(choice => choice === cookies.theme) ?? 'auto';
    const locale = isPage || isPrefixed ? addressed : wanted;
    const { nonce, requestId } = response.locals as { nonce: string; requestId: string };
    const visitor: Visitor = { locale, path, query, nonce, requestId, isBot, theme, origin };
    response.locals.visitor = visitor;
    response.set('Content-Language', locale);
    // Tells i18next-http-middleware the language, so that it is not detected again.
    (request as Request & { lng?: string }).lng = locale;
    next();
  };
}

/**
 * Decodes a path for the routes, for example %2A to an asterisk.
 * @throws Problem 'no-page' if the percent-encoding is invalid
 */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Problem('no-page');
  }
}

/** Keeps the first value of each parameter, if it is a string. The app itself never repeats a parameter. */
export function flat(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'));
}

/**
 * Returns the visitor's preferred language: German without an Accept-Language header or for `*`, else the best match, else
 * English.
 */
function preferred(request: Request): Locale {
  if (!request.get('accept-language')) return DEFAULT_LOCALE;
  const best = request.acceptsLanguages(...LOCALES);
  if (isLocale(best)) return best;
  return request.acceptsLanguages().length > 0 ? 'en' : DEFAULT_LOCALE;
}

const search = (query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString();
  return text ? `?${text}` : '';
};
const addressWithout = ({ ...query }: Record<string, string>, name: string, path: string): string => {
  delete query[name];
  return addressOf(path, query);
};
/**
 * Returns an address on this site. Leading slashes are reduced to one, because `//host` or `/\host` would lead to another site.
 */
const addressOf = (path: string, query: Readonly<Record<string, string>>): string => path.replace(/^[/\\]+/, '/') + search(query);

/**
 * Recognises a language prefix in capitals (`/EN/lindau`) and the prefix of the default language, which URLs should not contain
 * (`/de/lindau`).
 */
function spelledOtherwise(path: string): { locale: Locale; address: string } | null {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(?:[/\\]+(.*))?$/i.exec(path) ?? [];
  const locale = code.toLowerCase();
  return isLocale(locale) ? { locale, address: withLocale(locale, `/${rest}`) } : null;
}

/**
 * Returns the origin of a demo, which runs only on local addresses.
 * @returns null for any other host
 */
export function demoOrigin(request: Request): string | null {
  const host = request.get('host') ?? '';
  const known = demoOrigins.get(host);
  if (known) return known;
  const origin = isLocalHost(host.replace(/:\d+$/, '')) && URL.canParse(`http://${host}`) ? `http://${host}` : null;
  if (origin) demoOrigins.set(host, origin);
  return origin;
}

const demoOrigins = new LRUCache<string, string>({ max: 20 });

/** Caches by user agent whether it is a robot. There are few different browsers, and matching the many patterns is slow. */
const robots = new LRUCache<string, boolean>({ max: 500, memoMethod: name => isbot(name) });
const MAX_NAME_LENGTH = 500;

const isRobot = (userAgent: string): boolean => (userAgent.length > MAX_NAME_LENGTH ? isbot(userAgent) : robots.memo(userAgent));
