import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response, type Router } from 'express';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { FeedDocument } from '../../core/ports/feedPort.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';
import { isBearer } from '../operations/bearer.ts';

/** Seconds for which a reader may use a document without asking again. */
const MAX_AGE_S = { table: 300, status: 5 } as const;
const CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/';
const CLIENT_ID = /^[\w-]{1,64}$/;

/**
 * Serves the public feed of points, states and ad-hoc prices in DATEX II (AFIR art. 20, Implementing Regulation (EU) 2025/655):
 * `/afir/{client}/table.json` and `/afir/{client}/status.json`, for readers on any site.
 */
export function afirFeeds({
  backend,
  createLimiter,
  token,
}: {
  backend: Pick<Backend, 'getFeed'>;
  createLimiter: CreateRateLimiter;
  /** Bearer token that readers must send. Null: everybody may read the feed. */
  token: string | null;
}): Router {
  const router = express.Router();
  const byNetwork = createLimiter('feeds', LIMITS.feedsPerNetwork);
  router.get('/afir/:client/:document', async (request, response) => {
    response.locals.route = 'afir';
    const { client = '', document: name = '' } = request.params;
    const document = name.replace(/\.json$/, '');
    if (!CLIENT_ID.test(client) || !name.endsWith('.json') || !isDocument(document)) throw new Problem('no-page');
    const retryAfterS = await byNetwork.consume(networkOf(request.ip ?? ''));
    if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
    if (token !== null && !isBearer(request.get('Authorization'), token)) {
      response.status(401).set('WWW-Authenticate', 'Bearer').type('text').send('The feed needs a bearer token.');
      return;
    }
    const since = sinceIn(request);
    const found = await backend.getFeed?.({ clientId: client, document, ...(since === null ? {} : { since }) });
    if (!found) throw new Problem('no-page');
    await send(request, response, {
      found,
      cacheControl: `${token === null ? 'public' : 'private'}, max-age=${MAX_AGE_S[document]}`,
    });
  });
  return router;
}

const isDocument = (name: string): name is 'table' | 'status' => name === 'table' || name === 'status';

/** Reads `?since=` as RFC 3339. A value that is no time is ignored, so the reader receives the complete document. */
function sinceIn({ query }: Request): number | null {
  const ms = typeof query.since === 'string' ? Date.parse(query.since) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

async function send(
  request: Request,
  response: Response,
  { found, cacheControl }: { found: FeedDocument; cacheControl: string },
): Promise<void> {
  const encoding = request.acceptsEncodings('gzip') ? 'gzip' : 'identity';
  response.type('json').set({
    Vary: 'Accept-Encoding',
    'Cache-Control': cacheControl,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: `"${found.hash}-${encoding}"`,
    'Last-Modified': found.lastModified.toUTCString(),
    Link: `<${CC0}>; rel="license"`,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (encoding === 'identity') {
    if (request.method === 'HEAD') response.end();
    else await pipeline(found.plain(), response);
    return;
  }
  response.set({ 'Content-Encoding': encoding, 'Content-Length': String(found.gzip.length) });
  if (request.method === 'HEAD') response.end();
  else response.end(found.gzip);
}
