import { createHash } from 'node:crypto';
import { json, type Request, type RequestHandler, type Response, Router } from 'express';
import { LIMITS } from '../../../shared/charging/limits.ts';
import type { Act } from '../../../shared/console/acts.ts';
import type { ApiFile, ApiRead } from '../../../shared/console/api.ts';
import type { Operating } from '../../../shared/console/operating.ts';
import type { ApiCaller, OperatorConsole } from '../../core/ports/consolePort.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';
import type { Log } from '../request/log.ts';
import type { UnavailableReporter } from '../request/problems.ts';
import { operatedFile, sendFile } from '../request/sendFile.ts';
import { answerApiErrors, sendApiProblem, sendRefusal } from './apiProblems.ts';
import { type ApiOperation, DESCRIPTION, listOperations } from './description.ts';
import { FILES, READS } from './reads.ts';
import { referencePage } from './reference.ts';

export interface ApiDependencies {
  operator: Pick<OperatorConsole, 'findCaller' | 'operatingAs'>;
  log: Log;
  createLimiter: CreateRateLimiter;
  reportUnavailable: UnavailableReporter;
}

/** Serves the operations that the description names. */
export function apiOperations({ operator, log, createLimiter, reportUnavailable }: ApiDependencies): Router {
  const router = Router();
  const bytes = Buffer.from(JSON.stringify(DESCRIPTION));
  router.get(
    '/openapi.json',
    (_request, response) => void response.type('json').set('Cache-Control', 'public, max-age=300').send(bytes),
  );
  router.get('/', referencePage());
  router.use(authenticated({ operator, createLimiter }));
  router.use(json({ limit: '64kb', inflate: false }));
  const operations = listOperations();
  for (const operation of operations) {
    const path = pathOf(operation);
    router[operation.method](path, withScope(operation), async (request, response, next) => {
      // Express answers HEAD by the handler of GET, which would record an export.
      if (request.method === 'HEAD') return next();
      const { who } = callerOf(response);
      const operating = operator.operatingAs(who, String(response.locals.requestId ?? ''));
      await (operation.method === 'get' ? read : act)({ operation, operating, request, response });
    });
  }
  for (const operation of operations)
    router.all(pathOf(operation), (_request, response) => {
      response.set('Allow', operation.method.toUpperCase());
      sendApiProblem(response, 'method-not-allowed', 'The path does not have this method.');
    });
  router.use((_request, response) => sendApiProblem(response, 'not-found', 'There is no such path.'));
  router.use(answerApiErrors({ log, reportUnavailable }));
  return router;
}

const pathOf = ({ at }: ApiOperation): string => at.replaceAll(/\{(\w+)\}/g, ':$1');
const callerOf = (response: Response): ApiCaller => response.locals.caller as ApiCaller;

/** Finds the token of a request. Wrong tokens are limited per network, and requests are limited per token. */
function authenticated({ operator, createLimiter }: Pick<ApiDependencies, 'operator' | 'createLimiter'>): RequestHandler {
  const wrongTokens = createLimiter('api-wrong-token', LIMITS.wrongTokensPerNetwork);
  const requests = createLimiter('api-token', LIMITS.requestsPerToken);
  return async (request, response, next) => {
    const [, secret] = /^Bearer ([\w-]{1,100})$/i.exec(request.get('authorization') ?? '') ?? [];
    const caller = secret === undefined ? null : await operator.findCaller(secret, request.ip ?? '');
    const network = networkOf(request.ip ?? '');
    const retryAfterS = await (caller ? requests.consume(caller.who.tokenId) : wrongTokens.consume(network));
    if (retryAfterS !== null) {
      response.set('Retry-After', String(retryAfterS));
      return sendApiProblem(response, 'too-many-requests', 'Too many requests. Wait before the next one.');
    }
    if (!caller) {
      response.set('WWW-Authenticate', 'Bearer');
      if (secret === undefined)
        return sendApiProblem(response, 'token-missing', 'Send the header Authorization: Bearer <token>.');
      return sendApiProblem(
        response,
        'token-invalid',
        'The token is wrong, has ended, was revoked or is not valid from this address.',
      );
    }
    response.locals.caller = caller;
    next();
  };
}

const withScope =
  ({ scope }: ApiOperation): RequestHandler =>
  (_request, response, next) => {
    if (callerOf(response).scopes.includes(scope)) return next();
    sendApiProblem(response, 'scope-missing', `The token needs the scope ${scope}.`);
  };

interface Running {
  operation: ApiOperation;
  operating: Operating;
  request: Request;
  response: Response;
}

/** Validates the parameters of the path and the query. Null: a problem has been sent. */
function validated({ operation, request, response }: Running) {
  const params = { ...request.params } as Record<string, string>;
  const query = { ...request.query } as Record<string, unknown>;
  const errors = [...operation.check('path', params), ...operation.check('query', query)];
  if (errors.length === 0) return { params, query };
  sendApiProblem(response, 'invalid-request', 'A parameter is not valid.', { errors });
  return null;
}

async function read(running: Running): Promise<void> {
  const { operation, operating, response } = running;
  const values = validated(running);
  if (!values) return;
  const { at } = operation;
  if (Object.hasOwn(FILES, at)) {
    const file = await FILES[at as ApiFile](operating, values as never);
    if (!file) return sendApiProblem(response, 'not-found', 'There is no such object.');
    if (!('refused' in file)) return sendFile(response, operatedFile(file));
    return sendApiProblem(response, file.away ? 'unavailable' : 'not-possible', file.refused);
  }
  const answer = await READS[at as ApiRead](operating, values as never);
  if (answer === null) return sendApiProblem(response, 'not-found', 'There is no such object.');
  if ('version' in answer) response.set('ETag', `"${answer.version}"`);
  response.json(answer);
}

const KEY = /^[!-~]{1,64}$/;
/** A proxy that compresses answers marks their ETags as weak. */
const VERSION = /^(?:W\/)?"(\d{1,15})"$/;

/** Returns the same JSON for the same values, in whichever order a program sends them. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'string') return each.trim();
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

/** Performs an action, or previews the action. Its idempotency key is the token of the form that staff submit in the console. */
async function act(running: Running): Promise<void> {
  const { operation, operating, request, response } = running;
  const values = validated(running);
  if (!values) return;
  const body = Object(request.body ?? {}) as Record<string, unknown>;
  const errors = operation.check('body', body);
  if (errors.length > 0) return sendApiProblem(response, 'invalid-request', 'The body is not valid.', { errors });
  const requested = { ...body, ...values.params, does: operation.does } as unknown as Act;
  if (values.query.preview === 'true') {
    const preview = await operating.preview(requested);
    if (preview.kind !== 'possible') return sendRefusal(response, preview);
    return void response.json(preview);
  }
  const key = request.get('idempotency-key') ?? '';
  if (!KEY.test(key))
    return sendApiProblem(response, 'invalid-request', 'Send the header Idempotency-Key with 1 to 64 visible characters.');
  const [, version] = VERSION.exec(request.get('if-match') ?? '') ?? [];
  if (operation.needsVersion && version === undefined)
    return sendApiProblem(response, 'version-missing', 'Send the header If-Match with the ETag of the session.');
  const form = `api ${callerOf(response).who.tokenId} ${key}`;
  const digest = createHash('sha256').update(sortedJson(requested)).digest('base64url');
  const done = await operating.act({ ...requested, seen: version === undefined ? null : Number(version), form, digest });
  if (done.kind !== 'done') return sendRefusal(response, done);
  if (done.again) response.set('Idempotency-Replayed', 'true');
  response.status(done.waits ? 202 : 200).json(done);
}
