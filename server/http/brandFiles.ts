import express, { type Router } from 'express';
import type { Client } from '../../shared/charging.ts';
import { NEUTRAL_BRAND } from '../../shared/neutralClient.ts';
import { DAY_S } from '../../shared/time.ts';
import type { Backend } from '../backend.ts';
import { brandColor } from '../render/brandingCss.ts';
import { onColor } from '../render/color.ts';

interface BrandFilesDependencies {
  backend: Pick<Backend, 'getClient'>;
  publicOrigin: string | null;
  /** An address to write to, or of a page; null: the e-mail address of the app. */
  securityContact: string | null;
}

/** A file that nobody has renewed for so long should not be believed any more (RFC 9116, section 2.5.5). */
const SECURITY_DAYS = 180;

/** What browsers and others ask for by a fixed name, in the brand of `?client=`, else in that of the app. */
export function brandFiles({ backend, publicOrigin, securityContact }: BrandFilesDependencies): Router {
  const router = express.Router();
  const app = () => backend.getClient({ clientId: NEUTRAL_BRAND });
  const clientOf = ({ client }: express.Request['query']): Promise<Client> =>
    typeof client === 'string' ? backend.getClient({ clientId: client }).catch(app) : app();

  router.get('/favicon.ico', async (request, response) => {
    response.locals.route = 'favicon';
    const { colors } = await clientOf(request.query);
    response
      .type('image/svg+xml')
      .set('Cache-Control', `public, max-age=${DAY_S}`)
      .send(Buffer.from(iconOf(brandColor(colors))));
  });

  router.get('/manifest.webmanifest', async (request, response) => {
    response.locals.route = 'manifest';
    const client = await clientOf(request.query);
    response.type('application/manifest+json').set('Cache-Control', `public, max-age=${DAY_S}`).send(manifestOf(client));
  });

  router.get('/.well-known/security.txt', async (_request, response, next) => {
    response.locals.route = 'security';
    const contact = securityContact ?? (await app()).supportEmail;
    if (contact === null) return next();
    response.type('text').send(securityText({ contact, publicOrigin }));
  });
  return router;
}

const iconPath = ({ id }: Client): string => `/favicon.ico${queryOf(id)}`;
const queryOf = (id: string): string => (id === NEUTRAL_BRAND ? '' : `?client=${encodeURIComponent(id)}`);

/** For the head of a page. A client's id is made of letters, digits, `-` and `_`. */
export const brandLinks = (client: Client): string =>
  `<link rel="icon" href="${iconPath(client)}"><link rel="manifest" href="/manifest.webmanifest${queryOf(client.id)}">`;

/** A bolt in a rounded square. */
const iconOf = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/>` +
  `<path d="M18 4 7.5 18.5h7L13 28l11.5-15h-7.5z" fill="${onColor(color)}"/></svg>`;

const manifestOf = (client: Client): string =>
  JSON.stringify({
    name: client.name,
    start_url: client.id === NEUTRAL_BRAND ? '/' : `/${client.id}`,
    // A driver comes by a QR code or a link: nothing is gained by a window without an address bar.
    display: 'browser',
    theme_color: brandColor(client.colors),
    background_color: '#ffffff',
    icons: [{ src: iconPath(client), sizes: 'any', type: 'image/svg+xml' }],
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
