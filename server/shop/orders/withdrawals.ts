import { withdrawalErrors } from '../../../shared/forms/withdrawal.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { newId } from '../../core/records/ids.ts';
import { raiseAlert } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { findSession } from '../../store/shop/sessions.ts';
import { addWithdrawal, findWithdrawal } from '../../store/shop/withdrawals.ts';
import { getClientRecord } from '../catalogue/clients.ts';
import { enqueueEmail, mayEmail } from '../sessions/notices/emailJobs.ts';

/**
 * Stores a driver's declaration of withdrawal and raises an alert, because staff decide on the consequences. The acknowledgement
 * is sent to the e-mail address of the order, even if the driver has entered another one. Further declarations for the same
 * session are ignored.
 * @throws Problem 'no-session', 'not-offered' if the brand does not offer withdrawal, 'invalid-input'
 */
export async function withdraw(
  context: OperatorContext,
  request: { sessionId: string; name: string; email: string },
): Promise<{ receivedAt: string }> {
  const { sessionId } = request;
  const session = await findSession(context.store.db, sessionId);
  if (!session || session.state === 'draft') throw new Problem('no-session');
  const client = await getClientRecord(context, session.clientId);
  if (!client.withdrawal) throw new Problem('not-offered');
  const fields = withdrawalErrors(request);
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields });
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const order = await findOrder(trx, session.orderId);
    const isFirst = await addWithdrawal(trx, {
      id: newId(),
      sessionId,
      name: request.name.trim(),
      email: request.email.trim(),
      locale: order?.locale ?? client.mainLanguage,
      receivedAt: now,
    });
    if (!isFirst) return;
    await raiseAlert(trx, { at: now, subjectId: sessionId, why: 'withdrawal received' });
    if (order && mayEmail(order, session))
      await enqueueEmail(trx, { kind: 'mail-withdrawal', session, email: order.email, at: now });
  });
  context.logEvent('withdrawal received', { session: sessionId });
  const stored = await findWithdrawal(context.store.db, sessionId);
  return { receivedAt: (stored?.receivedAt ?? now).toISOString() };
}
