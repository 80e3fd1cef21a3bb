import { emailError } from '../../../shared/forms/contact.ts';
import type { Hold } from '../../core/ports/ports.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { type OrderRecord, transitionOrder } from '../../store/shop/orders.ts';

/**
 * Stores the e-mail address from the payment page in the order, if the client leaves the contact details to that page. The
 * address arrives with the hold and is stored in the same transaction. If that transaction fails, the next read at the provider
 * returns both again. An existing address of the order is not replaced.
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
