import type { RequestHandler } from 'express';

/** The addresses of the console and of the drivers' pages. */
export interface ConsoleHost {
  /** Origin of the console. Null in a demo, which runs on local addresses only. */
  origin: string | null;
  /** True if the console has its own host. It is then not served on any other host. */
  hasOwnHost: boolean;
  /** Origin of links to drivers' pages. Empty if they are on the same host as the console. */
  drivers: string;
}

/** Whether a request was sent to the console's own host. */
export const isAtOwnHost = (
  { origin, hasOwnHost }: Pick<ConsoleHost, 'origin' | 'hasOwnHost'>,
  host: string | undefined,
): boolean => hasOwnHost && origin !== null && host === new URL(origin).host;

/** Blocks the drivers' pages on the console's own host, because they would have access to the console's cookies. */
export function nothingElseAt(place: ConsoleHost): RequestHandler {
  return (request, response, next) => {
    if (!isAtOwnHost(place, request.get('host'))) return next();
    if (request.path === '/' && ['GET', 'HEAD'].includes(request.method)) return response.redirect(303, '/operator');
    response.status(404).type('text').send('Only the console is here: /operator');
  };
}
