import { emailError } from '../../../shared/forms/contact.ts';
import type { Hold } from '../../core/ports/ports.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { type OrderRecord, transitionOrder } from '../../store/shop/orders.ts';

/**
 * The address that was entered on the payment page becomes the order's, where the client has left it to that page. It comes
 * with the hold, in its transaction: whatever is lost on the way, the next look at the provider brings both again. An order
 * that has one keeps it.
 */
export async function savePayerEmail(trx: Trx, { order, hold }: { order: OrderRecord; hold: Hold }): Promise<void> {
  const email = hold.payerEmail?.trim() ?? '';
  if (hold.state !== 'authorised' || emailError(email, { isRequired: true })) return;
  if (order.email !== '') return;
  const client = await findClient(trx, order.clientId, { includesRemoved: true });
  if (!client?.contactAtPayment) return;
  const contact = { ...order.contact, email, emailConfirmation: email };
  await transitionOrder(trx, order, order.state, { contact, email: email.toLowerCase() });
}
