import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { createReceiptTokens } from './tokens.ts';

/** Returns whether the id is a valid receipt token of the app that has not expired. */
export const isReceipt = (context: OperatorContext, id: string): boolean =>
  createReceiptTokens(context.secret).open(id, context.clock.now()) !== null;

/**
 * Loads the session that a session id or a receipt token refers to.
 * @throws Problem 'link-expired' if the token is invalid or has expired, 'no-receipt' if there is no session
 */
export async function openReceipt(context: OperatorContext, receipt: string): Promise<SessionRecord> {
  const isToken = receipt.startsWith('r.');
  const id = isToken ? createReceiptTokens(context.secret).open(receipt, context.clock.now()) : receipt;
  if (id === null) throw new Problem('link-expired');
  const session = await findSession(context.store.db, id);
  if (!session) throw new Problem('no-receipt');
  return session;
}
