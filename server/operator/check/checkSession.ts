import type { BillCheck } from '../../../shared/receipt.ts';
import type { Bill } from '../../../shared/tariff.ts';
import type { OperatorContext } from '../context.ts';
import { getTariff } from '../store/catalogue.ts';
import { findOrder } from '../store/orders.ts';
import { listSignedValues, type SessionRow } from '../store/sessions.ts';
import { checkEvidence } from './verdicts.ts';

/** Checks a session's bill against its signed records; null before there is a bill. */
export async function checkSession(
  { store: { db } }: Pick<OperatorContext, 'store'>,
  session: SessionRow,
): Promise<BillCheck | null> {
  if (session.state !== 'completed' || session.bill === null) return null;
  const order = await findOrder(db, session.order_id);
  if (!order) throw new Error('A session has lost its order');
  // Charging had a price, but nothing was charged: there is no bill to check.
  if (order.limit_minor !== null && session.total_minor === 0) return null;
  return checkEvidence({
    values: await listSignedValues(db, session.id),
    evseId: session.evse_id,
    tariff: await getTariff(db, { id: order.tariff_id, version: order.tariff_version }),
    bill: JSON.parse(session.bill) as Bill,
    energyWh: session.energy_wh,
  });
}
