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

/**
 * Seconds after which browsers may retry. A failed database or its standby is usually available again within seconds. A shorter
 * wait would add load, because all browsers retry at the same time.
 */
const RETRY_AFTER_S = 10;

/**
 * Converts an error to a Problem. Errors of Express and its parsers have a status below 500 and become 'bad-request'. Errors of
 * an unavailable dependency, such as the database, have status 503.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('bad-request', { cause: error });
  if (status === 503) return new Problem('unavailable', { cause: error, retryAfterS: RETRY_AFTER_S });
  return new Problem('unexpected', { cause: error });
}

const LEFT = /^(?:ERR_STREAM_PREMATURE_CLOSE$|HPE_)/;

/** Whether the visitor disconnected before the response was complete. This is not an error of the app. */
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

/** Downloads are opened by links, so their errors are shown as pages, whatever the Accept header says. */
const DOWNLOAD = /\/(?:invoice(?:\/[^/]+)?|calibration-data)$/;

interface AnswerDependencies {
  showProblem: Shown;
  log: Log;
  reportUnavailable: UnavailableReporter;
}

/**
 * The only error handler for drivers' requests. Unexpected errors are logged with the request id. Responses contain only an
 * error code, never a message of a library.
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
