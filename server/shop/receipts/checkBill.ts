import type { BillCheck } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { checkSession } from './checkSession.ts';
import { openReceipt } from './openReceipt.ts';

/**
 * Verifies the bill of a session with its signed meter values.
 * @throws Problem 'no-receipt', 'link-expired', or 'not-now' if there is no bill yet
 */
export async function checkBill(context: OperatorContext, { receipt }: { receipt: string }): Promise<BillCheck> {
  const check = await checkSession(context, await openReceipt(context, receipt));
  if (!check) throw new Problem('not-now');
  return check;
}
