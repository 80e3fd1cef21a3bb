import type { Request, RequestHandler } from 'express';
import pino, { type DestinationStream, type LoggerOptions } from 'pino';
import { correlationId, givenId, withCorrelation } from '../../platform/correlation.ts';
import { asWritten } from '../../platform/redactSecrets.ts';
import { isFromTrustedProxy } from './network.ts';
import { unforeseen } from './random.ts';

/** Writes log lines as JSON. Names, e-mail addresses, card digits, searched prices and full IP addresses are never logged. */
export interface Log {
  /** Logs a step of an order or of the app. `facts` may contain only ids, numbers and fixed words. */
  event(name: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(name: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  /** Logs an unexpected error with the request id that the visitor sees. */
  bug(error: unknown, facts?: Readonly<Record<string, string>>): void;
  /** Middleware that gives each request an id and logs it by route name. A request id set by a trusted proxy is kept. */
  requests: RequestHandler;
}

export function createLog({ level, destination }: { level: string; destination?: DestinationStream | undefined }): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ request: correlationId() }),
  };
  const logger = pino(options, destination ?? openOutput());

  return {
    event: (name, facts = {}) => logger.info(facts, name),
    warn: (name, facts = {}) => logger.warn(facts, name),
    bug: (error, facts = {}) => logger.error({ ...facts, error: describe(error) }, 'bug'),
    requests(request, response, next) {
      const id = idOf(request) ?? unforeseen(6).toString('hex');
      const began = performance.now();
      response.locals.requestId = id;
      response.once('close', () => {
        const ms = Math.round(performance.now() - began);
        const facts = {
          method: request.method,
          route: String(response.locals.route ?? 'other'),
          status: response.statusCode,
          ms,
        };
        logger.info({ ...facts, request: id, ...(response.writableFinished ? {} : { aborted: true }) }, 'request');
      });
      withCorrelation(id, next);
    },
  };
}

const idOf = (request: Request): string | null =>
  isFromTrustedProxy(request)
    ? givenId({ requestId: request.get('x-request-id'), traceparent: request.get('traceparent') })
    : null;

/** Opens the log output. If it cannot be written, for example because the disk is full, lines are lost but the app continues. */
function openOutput(): DestinationStream {
  return pino.destination({ fd: process.stdout.fd, sync: true }).on('error', () => undefined);
}

/**
 * Returns type, message and stack frames of an error. Messages of parsers are left out, because they may quote a visitor's
 * input.
 */
function describe(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const isParser = ('status' in error && Number(error.status) < 500) || error instanceof SyntaxError;
  return {
    type: error.name,
    message: isParser ? '' : error.message.slice(0, 300),
    stack: asWritten(frames.slice(0, 8).join('\n')),
  };
}
