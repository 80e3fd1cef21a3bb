import type { BillCheck } from '../../../shared/charging/receipt.ts';
import { checkEvidence } from '../../core/verification/verdicts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { getTariff } from '../../store/shop/catalogue.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { listSignedValues, type SessionRecord } from '../../store/shop/sessions.ts';

/**
 * Checks a session's bill against its signed meter values.
 * @returns null before there is a bill, or if nothing was charged
 */
export async function checkSession(
  { store: { db } }: Pick<OperatorContext, 'store'>,
  session: SessionRecord,
): Promise<BillCheck | null> {
  if (session.state !== 'completed' || session.bill === null) return null;
  const order = await findOrder(db, session.orderId);
  if (!order) throw new Error('Order of the session not found');
  // Charging had a price, but nothing was charged: there is no bill to check.
  if (order.limitMinor !== null && session.totalMinor === 0) return null;
  return checkEvidence({
    values: await listSignedValues(db, session.id),
    evseId: session.evseId,
    tariff: await getTariff(db, { id: order.tariffId, version: order.tariffVersion }),
    bill: session.bill,
    energyWh: session.energyWh,
  });
}
