import { Problem } from '../../../shared/problem.ts';
import type { Desk } from '../context.ts';
import { findSession, type SessionRow } from '../store/sessions.ts';
import { createReceiptSeals } from './tokens.ts';

/** Whether this is a receipt token that we have sealed not long ago. */
export const isReceipt = (desk: Desk, id: string): boolean => createReceiptSeals(desk.secret).open(id, desk.clock.now()) !== null;

/** The session behind a session id or a receipt token. @throws Problem 'no-receipt' or 'link-expired' */
export async function openReceipt(desk: Desk, receipt: string): Promise<SessionRow> {
  const isToken = receipt.startsWith('r.');
  const id = isToken ? createReceiptSeals(desk.secret).open(receipt, desk.clock.now()) : receipt;
  if (id === null) throw new Problem('link-expired');
  const session = await findSession(desk.store.db, id);
  if (!session) throw new Problem('no-receipt');
  return session;
}
