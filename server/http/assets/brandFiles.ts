import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Client } from '../../../shared/charging/charging.ts';
import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import { DAY_S } from '../../../shared/model/time.ts';
import { getOrMake } from '../../../shared/util/getOrMake.ts';
import { brandColor, themeColors } from '../../core/branding/brandingCss.ts';
import { onColor } from '../../core/branding/color.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { ICON_SIZE, iconPng, iconSvg } from '../../render/brandIcon.ts';
import type { Visitor } from '../request/visitor.ts';

interface BrandFilesDependencies {
  backend: Pick<Backend, 'getClient'>;
  publicOrigin: string | null;
  /** Contact for security.txt: an e-mail address or the URL of a page. Null: the support e-mail address of the app is used. */
  securityContact: string | null;
}

/**
 * Days until security.txt expires; it is created anew for each request. RFC 9116, section 2.5.5, recommends less than a year, so
 * that outdated contacts are not used.
 */
const SECURITY_DAYS = 180;

/** Maximum number of cached icons, one per colour. Each has some kilobytes. */
const MAX_ICONS = 200;

/**
 * Serves files that browsers request under a fixed name, such as favicon.ico. The query `?client=` selects the brand; without
 * it, the neutral brand is used.
 */
export function brandFiles({ backend, publicOrigin, securityContact }: BrandFilesDependencies): Router {
  const router = express.Router();
  const app = () => backend.getClient({ clientId: NEUTRAL_BRAND });
  const clientOf = ({ client }: express.Request['query']): Promise<Client> =>
    typeof client === 'string' ? backend.getClient({ clientId: client }).catch(app) : app();

  router.get('/favicon.ico', async (request, response) => {
    response.locals.route = 'favicon';
    const client = await clientOf(request.query);
    response
      .type('image/svg+xml')
      .set('Cache-Control', keeping(client))
      .send(Buffer.from(iconSvg(iconColors(brandColor(client.colors)))));
  });

  const icons = new LRUCache<string, Buffer>({ max: MAX_ICONS });
  router.get('/touch-icon.png', async (request, response) => {
    response.locals.route = 'touch-icon';
    const client = await clientOf(request.query);
    const ground = brandColor(client.colors);
    const icon = getOrMake(icons, ground, () => iconPng(iconColors(ground)));
    response.type('png').set('Cache-Control', keeping(client)).send(icon);
  });

  router.get('/manifest.webmanifest', async (request, response) => {
    response.locals.route = 'manifest';
    const client = await clientOf(request.query);
    response.type('application/manifest+json').set('Cache-Control', keeping(client)).send(manifestOf(client));
  });

  router.get('/.well-known/security.txt', async (_request, response, next) => {
    response.locals.route = 'security';
    const contact = securityContact ?? (await app()).supportEmail;
    if (contact === null) return next();
    response.type('text').send(securityText({ contact, publicOrigin }));
  });
  return router;
}

/**
 * If the requested brand could not be loaded, the default brand is served instead with `no-cache`, so that browsers soon fetch
 * the right one.
 */
const keeping = ({ id, isDefault }: Client): string =>
  isDefault && id !== NEUTRAL_BRAND ? 'no-cache' : `public, max-age=${DAY_S}`;

const iconPath = ({ id }: Client): string => `/favicon.ico${queryOf(id)}`;
const queryOf = (id: string): string => (id === NEUTRAL_BRAND ? '' : `?client=${encodeURIComponent(id)}`);

export const touchIconPath = ({ id }: Pick<Client, 'id'>): string => `/touch-icon.png${queryOf(id)}`;

/**
 * Returns the icon and manifest links for the head of a page. No escaping is needed: a brand id consists of letters, digits, `-`
 * and `_`.
 */
export const brandLinks = (client: Client, theme: Visitor['theme']): string =>
  `<link rel="icon" href="${iconPath(client)}"><link rel="apple-touch-icon" href="${touchIconPath(client)}">` +
  `<link rel="manifest" href="/manifest.webmanifest${queryOf(client.id)}">${themeTags(client, theme)}`;

const themes = new LRUCache<string, string>({ max: MAX_ICONS });

/**
 * Returns the `theme-color` tags, which set the colour of the browser's frame. No escaping is needed: they contain only parsed
 * colours.
 */
function themeTags({ colors }: Client, theme: Visitor['theme']): string {
  return getOrMake(themes, JSON.stringify([colors, theme]), () => themeTagsOf(themeColors(colors), theme));
}

function themeTagsOf(shades: Readonly<Record<'light' | 'dark', string>>, theme: Visitor['theme']): string {
  if (theme !== 'auto') return `<meta name="theme-color" content="${shades[theme]}">`;
  return (['light', 'dark'] as const)
    .map(mode => `<meta name="theme-color" media="(prefers-color-scheme: ${mode})" content="${shades[mode]}">`)
    .join('');
}

const iconColors = (ground: string) => ({ ground, bolt: onColor(ground) });

const manifestOf = (client: Client): string =>
  JSON.stringify({
    name: client.name,
    start_url: client.id === NEUTRAL_BRAND ? '/' : `/${client.id}`,
    // The whole site, because the pages of each language have their own path prefix.
    scope: '/',
    lang: client.mainLanguage,
    // Drivers come from a QR code or a link. A window without an address bar would have no advantage for them.
    display: 'browser',
    theme_color: brandColor(client.colors),
    background_color: '#ffffff',
    icons: [
      { src: iconPath(client), sizes: 'any', type: 'image/svg+xml' },
      { src: touchIconPath(client), sizes: `${ICON_SIZE}x${ICON_SIZE}`, type: 'image/png' },
    ],
  });

function securityText({ contact, publicOrigin }: { contact: string; publicOrigin: string | null }): string {
  const expires = new Date(Date.now() + SECURITY_DAYS * DAY_S * 1000);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: de, en',
    ...(publicOrigin === null ? [] : [`Canonical: ${publicOrigin}/.well-known/security.txt`]),
    '',
  ].join('\n');
}
