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

/** Number of entries, some kilobytes each. */
const MAX_ADDRESSES = 500;

interface HeadOptions {
  visitor: Visitor;
  texts: I18n;
  route: Route;
  client: Client;
  status?: number;
  isReceiptsOnly: boolean;
}

/** The head of a page except the title. Every value is escaped, defined by the app, or encoded by the URL parser. */
export function headOf(options: HeadOptions): string {
  return brandLinks(options.client, options.visitor.theme) + searchEngineTags(options) + previewTags(options);
}

/** Tags of the head that depend on the data of the page. */
export function deferredTags({ path }: Route, { refreshS }: FilledPage, piece?: Piece): string {
  // The head was sent for the requested page, but loading has failed. Search engines must not list the error under the address of
  // the page.
  const robots = piece?.from === 'main' && path === FAILURE.path ? NOINDEX : '';
  return robots + (refreshS === null ? '' : `<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`);
}

const NOINDEX = '<meta name="robots" content="noindex">';

/**
 * Replacements for descriptions in a shop that shows receipts only: charging is sold in another system, and no document can be
 * downloaded.
 */
const WITHOUT_CHARGING: Readonly<Record<string, string>> = {
  'page.home.description': 'page.sessions.description',
  'page.receipts.description': 'page.sessions.description',
};

const keyOf = ({ route: { description }, isReceiptsOnly }: HeadOptions): string | null =>
  (isReceiptsOnly && WITHOUT_CHARGING[description ?? '']) || description;

/**
 * Tags for the link preview of messengers (ogp.me). The tags do not contain the address of the page: a reader of the address of
 * a shared session can watch that session.
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

/** All input of a preview, which also is the key in the cache. */
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

/** Links to the page in each language. Computing the links takes a tenth of a millisecond, so they are cached. */
const addressTags = ({ origin, path, locale }: Visitor): string =>
  getOrMake(addresses, JSON.stringify([locale, origin, path]), () => addressTagsOf({ origin, path, locale }));

function addressTagsOf({ origin, path, locale: own }: Pick<Visitor, 'origin' | 'path' | 'locale'>): string {
  // Concatenated and never resolved against the app's origin: `//host` would name another site.
  const absolute = (local: string) => new URL(origin + local).href;
  const inLocale = (locale: (typeof LOCALES)[number]) => absolute(withLocale(locale, path));
  return [
    `<link rel="canonical" href="${inLocale(own)}">`,
    ...LOCALES.map(locale => `<link rel="alternate" hreflang="${locale}" href="${inLocale(locale)}">`),
    `<link rel="alternate" hreflang="x-default" href="${inLocale(DEFAULT_LOCALE)}">`,
  ].join('');
}
