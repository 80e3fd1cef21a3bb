import type { Request, Response } from 'express';
import type { UnfinishedPayment } from '../../../client/core/page.ts';
import type { RouteName } from '../../../client/core/routes.ts';
import type { Started } from '../../../shared/charging/charging.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import { within } from '../../../shared/util/within.ts';
import type { Backend } from '../../core/ports/backend.ts';

const COOKIE = 'payment';
/** A checkout expires after 35 minutes (`CHECKOUT_LIMIT_MS`). */
const LIFETIME_MS = 35 * MINUTE_MS;
const VALUE = /^([A-Za-z0-9_-]{1,64})\/([\w-]{10,64})$/;
/** A page does not wait longer for the payment provider. It is then shown without the unfinished payment. */
const WAIT_MS = 2000;

/** The pages that offer to continue an unfinished payment. They are not cached for a visitor who has one. */
const ROUTES: ReadonlySet<string> = new Set<RouteName>(['Home', 'ClientHome', 'Payment']);

interface OrderReference {
  clientId: string;
  orderId: string;
}

/** Stores the order of a checkout in a cookie, so that a driver who returns to the app can continue the payment. */
export function saveUnfinishedPayment(
  response: Response,
  { clientId, started, isSecure }: { clientId: string; started: Started; isSecure: boolean },
): void {
  if (started.kind !== 'pay') return;
  const value = `${clientId}/${started.orderId}`;
  response.cookie(COOKIE, value, { maxAge: LIFETIME_MS, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
}

export const deleteUnfinishedPayment = (response: Response): void => {
  response.clearCookie(COOKIE, { path: '/' });
};

/** Returns the order of the cookie, on the pages that offer to continue the payment. */
export function unfinishedOrder(request: Request, route: string): OrderReference | null {
  const text: unknown = (request.cookies as Record<string, unknown>)[COOKIE];
  const [, clientId, orderId] = VALUE.exec(typeof text === 'string' ? text : '') ?? [];
  return clientId && orderId && ROUTES.has(route) ? { clientId, orderId } : null;
}

/**
 * Loads the payment that a driver can continue. The payment provider is queried first, so a paid order is not offered again.
 * @returns `isOver`: the order is unknown, paid or has ended, so the cookie has no use. If neither is set, the provider or the
 * database does not answer in time, and a later page offers the payment
 */
export async function loadUnfinishedPayment(
  backend: Pick<Backend, 'refreshOrder'>,
  { clientId, orderId }: OrderReference,
): Promise<{ payment: UnfinishedPayment | null; isOver: boolean }> {
  const loading = backend.refreshOrder({ orderId }).catch(error => (error instanceof Problem ? 'unknown' : null));
  const status = await within(loading, WAIT_MS, () => null);
  if (status === null || (status !== 'unknown' && status.kind === 'checking')) return { payment: null, isOver: false };
  if (status === 'unknown' || status.kind !== 'open' || status.draft.clientId !== clientId)
    return { payment: null, isOver: true };
  const { url, hold, draft } = status;
  return { payment: { clientId, orderId, evseId: draft.evseId, url, hold }, isOver: false };
}
