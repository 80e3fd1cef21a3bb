import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { findRoute } from '../../../client/core/routes.ts';
import { createSpliced } from '../../render/spliced.ts';
import { createCacheMiddleware } from './cacheMiddleware.ts';
import type { PageCache } from './pageCache.ts';

/** How often a visitor was read before all else, of three who ask for an address. */
async function earlyReads(address: string): Promise<number> {
  let reads = 0;
  const { step, send } = createCacheMiddleware({
    kept: {} as PageCache,
    codeProofs: { isBrought: () => false },
    formTokens: { mint: () => 'token' },
    readers: [
      (_, response) => {
        reads++;
        response.end();
      },
    ],
  });
  const page = createSpliced('<p>Page</p>', { nonce: 'NONCE', requestId: 'REQUEST', formToken: 'TOKEN' });
  const app = express();
  app.use((_, response, next) => {
    Object.assign(response.locals, { nonce: 'nonce', requestId: 'request' });
    next();
  });
  app.use(step);
  app.use((request, response) => send(request, response, page, findRoute('/').route));
  for (let time = 0; time < 3; time++) expect((await supertest(app).get(address)).status).toBe(200);
  return reads;
}

describe('An address that is answered early', () => {
  it('is one that was sent before', async () => {
    expect(await earlyReads('/blaufink')).toBe(2);
  });

  it('is not kept where it is endless, as with a query of nothing but separators', async () => {
    expect(await earlyReads(`/blaufink?${'&'.repeat(10_000)}`)).toBe(0);
  });
});
