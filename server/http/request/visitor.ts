import type { Request, RequestHandler, Response } from 'express';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale, splitLocale, withLocale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import { isLocalHost } from './network.ts';

/** Who is asking: everything about one request that pages may depend on. */
export interface Visitor {
  locale: Locale;
  /** Path without the language prefix. */
  path: string;
  query: Readonly<Record<string, string>>;
  nonce: string;
  requestId: string;
  isBot: boolean;
  theme: 'auto' | 'light' | 'dark';
  /** Our own origin as this visitor sees it. */
  origin: string;
}

export interface VisitorRules {
  /** Null: the request's Host, which must be a loopback or private one. */
  publicOrigin: string | null;
}

export const visitorOf = (response: Response): Visitor => response.locals.visitor as Visitor;

const YEAR_MS = 365 * DAY_MS;
const THEMES = ['auto', 'light', 'dark'] as const;
/** Addresses that are never redirected for a language: data, files, what machines call. */
const WITHOUT_LANGUAGE =
  /^\/(api|assets|builds|csp|health|ready|status|metrics|logos|webhooks|sandbox-pay|q|e|favicon\.ico|robots\.txt|manifest\.webmanifest|service-worker\.js|\.well-known)(\/|$)/i;
/** An address that begins with two would name another site, and browsers take a backslash for one of them. */
const DOUBLED_SLASHES = /[/\\]{2,}/g;
const RETURNS = /\/pay\/[^/]+\/(return|cancel)$/;

/** Reads who is asking, and redirects to the right language where an address leaves it open. */
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
    // i18next-http-middleware takes the language from here instead of detecting it once more.
    (request as Request & { lng?: string }).lng = locale;
    next();
  };
}

/** A path as pages know it: an asterisk may have travelled as %2A. @throws Problem 'no-page' for what is no text */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Problem('no-page');
  }
}

/** Repeated parameters are none of ours: the first counts. */
export function flat(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'));
}

/** None or `*` means German; else the best match among the eight; English where none of the eight is accepted. */
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
/** An address of ours only: `//host` would leave the site, and browsers read `/\host` so. */
const addressOf = (path: string, query: Readonly<Record<string, string>>): string => path.replace(/^[/\\]+/, '/') + search(query);

/** `/EN/lindau`, `/de/lindau`: a language in capitals, or the one that addresses do not name. */
function spelledOtherwise(path: string): { locale: Locale; address: string } | null {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(?:[/\\]+(.*))?$/i.exec(path) ?? [];
  const locale = code.toLowerCase();
  return isLocale(locale) ? { locale, address: withLocale(locale, `/${rest}`) } : null;
}

/** Where a demo is asked, which answers on local addresses only; null: on another one. */
export function demoOrigin(request: Request): string | null {
  const host = request.get('host') ?? '';
  const known = demoOrigins.get(host);
  if (known) return known;
  const origin = isLocalHost(host.replace(/:\d+$/, '')) && URL.canParse(`http://${host}`) ? `http://${host}` : null;
  if (origin) demoOrigins.set(host, origin);
  return origin;
}

const demoOrigins = new LRUCache<string, string>({ max: 20 });

/** Browsers are few, and the words that tell a robot are many. */
const robots = new LRUCache<string, boolean>({ max: 500, memoMethod: name => isbot(name) });
const MAX_NAME_LENGTH = 500;

const isRobot = (userAgent: string): boolean => (userAgent.length > MAX_NAME_LENGTH ? isbot(userAgent) : robots.memo(userAgent));
