import type { RequestHandler } from 'express';
import { matchPath } from 'react-router';
import { ROUTES } from '../../../client/core/routes.ts';
import { ENDPOINTS, POINT_EVENTS, SESSION_EVENTS, WATCH_EVENTS } from '../../../shared/charging/charging.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { visitorOf } from '../request/visitor.ts';
import { FORM_PATHS } from './forms.ts';

const READ = ['GET', 'HEAD'];
const BOTH = [...READ, 'POST'];

interface Known {
  path: string;
  methods: readonly string[];
}

/** All known paths with their allowed methods: pages, forms and JSON routes. */
const KNOWN: readonly Known[] = [
  ...Object.values(ENDPOINTS).map(([method, path]) => ({ path, methods: method === 'GET' ? READ : [method] })),
  ...[SESSION_EVENTS, WATCH_EVENTS, POINT_EVENTS].map(path => ({ path, methods: READ })),
  ...ROUTES.filter(({ name }) => name !== 'NotFound').map(({ path }) => ({ path, methods: READ })),
  ...FORM_PATHS.map(path => ({ path, methods: ['POST'] })),
];

/**
 * Refuses disallowed methods before the body is parsed. GET and POST requests to unknown paths pass through to the 404 handler.
 * @param mounted paths that adapters handle
 * @throws Problem 'wrong-method'
 */
export function refuseMethods(mounted: { pages: readonly string[]; webhooks: readonly string[] }): RequestHandler {
  const isBelow = (address: string) => (path: string) => address === path || address.startsWith(`${path}/`);
  const methodsAt = (address: string): readonly string[] => {
    if (mounted.pages.some(isBelow(address))) return BOTH;
    if (mounted.webhooks.some(isBelow(address))) return ['POST'];
    const found = KNOWN.filter(({ path }) => matchPath({ path, caseSensitive: true }, address)).flatMap(({ methods }) => methods);
    return BOTH.filter(method => found.includes(method));
  };
  return (request, response, next) => {
    const { method } = request;
    if (READ.includes(method)) return next();
    const known = methodsAt(visitorOf(response).path);
    if (known.includes(method) || (method === 'POST' && known.length === 0)) return next();
    response.set('Allow', (known.length === 0 ? READ : known).join(', '));
    throw new Problem('wrong-method');
  };
}
