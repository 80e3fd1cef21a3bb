import type { RequestHandler } from 'express';

/** The address of the console. */
export interface ConsoleHost {
  /** Null for a demo, which answers on local addresses only. */
  origin: string | null;
  /** The console has a host of its own and answers on no other host. */
  hasOwnHost: boolean;
  /** Origin of links to drivers' pages; empty for the same host. */
  drivers: string;
}

/** Whether a request was sent to the host that belongs to the console alone. */
export const isAtOwnHost = (
  { origin, hasOwnHost }: Pick<ConsoleHost, 'origin' | 'hasOwnHost'>,
  host: string | undefined,
): boolean => hasOwnHost && origin !== null && host === new URL(origin).host;

/** Serves no drivers' pages on the console's own host, because those pages would share the console's cookies. */
export function nothingElseAt(place: ConsoleHost): RequestHandler {
  return (request, response, next) => {
    if (!isAtOwnHost(place, request.get('host'))) return next();
    if (request.path === '/' && ['GET', 'HEAD'].includes(request.method)) return response.redirect(303, '/operator');
    response.status(404).type('text').send('Only the console is here: /operator');
  };
}
