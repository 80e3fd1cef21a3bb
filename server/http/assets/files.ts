import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { WORKER_PATH } from '../../../shared/charging/paths.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { Assets } from '../../render/assets.ts';

const YEAR_S = 31_536_000;

/** Takes the place of a worker that is not wanted any more: removes what it kept, and itself. */
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

/** Files that never change under their address, and the few that browsers and robots ask for by name. */
export function files({ outDir, assets, hasOfflinePages, backend }: FileDependencies): Router {
  const router = express.Router();
  router.get('/assets/:name', compressed(path.join(outDir, 'assets')));
  // A folder is no file; its redirect would lead wherever a request line says that it came from.
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

/** What is part of a page may run nothing when it is opened by itself. The styles of a logo are within it. */
const PART_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const LOGO_POLICY = `${PART_POLICY}; style-src 'unsafe-inline'`;
/** Said of documents, to browsers and plug-ins of before. */
const OF_DOCUMENTS = [
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
] as const;

/** A first visit has several of these files, and on one bar of reception half a kilobyte of headers with each is felt. */
function asPart(response: ServerResponse): void {
  for (const name of OF_DOCUMENTS) response.removeHeader(name);
  response.setHeader('Content-Security-Policy', PART_POLICY);
}

/** Encodings the build wrote files in, best first, and how these files' names end. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Serves what the build has compressed already. File names are read once, so no request can name another file. */
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

/** Ours is the order where a browser takes both. */
const encodingFor = (request: Request<{ name: string }>, exists: (suffix: string) => boolean): keyof typeof ENCODINGS | null =>
  (['br', 'gzip'] as const).find(encoding => exists(ENCODINGS[encoding]) && request.acceptsEncodings(encoding)) ?? null;
