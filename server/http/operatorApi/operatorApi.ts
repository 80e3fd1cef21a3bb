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

interface ApiDependencies {
  operator: Pick<OperatorConsole, 'findCaller' | 'operatingAs'>;
  log: Log;
  createLimiter: CreateRateLimiter;
  reportUnavailable: UnavailableReporter;
}

/**
 * Serves the API for programs of the operator. It reads and does what the console does, and its description decides which paths
 * and values there are. It must precede cookies and the origin check, because its callers are not browsers.
 */
export function operatorApi({ operator, log, createLimiter, reportUnavailable }: ApiDependencies): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.locals.route = 'operator-api';
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/openapi.json', (_request, response) => void response.json(DESCRIPTION));
  router.use(authenticated({ operator, createLimiter }));
  router.use(json({ limit: '64kb', inflate: false }));
  for (const operation of listOperations()) {
    const path = operation.at.replaceAll(/\{(\w+)\}/g, ':$1');
    router[operation.method](path, withScope(operation), async (request, response) => {
      const { who } = callerOf(response);
      const operating = operator.operatingAs(who, String(response.locals.requestId ?? ''));
      await (operation.method === 'get' ? read : act)({ operation, operating, request, response });
    });
  }
  for (const { at } of listOperations())
    router.all(at.replaceAll(/\{(\w+)\}/g, ':$1'), (_request, response) =>
      sendApiProblem(response, 'method-not-allowed', 'The path does not have this method.'),
    );
  router.use((_request, response) => sendApiProblem(response, 'not-found', 'There is no such path.'));
  router.use(answerApiErrors({ log, reportUnavailable }));
  return router;
}

const callerOf = (response: Response): ApiCaller => response.locals.caller as ApiCaller;

/** Finds the token of a request. Wrong tokens are limited per network, and requests are limited per token. */
function authenticated({ operator, createLimiter }: Pick<ApiDependencies, 'operator' | 'createLimiter'>): RequestHandler {
  const wrongTokens = createLimiter('api-wrong-token', LIMITS.wrongTokensPerNetwork);
  const requests = createLimiter('api-token', LIMITS.requestsPerToken);
  return async (request, response, next) => {
    const [, secret] = /^Bearer ([\w-]{1,100})$/i.exec(request.get('authorization') ?? '') ?? [];
    const caller = secret === undefined ? null : await operator.findCaller(secret);
    const retryAfterS = await (caller ? requests.consume(caller.tokenId) : wrongTokens.consume(networkOf(request.ip ?? '')));
    if (retryAfterS !== null) {
      response.set('Retry-After', String(retryAfterS));
      return sendApiProblem(response, 'too-many-requests', 'Too many requests. Wait before the next one.');
    }
    if (!caller) {
      response.set('WWW-Authenticate', 'Bearer');
      if (secret === undefined)
        return sendApiProblem(response, 'token-missing', 'Send the header Authorization: Bearer <token>.');
      return sendApiProblem(response, 'token-invalid', 'The token is wrong, has ended or was revoked.');
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
    if (!file) return sendApiProblem(response, 'not-found', 'There is no such period.');
    if (!('refused' in file)) return sendFile(response, operatedFile(file));
    return sendApiProblem(response, file.away ? 'unavailable' : 'not-possible', file.refused);
  }
  const answer = await READS[at as ApiRead](operating, values as never);
  if (answer === null) return sendApiProblem(response, 'not-found', 'There is no such object.');
  if ('version' in answer) response.set('ETag', `"${answer.version}"`);
  response.json(answer);
}

const KEY = /^[!-~]{1,64}$/;
const VERSION = /^"(\d{1,15})"$/;

/** Performs an action, or previews the action. Its idempotency key is the token of the form that staff submit in the console. */
async function act(running: Running): Promise<void> {
  const { operation, operating, request, response } = running;
  const values = validated(running);
  if (!values) return;
  const body = Object(request.body ?? {}) as Record<string, unknown>;
  const errors = operation.check('body', body);
  if (errors.length > 0) return sendApiProblem(response, 'invalid-request', 'The body is not valid.', { errors });
  const requested = { ...body, ...values.params, does: operation.id } as unknown as Act;
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
  const form = `api ${callerOf(response).tokenId} ${key}`;
  const digest = createHash('sha256').update(JSON.stringify(requested)).digest('base64url');
  const done = await operating.act({ ...requested, seen: version === undefined ? null : Number(version), form, digest });
  if (done.kind !== 'done') return sendRefusal(response, done);
  if (done.again) response.set('Idempotency-Replayed', 'true');
  response.status(done.waits ? 202 : 200).json(done);
}
