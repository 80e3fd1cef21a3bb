import type { BillCheck } from '../../../shared/charging/receipt.ts';
import { checkEvidence } from '../../core/verification/verdicts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { listSignedValues, type SessionRecord } from '../../store/shop/sessions.ts';
import { getTariff } from '../../store/shop/tariffs.ts';

/**
 * Verifies the bill of a session with its signed meter values.
 * @returns null if there is no bill yet, or if the session cost nothing although it has a price
 */
export async function checkSession(
  { store: { db } }: Pick<OperatorContext, 'store'>,
  session: SessionRecord,
): Promise<BillCheck | null> {
  if (session.state !== 'completed' || session.bill === null) return null;
  const order = await findOrder(db, session.orderId);
  if (!order) throw new Error('Order of the session not found');
  // If a session with a price cost nothing, there is no bill to verify. Free sessions are verified.
  if (order.limitMinor !== null && session.totalMinor === 0) return null;
  return checkEvidence({
    values: await listSignedValues(db, session.id),
    evseId: session.evseId,
    tariff: await getTariff(db, { id: order.tariffId, version: order.tariffVersion }),
    bill: session.bill,
    energyWh: session.energyWh,
  });
}
