import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { findOrder } from '../../../store/shop/orders.ts';
import { findSession } from '../../../store/shop/sessions.ts';
import { isPriceFault } from '../cost/prices.ts';
import { stopCharging } from '../lifecycle/transitions.ts';

export const UNPRICED = 'the price cannot be worked out';

/**
 * Raises an alert that the price of a session cannot be computed, so that its limit cannot be enforced and no bill can be made.
 */
export function noteUnpriced({ store, clock }: OperatorContext, sessionId: string, error: Error): Promise<void> {
  const alert = { at: clock.now(), subjectId: sessionId, why: UNPRICED } as const;
  return store.inTransaction(trx => raiseAlertOnce(trx, { ...alert, facts: { reason: error.name } }));
}

/**
 * Runs `work`, which computes a price. If it fails twice in succession, nobody knows when the hold will be used up. A session
 * with a hold is then stopped, and an alert is raised; its readings are stored, so that it can be billed later. Free charging
 * continues, because it has no hold.
 * @throws the error of `work`
 */
export async function stopUnlessPriced(context: OperatorContext, sessionId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (first) {
    if (!isPriceFault(first)) throw first;
    try {
      await work();
    } catch (error) {
      if (isPriceFault(error)) await stopUnpriced(context, sessionId, error);
      throw error;
    }
  }
}

async function stopUnpriced(context: OperatorContext, sessionId: string, error: Error): Promise<void> {
  const now = context.clock.now();
  await noteUnpriced(context, sessionId, error);
  const isStopping = await context.store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (session?.state !== 'running' && session?.state !== 'paused') return false;
    const order = await findOrder(trx, session.orderId);
    if (order && order.limitMinor === null) return false;
    return (await stopCharging(trx, { session, reason: 'operator', now })) !== null;
  });
  if (!isStopping) return;
  context.logEvent('session stopping', { session: sessionId, reason: 'no price' });
  context.sessionNotifier.notify(sessionId);
}
