import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../../../shared/model/problem.ts';
import { visitorOf } from './visitor.ts';

/** Whether a form that names no origin proves by its content that it came from us. */
export type Proof = (request: Request, response: Response) => Promise<boolean>;

/** What is sent comes from our own pages: by Sec-Fetch-Site, else by Origin. Who names neither says nothing. */
export function isFromOrigin(request: Request, ours: string): boolean {
  const site = request.get('sec-fetch-site');
  return site === undefined ? request.get('origin') === ours : site === 'same-origin';
}

/**
 * Writes are taken from our own pages only: by Sec-Fetch-Site, else by Origin. A browser that sends neither (or the
 * useless `null`) must bring an id or form token that only we can have given.
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
