import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../../../shared/model/problem.ts';
import { visitorOf } from './visitor.ts';

/** Checks a form that was sent without an origin header. Resolves to true if its content proves that this app has issued it. */
export type Proof = (request: Request, response: Response) => Promise<boolean>;

/**
 * Whether a request comes from the app's own pages, according to Sec-Fetch-Site or, if absent, Origin. False if both headers are
 * absent.
 */
export function isFromOrigin(request: Request, ours: string): boolean {
  const site = request.get('sec-fetch-site');
  return site === undefined ? request.get('origin') === ours : site === 'same-origin';
}

/**
 * Accepts write requests only from the app's own pages, according to Sec-Fetch-Site or, if absent, Origin. A request without
 * both headers, or with `Origin: null`, must contain an id or a form token that only this app can have issued.
 */
export function fromOurPages(isProven: Proof): RequestHandler {
  return async (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const accept = () => {
      response.locals.isFromUs = true;
      next();
    };
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    const says = origin === undefined || origin === 'null' ? null : origin;
    if (isFromOrigin(request, visitorOf(response).origin)) return accept();
    const isForeign = site !== undefined || says !== null;
    if (!isForeign && (await isProven(request, response))) return accept();
    throw new Problem('wrong-origin');
  };
}
