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

/** A database that is away is back, or another one has taken over, within seconds; and all who come again do so at once. */
const RETRY_AFTER_S = 10;

/**
 * What went wrong, as a Problem. Express and its parsers throw errors with a status of their own for bad requests, and what lies
 * outside of us, as a database that is away, has 503.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('bad-request', { cause: error });
  if (status === 503) return new Problem('unavailable', { cause: error, retryAfterS: RETRY_AFTER_S });
  return new Problem('unexpected', { cause: error });
}

const LEFT = /^(?:ERR_STREAM_PREMATURE_CLOSE$|HPE_)/;

/** The visitor has gone, or has broken off the request, while the answer was on its way: nobody's fault. */
export const isLeft = (error: unknown): boolean => LEFT.test(String((error as { code?: unknown } | null)?.code));

/** A JSON answer for whoever asked in JSON. */
export function sendProblem(response: Response, problem: Problem): void {
  if (problem.retryAfterS !== null) response.set('Retry-After', String(problem.retryAfterS));
  const { code, fields, retryAfterS } = problem;
  response.status(STATUS[code]).set('Cache-Control', 'no-store').json({ problem: code, fields, retryAfterS });
}

/** Counts a request that is answered with 'unavailable'. */
export type UnavailableReporter = (problem: Problem) => void;

type Shown = (response: Response, problem: Problem) => Promise<void>;

/** Downloads are links that people follow, so they answer with pages whatever the browser accepts. */
const DOWNLOAD = /\/(?:invoice(?:\/[^/]+)?|calibration-data)$/;

interface AnswerDependencies {
  showProblem: Shown;
  log: Log;
  reportUnavailable: UnavailableReporter;
}

/**
 * The only error handler. Bugs go to the log with the request's id; bodies, names and messages of libraries never reach
 * log or screen.
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
