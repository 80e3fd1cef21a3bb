import type { RequestHandler } from 'express';

/** Where the console is, as its visitors see it. */
export interface ConsoleHost {
  /** Null: a demo, which answers on local addresses only. */
  origin: string | null;
  /** It has a host of its own, and answers on no other. */
  hasOwnHost: boolean;
  /** Where links to drivers' pages begin; empty: on the same host. */
  drivers: string;
}

/** Whether a request came to the host that only the console has. */
export const isAtOwnHost = (
  { origin, hasOwnHost }: Pick<ConsoleHost, 'origin' | 'hasOwnHost'>,
  host: string | undefined,
): boolean => hasOwnHost && origin !== null && host === new URL(origin).host;

/** Nothing for drivers is shown where the console has a host of its own: their pages would share its cookies. */
export function nothingElseAt(place: ConsoleHost): RequestHandler {
  return (request, response, next) => {
    if (!isAtOwnHost(place, request.get('host'))) return next();
    if (request.path === '/' && ['GET', 'HEAD'].includes(request.method)) return response.redirect(303, '/operator');
    response.status(404).type('text').send('Only the console is here: /operator');
  };
}
