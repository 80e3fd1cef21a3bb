import { json, Router } from 'express';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';
import type { Log } from '../request/log.ts';
import { isBearer } from './bearer.ts';

export const COMMANDS_PATH = '/operator-api';

interface CommandRequest {
  name: string;
  options: Readonly<Record<string, string>>;
}

interface CommandEndpoint {
  /** Bearer token. Its holder may run every command of the command line. */
  token: string;
  /** Runs a command. Resolves to null if the command is unknown. If it throws, the error message is sent in the response. */
  run(request: CommandRequest): Promise<object | null>;
  log: Pick<Log, 'event'>;
  createLimiter: CreateRateLimiter;
}

/**
 * Offers the command line over HTTP, for hosts without a disk or a shell: POST /operator-api/<command>. Wrong tokens are limited
 * per network. The correct token is accepted even from a network over its limit.
 */
export function commandEndpoint({ token, run, log, createLimiter }: CommandEndpoint): Router {
  const router = Router();
  const wrongTokens = createLimiter('operator-token', LIMITS.wrongTokensPerNetwork);
  router.use(async (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (isBearer(request.get('authorization'), token)) return next();
    const retryAfterS = await wrongTokens.consume(networkOf(request.ip ?? ''));
    if (retryAfterS !== null)
      response.status(429).set('Retry-After', String(retryAfterS)).json({ error: 'Too many wrong tokens.' });
    else response.status(401).json({ error: 'Who is asking?' });
  });
  router.post('/:name', json({ limit: '16kb', inflate: false }), async (request, response) => {
    const { name } = request.params;
    const options = readOptions((request.body as { options?: unknown } | undefined)?.options);
    try {
      const output = await run({ name, options });
      // Options are never logged, because they may contain a reason or an e-mail address.
      log.event('operator command executed', { name: output ? name : 'unknown' });
      if (output) response.json(output);
      else response.status(404).json({ error: 'Unknown command.' });
    } catch (error) {
      log.event('operator command rejected', { name });
      response.status(409).json({ error: error instanceof Error ? error.message : 'Not done' });
    }
  });
  router.use((_request, response) => {
    response.status(404).json({ error: 'Not found.' });
  });
  return router;
}

const MAX_CHARACTERS = 1000;

/** Returns the options whose values are strings. All other values are ignored. */
function readOptions(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {};
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, MAX_CHARACTERS)]));
}
