import type { ErrorRequestHandler, Response } from 'express';
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';
import type { Log } from './log.ts';

export const STATUS: Readonly<Record<ProblemCode, number>> = {
  'bad-request': 400,
  'wrong-origin': 403,
  'wrong-method': 405,
  'no-page': 404,
  'no-client': 404,
  'no-charging-point': 404,
  'no-session': 404,
  'no-receipt': 404,
  'plug-taken': 409,
  'tariff-changed': 409,
  'code-used': 409,
  'not-now': 409,
  'invoice-not-ready': 409,
  'receipt-not-ready': 409,
  'invoice-replaced': 409,
  'calibration-not-ready': 409,
  'link-expired': 410,
  'invalid-input': 422,
  'too-many': 429,
  'unpaid-orders': 429,
  'small-sessions': 429,
  'not-offered': 404,
  'payments-unavailable': 503,
  'search-failed': 502,
  'stations-unavailable': 503,
  unavailable: 503,
  unexpected: 500,
};

/** Seconds. An unavailable database is back, or a standby takes over, within seconds, and all clients retry at the same time. */
const RETRY_AFTER_S = 10;

/**
 * Converts an error to a Problem. Express and the parsers throw errors with a status of their own for bad requests. An error of
 * an unavailable external system, for example of the database, has status 503.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('bad-request', { cause: error });
  if (status === 503) return new Problem('unavailable', { cause: error, retryAfterS: RETRY_AFTER_S });
  return new Problem('unexpected', { cause: error });
}

const LEFT = /^(?:ERR_STREAM_PREMATURE_CLOSE$|HPE_)/;

/** Whether the visitor disconnected or aborted the request before the response was complete. This is not a fault of the app. */
export const isLeft = (error: unknown): boolean => LEFT.test(String((error as { code?: unknown } | null)?.code));

/** Sends a problem as JSON. */
export function sendProblem(response: Response, problem: Problem): void {
  if (problem.retryAfterS !== null) response.set('Retry-After', String(problem.retryAfterS));
  const { code, fields, retryAfterS } = problem;
  response.status(STATUS[code]).set('Cache-Control', 'no-store').json({ problem: code, fields, retryAfterS });
}

/** Counts a request that is answered with 'unavailable'. */
export type UnavailableReporter = (problem: Problem) => void;

type Shown = (response: Response, problem: Problem) => Promise<void>;

/** Downloads are links on pages, so errors are shown as pages whatever the browser accepts. */
const DOWNLOAD = /\/(?:invoice(?:\/[^/]+)?|calibration-data)$/;

interface AnswerDependencies {
  showProblem: Shown;
  log: Log;
  reportUnavailable: UnavailableReporter;
}

/**
 * The only error handler of drivers' requests. Unexpected errors are logged with the id of the request. Responses contain a code
 * and no message of a library.
 */
export function answerProblems({ showProblem, log, reportUnavailable }: AnswerDependencies): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    const problem = problemOf(error);
    if (problem.code === 'unexpected' && !isLeft(error)) log.bug(problem.cause ?? problem);
    if (problem.code === 'unavailable') reportUnavailable(problem);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const wantsPage = !request.path.startsWith('/api/') && request.accepts(['html', 'json']) === 'html';
    if (wantsPage || DOWNLOAD.test(request.path)) await showProblem(response, problem);
    else sendProblem(response, problem);
  };
}
