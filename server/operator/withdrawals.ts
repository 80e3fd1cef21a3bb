import { withdrawalErrors } from '../../shared/forms/withdrawal.ts';
import { Problem } from '../../shared/problem.ts';
import { attend } from './attention.ts';
import { newId } from './ids.ts';
import { mayWrite } from './limits.ts';
import { promiseMail } from './mails.ts';
import type { Desk } from './parts.ts';
import { getClientRecord } from './shop.ts';
import { findOrder } from './store/orders.ts';
import { findSession } from './store/sessions.ts';
import { addWithdrawal, findWithdrawal } from './store/withdrawals.ts';

/**
 * Takes a driver's declaration to withdraw. What follows from it is for a person to decide; the driver gets an
 * acknowledgement, which goes to the order's own address, whatever was typed. Declared twice, the first time counts.
 * @throws Problem 'not-offered' where the client does not offer it, 'invalid-input'
 */
export async function withdraw(
  desk: Desk,
  ask: { sessionId: string; name: string; email: string },
): Promise<{ receivedAt: string }> {
  const { sessionId } = ask;
  const session = await findSession(desk.store.db, sessionId);
  if (!session || session.state === 'draft') throw new Problem('no-session');
  const client = await getClientRecord(desk, session.client_id);
  if (!client.withdrawal) throw new Problem('not-offered');
  const fields = withdrawalErrors(ask);
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields });
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const order = await findOrder(trx, session.order_id);
    const isFirst = await addWithdrawal(trx, {
      ...{ id: newId(), session_id: sessionId, name: ask.name.trim(), email: ask.email.trim() },
      ...{ locale: order?.locale ?? client.mainLanguage, received_at: now.getTime() },
    });
    if (!isFirst) return;
    await attend(trx, { at: now, subjectId: sessionId, why: 'withdrawal received' });
    if (order && mayWrite(order, session))
      await promiseMail(trx, { kind: 'mail-withdrawal', session, email: order.email, at: now });
  });
  desk.note('withdrawal received', { session: sessionId });
  desk.hurry();
  const kept = await findWithdrawal(desk.store.db, sessionId);
  return { receivedAt: new Date(kept?.received_at ?? now.getTime()).toISOString() };
}
