import escapeHtml from 'escape-html';
import type { i18n as I18n } from 'i18next';
import type { FilledPage } from '../../../client/page.ts';
import type { Route } from '../../../client/routes.ts';
import type { Client } from '../../../shared/charging.ts';
import { DEFAULT_LOCALE, LOCALES, withLocale } from '../../../shared/locales.ts';
import { brandLinks } from '../brandFiles.ts';
import type { Visitor } from '../visitor.ts';

interface HeadAsk {
  visitor: Visitor;
  texts: I18n;
  route: Route;
  client: Client;
  status?: number;
  isReceiptsOnly: boolean;
}

/** What a page's head says beside its title. Every value is escaped, ours, or encoded by the URL parser. */
export function headOf(ask: HeadAsk): string {
  return brandLinks(ask.client) + searchEngineTags(ask);
}

export const refreshTag = ({ refreshS }: FilledPage): string =>
  refreshS === null ? '' : `<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`;

/** What is said of a page instead, where charging is sold elsewhere and no document can be fetched. */
const WITHOUT_CHARGING: Readonly<Record<string, string>> = {
  'page.home.description': 'page.sessions.description',
  'page.receipts.description': 'page.sessions.description',
};

function searchEngineTags({ visitor, texts, route, client, status = 200, isReceiptsOnly }: HeadAsk): string {
  const key = (isReceiptsOnly && WITHOUT_CHARGING[route.description ?? '']) || route.description;
  if (key === null || status !== 200) return '<meta name="robots" content="noindex">';
  // Never resolved against our origin: `//host` would name another site.
  const absolute = (path: string) => new URL(visitor.origin + path).href;
  const inLocale = (locale: (typeof LOCALES)[number]) => absolute(withLocale(locale, visitor.path));
  const description = escapeHtml(texts.t(key, { lng: visitor.locale }));
  return [
    `<meta name="description" content="${description}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:site_name" content="${escapeHtml(client.name)}">`,
    `<link rel="canonical" href="${inLocale(visitor.locale)}">`,
    ...LOCALES.map(locale => `<link rel="alternate" hreflang="${locale}" href="${inLocale(locale)}">`),
    `<link rel="alternate" hreflang="x-default" href="${inLocale(DEFAULT_LOCALE)}">`,
  ].join('');
}
