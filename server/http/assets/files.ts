import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { WORKER_PATH } from '../../../shared/charging/paths.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { Assets } from '../../render/assets.ts';

const YEAR_S = 31_536_000;

/** Replaces an installed service worker after page caching was disabled: deletes the caches and unregisters itself. */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(caches.keys()
  .then(names => Promise.all(names.map(name => caches.delete(name))))
  .then(() => self.registration.unregister())));
`;

interface FileDependencies {
  outDir: string;
  assets: Assets;
  hasOfflinePages: boolean;
  backend: Backend;
}

/** Serves files with a content hash in their name, and a few files that browsers and robots request under a fixed name. */
export function files({ outDir, assets, hasOfflinePages, backend }: FileDependencies): Router {
  const router = express.Router();
  router.get('/assets/:name', compressed(path.join(outDir, 'assets')));
  // `redirect: false`: the redirect for a folder would be built from the request line, which the sender controls.
  const staticOptions = { immutable: true, maxAge: YEAR_S * 1000, index: false, redirect: false, setHeaders: asPart } as const;
  router.use('/assets', express.static(path.join(outDir, 'assets'), staticOptions));

  router.get('/assets/logos/:clientId/:hash', async (request, response, next) => {
    response.locals.route = 'logo';
    const logo = await backend.findLogo(request.params);
    if (logo?.hash !== request.params.hash) return next();
    asPart(response);
    response.set('Content-Security-Policy', LOGO_POLICY);
    response.type(logo.contentType).set('Cache-Control', `public, max-age=${YEAR_S}, immutable`).send(Buffer.from(logo.bytes));
  });

  router.get(WORKER_PATH, (_request, response) => {
    response.locals.route = 'worker';
    response.type('text/javascript').set('Cache-Control', 'no-cache');
    if (hasOfflinePages) response.sendFile('service-worker.js', { root: outDir, cacheControl: false });
    else response.send(NO_WORKER);
  });
  router.get('/builds/latest.json', (_request, response) => {
    response.locals.route = 'build';
    response.set('Cache-Control', 'no-cache').json({ id: assets.build });
  });
  router.get('/robots.txt', (_request, response) => {
    response.locals.route = 'robots';
    response.type('text').send('User-agent: *\nDisallow: /api/\nDisallow: /sandbox-pay/\n');
  });
  return router;
}

/** If a file is opened directly, it may run no script. Logos may contain inline styles. */
const PART_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const LOGO_POLICY = `${PART_POLICY}; style-src 'unsafe-inline'`;
/** Headers that have no effect on a subresource, or that matter only to plug-ins and old browsers. */
const OF_DOCUMENTS = [
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
] as const;

/**
 * Removes headers that a subresource does not need. A first visit loads several files, and half a kilobyte of headers each would
 * delay the page on a slow mobile connection.
 */
function asPart(response: ServerResponse): void {
  for (const name of OF_DOCUMENTS) response.removeHeader(name);
  response.setHeader('Content-Security-Policy', PART_POLICY);
}

/** Encodings of the precompressed files, best first, with the suffix of the file name. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves files that the build has precompressed. The file names are read once at start, so a request cannot reach any other
 * file.
 */
function compressed(folder: string): RequestHandler<{ name: string }> {
  const files = new Set(readdirSync(folder));
  return (request, response, next) => {
    const { name } = request.params;
    const encoding = encodingFor(request, suffix => files.has(name + suffix));
    if (!files.has(name) || !encoding) return next();
    response.locals.route = 'asset';
    asPart(response);
    response.vary('Accept-Encoding').set('Content-Encoding', encoding).type(path.extname(name));
    response.sendFile(name + ENCODINGS[encoding], { root: folder, immutable: true, maxAge: YEAR_S * 1000, acceptRanges: false });
  };
}

/** Selects the encoding of the response. If a browser accepts both, Brotli is preferred. */
const encodingFor = (request: Request<{ name: string }>, exists: (suffix: string) => boolean): keyof typeof ENCODINGS | null =>
  (['br', 'gzip'] as const).find(encoding => exists(ENCODINGS[encoding]) && request.acceptsEncodings(encoding)) ?? null;
