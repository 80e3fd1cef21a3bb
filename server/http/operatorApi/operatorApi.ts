import { Router } from 'express';
import type { ApiDependencies } from './apiOperations.ts';

interface OperatorApiDependencies extends ApiDependencies {
  /** True if the API is served on this host. If the console has a host of its own, the API is served there only. */
  isHere(host: string | undefined): boolean;
}

/**
 * Serves the API for programs of the operator. It reads and does what the console does, and its description decides which paths
 * and values there are. It must precede cookies and the origin check, because its callers are not browsers. The description and
 * its validator load at the first request, because few apps have programs that use the API.
 */
export function operatorApi({ isHere, ...dependencies }: OperatorApiDependencies): Router {
  const router = Router();
  let mounted: Promise<void> | null = null;
  const mount = async () => {
    const { apiOperations } = await import('./apiOperations.ts');
    router.use(apiOperations(dependencies));
  };
  router.use(async (request, response, next) => {
    response.locals.route = 'operator-api';
    if (!isHere(request.get('host'))) return next('router');
    response.set('Cache-Control', 'no-store');
    // The ETag is the version for `If-Match`. It does not change with every part of an answer.
    delete request.headers['if-none-match'];
    mounted ??= mount();
    await mounted;
    next();
  });
  return router;
}
