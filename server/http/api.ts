import express, { type Router } from 'express';
import { type Charging, ENDPOINTS, type SearchAsk } from '../../shared/charging.ts';
import { Problem } from '../../shared/problem.ts';
import type { Backend } from '../backend.ts';
import { readAsk } from './input.ts';
import type { Intents } from './seal.ts';
import type { Search } from './searchLimits.ts';

/** One JSON route per question a visitor may ask. */
export function api({ backend, intents, search }: { backend: Backend; intents: Intents; search: Search }): Router {
  const router = express.Router();
  for (const [name, [method, path]] of Object.entries(ENDPOINTS)) {
    const operation = name as keyof Charging;
    router[method === 'GET' ? 'get' : 'post'](path, async (request, response) => {
      response.locals.route = operation;
      const body: unknown = method === 'GET' ? request.query : request.body;
      if (method === 'POST' && !request.is('application/json')) throw new Problem('bad-request');
      const ask = readAsk(operation, { ...(body as object), ...request.params }) as { intent?: string };
      if (operation === 'startSession' && !intents.isOurs(ask.intent ?? '', new Date())) throw new Problem('link-expired');
      const answer =
        operation === 'findSessions'
          ? await search(ask as unknown as SearchAsk, request.ip ?? '')
          : await (backend[operation] as (ask: unknown) => Promise<unknown>)(ask);
      response.set('Cache-Control', 'no-store').json(answer);
    });
  }
  return router;
}
