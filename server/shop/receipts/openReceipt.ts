import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { createReceiptTokens } from './tokens.ts';

/** Whether this is a receipt token that we issued not long ago. */
export const isReceipt = (context: OperatorContext, id: string): boolean =>
  createReceiptTokens(context.secret).open(id, context.clock.now()) !== null;

/** The session behind a session id or a receipt token. @throws Problem 'no-receipt' or 'link-expired' */
export async function openReceipt(context: OperatorContext, receipt: string): Promise<SessionRecord> {
  const isToken = receipt.startsWith('r.');
  const id = isToken ? createReceiptTokens(context.secret).open(receipt, context.clock.now()) : receipt;
  if (id === null) throw new Problem('link-expired');
  const session = await findSession(context.store.db, id);
  if (!session) throw new Problem('no-receipt');
  return session;
}
