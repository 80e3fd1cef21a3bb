import express, { type Router } from 'express';
import { type ChargingRequest, ENDPOINTS, type Question, type Started } from '../../../shared/charging/charging.ts';
import { FORM_TOKEN_PATH } from '../../../shared/charging/paths.ts';
import type { Session } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { getOrMake } from '../../../shared/util/getOrMake.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { EnablePush } from '../limits/deviceLimits.ts';
import type { RequestNotice } from '../limits/noticeLimits.ts';
import type { Search } from '../limits/searchLimits.ts';
import { type CodeProofs, orderOf } from '../request/codeProof.ts';
import type { FormTokens } from '../request/formToken.ts';
import { parseRequest } from '../request/input.ts';
import { saveUnfinishedPayment } from '../request/unfinishedPayment.ts';

interface ApiDependencies {
  backend: Backend;
  formTokens: FormTokens;
  codeProofs: CodeProofs;
  search: Search;
  enablePush: EnablePush;
  requestNotice: RequestNotice;
  /** Returns a stable id of a visitor, derived from the IP address. */
  visitorId(address: string): string;
  isSecure: boolean;
}

/** JSON routes for the drivers' pages, one route per entry of `ENDPOINTS`. */
export function api(dependencies: ApiDependencies): Router {
  const { backend, formTokens, codeProofs, search, enablePush, requestNotice, visitorId, isSecure } = dependencies;
  const answers: Answers = backend;
  /** Handlers of endpoints that need more than the request body: rate limits, form tokens or the visitor id. */
  const others: Partial<Answers> = {
    findSessions: search,
    enablePush,
    requestFreeNotice: requestNotice,
    startSession: async (options, address) => {
      if (!formTokens.isOurs(options.formToken, new Date())) throw new Problem('link-expired');
      return backend.startSession({ ...orderOf(codeProofs, options), visitor: visitorId(address) });
    },
  };
  const answer = <Q extends Question>(question: Q, input: object, address: string): Promise<unknown> => {
    const known = others[question] ?? answers[question];
    return known(parseRequest(question, input), address);
  };
  const router = express.Router();
  // The token is returned without any check: it is not stored on the server, and no other site can read the response.
  router.get(FORM_TOKEN_PATH, (_request, response) => {
    response.locals.route = 'formToken';
    response.set('Cache-Control', 'no-store').json({ formToken: formTokens.mint(new Date()) });
  });
  for (const [name, [method, path]] of Object.entries(ENDPOINTS)) {
    const question = name as Question;
    router[method === 'GET' ? 'get' : 'post'](path, async (request, response) => {
      response.locals.route = question;
      const body: unknown = method === 'GET' ? request.query : request.body;
      if (method === 'POST' && !request.is('application/json')) throw new Problem('bad-request');
      const answered = await answer(question, { ...(body as object), ...request.params }, request.ip ?? '');
      response.set('Cache-Control', 'no-store');
      if (question === 'startSession') {
        const { clientId } = body as ChargingRequest<'startSession'>;
        saveUnfinishedPayment(response, { clientId, started: answered as Started, isSecure });
      }
      if (IS_SHARED.has(question)) response.type('json').send(textOf(answered as Session));
      else response.json(answered);
    });
  }
  return router;
}

type Answers = { readonly [Q in Question]: (options: ChargingRequest<Q>, address: string) => Promise<unknown> };

/** Endpoints whose backend returns one shared object to all callers. Its JSON text is cached. */
const IS_SHARED: ReadonlySet<Question> = new Set(['getSession', 'getWatchedSession']);
const texts = new WeakMap<Session, string>();

/** Returns the JSON text of a session. Each object is serialised only once. */
const textOf = (session: Session): string => getOrMake(texts, session, () => JSON.stringify(session));
