import { Problem } from '../../../shared/problem.ts';
import type { BillCheck } from '../../../shared/receipt.ts';
import type { Desk } from '../context.ts';
import { openReceipt } from '../receipts/openReceipt.ts';
import { checkSession } from './checkSession.ts';

/** @throws Problem 'no-receipt', 'link-expired', or 'not-now' before there is a bill. */
export async function checkBill(desk: Desk, { receipt }: { receipt: string }): Promise<BillCheck> {
  const check = await checkSession(desk, await openReceipt(desk, receipt));
  if (!check) throw new Problem('not-now');
  return check;
}
