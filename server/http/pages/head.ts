import escapeHtml from 'escape-html';
import type { i18n as I18n } from 'i18next';
import { LRUCache } from 'lru-cache';
import type { FilledPage } from '../../../client/core/page.ts';
import { FAILURE, type Route } from '../../../client/core/routes.ts';
import type { Client } from '../../../shared/charging/charging.ts';
import { languageTag } from '../../../shared/figures/format.ts';
import { DEFAULT_LOCALE, LOCALES, withLocale } from '../../../shared/model/locales.ts';
import { getOrMake } from '../../../shared/util/getOrMake.ts';
import type { Piece } from '../../render/documentParts.ts';
import { brandLinks, touchIconPath } from '../assets/brandFiles.ts';
import type { Visitor } from '../request/visitor.ts';

/** Maximum number of entries in each cache of head tags. An entry has some kilobytes. */
const MAX_ADDRESSES = 500;

interface HeadOptions {
  visitor: Visitor;
  texts: I18n;
  route: Route;
  client: Client;
  status?: number;
  isReceiptsOnly: boolean;
}

/** Returns the head of a page except the title. Every value is escaped, a constant of the app, or encoded by the URL parser. */
export function headOf(options: HeadOptions): string {
  return brandLinks(options.client, options.visitor.theme) + searchEngineTags(options) + previewTags(options);
}

/** Returns the head tags that depend on the loaded data of the page. */
export function deferredTags({ path }: Route, { refreshS }: FilledPage, piece?: Piece): string {
  // The first part of the page was sent before loading failed, so its status is 200. Search engines must not index the error
  // under the URL of the page.
  const robots = piece?.from === 'main' && path === FAILURE.path ? NOINDEX : '';
  return robots + (refreshS === null ? '' : `<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`);
}

const NOINDEX = '<meta name="robots" content="noindex">';

/**
 * Maps a page's description key to its replacement on an instance that only shows receipts. Such an instance offers neither
 * charging nor downloads.
 */
const WITHOUT_CHARGING: Readonly<Record<string, string>> = {
  'page.home.description': 'page.sessions.description',
  'page.receipts.description': 'page.sessions.description',
};

const keyOf = ({ route: { description }, isReceiptsOnly }: HeadOptions): string | null =>
  (isReceiptsOnly && WITHOUT_CHARGING[description ?? '']) || description;

/**
 * Returns the tags for link previews in messengers (ogp.me). They do not contain the URL of the page, because whoever has the
 * URL of a shared session can watch that session.
 */
function previewTags(head: HeadOptions): string {
  const { visitor, texts, route, client, status = 200 } = head;
  const key = route.preview?.description ?? keyOf(head);
  if (key === null || status !== 200) return '';
  const { locale, origin } = visitor;
  const title = route.preview ? texts.t(route.preview.title, { lng: locale }) : client.name;
  const { id, name, country } = client;
  const input = { title, description: texts.t(key, { lng: locale }), locale, origin, id, name, country };
  return getOrMake(previews, JSON.stringify(input), () => previewOf(input));
}

const previews = new LRUCache<string, string>({ max: MAX_ADDRESSES });

/** All inputs of the preview tags. Serialised, they are also the cache key. */
type PreviewInput = Pick<Visitor, 'locale' | 'origin'> &
  Pick<Client, 'id' | 'name' | 'country'> &
  Record<'title' | 'description', string>;

function previewOf({ title, description, locale, origin, id, name, country }: PreviewInput): string {
  const says: Readonly<Record<string, string>> = {
    type: 'website',
    title,
    description,
    site_name: name,
    locale: languageTag({ locale, country }).replace('-', '_'),
    image: new URL(origin + touchIconPath({ id })).href,
    'image:alt': name,
  };
  return Object.entries(says)
    .map(([property, content]) => `<meta property="og:${property}" content="${escapeHtml(content)}">`)
    .join('');
}

function searchEngineTags(options: HeadOptions): string {
  const { visitor, texts, status = 200 } = options;
  const key = keyOf(options);
  if (key === null || status !== 200) return NOINDEX;
  const description = escapeHtml(texts.t(key, { lng: visitor.locale }));
  return `<meta name="description" content="${description}">${addressTags(visitor)}`;
}

const addresses = new LRUCache<string, string>({ max: MAX_ADDRESSES });

/** Returns the links to the page in each language. Cached, because computing them takes a tenth of a millisecond. */
const addressTags = ({ origin, path, locale }: Visitor): string =>
  getOrMake(addresses, JSON.stringify([locale, origin, path]), () => addressTagsOf({ origin, path, locale }));

function addressTagsOf({ origin, path, locale: own }: Pick<Visitor, 'origin' | 'path' | 'locale'>): string {
  // Concatenated instead of resolved against the origin, because a path such as `//host` would resolve to another site.
  const absolute = (local: string) => new URL(origin + local).href;
  const inLocale = (locale: (typeof LOCALES)[number]) => absolute(withLocale(locale, path));
  return [
    `<link rel="canonical" href="${inLocale(own)}">`,
    ...LOCALES.map(locale => `<link rel="alternate" hreflang="${locale}" href="${inLocale(locale)}">`),
    `<link rel="alternate" hreflang="x-default" href="${inLocale(DEFAULT_LOCALE)}">`,
  ].join('');
}
