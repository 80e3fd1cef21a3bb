import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Response } from 'express';
import { API_PROBLEMS, type ApiProblem, type ApiProblemCode } from '../../../shared/console/api.ts';
import type { Refusal } from '../../../shared/console/operating.ts';
import { BrandLimited } from '../../core/ports/consolePort.ts';
import type { Log } from '../request/log.ts';
import { isLeft, problemOf, STATUS, type UnavailableReporter } from '../request/problems.ts';

type More = Pick<ApiProblem, 'errors' | 'changedBy'>;

/** Sends a problem as RFC 9457 defines. */
export function sendApiProblem(response: Response, code: ApiProblemCode, detail: string, more: More = {}): void {
  const status = API_PROBLEMS[code];
  const { requestId = '' } = response.locals as { requestId?: string };
  const title = STATUS_CODES[status] ?? '';
  const problem: ApiProblem = { type: 'about:blank', title, status, detail, code, requestId, ...more };
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Sends the refusal of an action. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  if (refusal.kind === 'changed') {
    const { by } = refusal;
    const more = by ? { changedBy: { who: by.who, does: by.does, at: by.at } } : {};
    sendApiProblem(response, 'changed', 'The object has changed since it was read.', more);
  } else if (refusal.kind === 'read-only') sendApiProblem(response, 'scope-missing', 'This token may only read.');
  else sendApiProblem(response, refusal.kind === 'not-connected' ? 'partner-failed' : 'not-possible', refusal.why);
}

interface Failing {
  log: Log;
  reportUnavailable: UnavailableReporter;
}

/** Returns the error handler. Unexpected errors are logged; the answer has the id of the request, never a message of a library. */
export function answerApiErrors({ log, reportUnavailable }: Failing): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    if (error instanceof BrandLimited) return sendApiProblem(response, 'brand-limited', error.message);
    const problem = problemOf(error);
    if (response.headersSent || isLeft(error)) return void response.destroy();
    if (problem.code === 'unavailable') {
      reportUnavailable(problem);
      response.set('Retry-After', String(problem.retryAfterS));
      return sendApiProblem(response, 'unavailable', 'The app is not available at the moment.');
    }
    if (problem.code === 'bad-request') return sendApiProblem(response, 'invalid-request', 'The request cannot be read.');
    if (STATUS[problem.code] === 404) return sendApiProblem(response, 'not-found', 'There is no such object.');
    log.bug(problem.cause ?? problem);
    return sendApiProblem(response, 'unexpected', 'An unexpected error has been logged under this request id.');
  };
}
