import { Problem } from '../../../shared/problem.ts';
import type { BillCheck } from '../../../shared/receipt.ts';
import type { OperatorContext } from '../context.ts';
import { openReceipt } from '../receipts/openReceipt.ts';
import { checkSession } from './checkSession.ts';

/** @throws Problem 'no-receipt', 'link-expired', or 'not-now' before there is a bill. */
export async function checkBill(context: OperatorContext, { receipt }: { receipt: string }): Promise<BillCheck> {
  const check = await checkSession(context, await openReceipt(context, receipt));
  if (!check) throw new Problem('not-now');
  return check;
}
