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
  /** The holder of the token may run every command of the command line. */
  token: string;
  /** Resolves to null for an unknown command. The message of an error is sent in the response. */
  run(request: CommandRequest): Promise<object | null>;
  log: Pick<Log, 'event'>;
  createLimiter: CreateRateLimiter;
}

/**
 * The command line of a running app, for hosts without a disk or a shell: POST /operator-api/<command>. Only wrong tokens are
 * counted, per network. The correct token is accepted even if the network is over the limit.
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
      // Options are never logged, because they may contain a reason or an address.
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

/** The options that are texts. Other values are ignored. */
function readOptions(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {};
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, MAX_CHARACTERS)]));
}
