import express, { type Router } from 'express';
import { type Charging, ENDPOINTS, type SearchAsk, type StartAsk } from '../../shared/charging.ts';
import { Problem } from '../../shared/problem.ts';
import type { Session } from '../../shared/session.ts';
import type { Backend } from '../backend.ts';
import type { FormTokens } from './forms/formToken.ts';
import { readAsk } from './input.ts';
import type { Search } from './searchLimits.ts';

interface ApiDependencies {
  backend: Backend;
  formTokens: FormTokens;
  search: Search;
  /** Tells visitors apart by their address. */
  visitorId(address: string): string;
}

/** One JSON route per question a visitor may ask. */
export function api({ backend, formTokens, search, visitorId }: ApiDependencies): Router {
  /** What a question needs to know about who asks, beside what the browser sends. */
  const answers: Partial<Record<keyof Charging, (ask: unknown, address: string) => Promise<unknown>>> = {
    findSessions: (ask, address) => search(ask as SearchAsk, address),
    startSession: (ask, address) => backend.startSession({ ...(ask as StartAsk), visitor: visitorId(address) }),
  };
  const router = express.Router();
  for (const [name, [method, path]] of Object.entries(ENDPOINTS)) {
    const operation = name as keyof Charging;
    router[method === 'GET' ? 'get' : 'post'](path, async (request, response) => {
      response.locals.route = operation;
      const body: unknown = method === 'GET' ? request.query : request.body;
      if (method === 'POST' && !request.is('application/json')) throw new Problem('bad-request');
      const ask = readAsk(operation, { ...(body as object), ...request.params }) as { formToken?: string };
      if (operation === 'startSession' && !formTokens.isOurs(ask.formToken ?? '', new Date())) throw new Problem('link-expired');
      const answer = answers[operation] ?? (backend[operation] as (ask: unknown) => Promise<unknown>);
      const answered = await answer(ask, request.ip ?? '');
      response.set('Cache-Control', 'no-store');
      if (IS_SHARED.has(operation)) response.type('json').send(textOf(answered as Session));
      else response.json(answered);
    });
  }
  return router;
}

/** Answers that are one object for all who ask for the same. */
const IS_SHARED: ReadonlySet<keyof Charging> = new Set(['getSession', 'getWatchedSession']);
const texts = new WeakMap<Session, string>();

/** Serialised once for all who ask for the same view. */
function textOf(session: Session): string {
  const text = texts.get(session) ?? JSON.stringify(session);
  texts.set(session, text);
  return text;
}
