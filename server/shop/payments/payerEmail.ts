import { emailError } from '../../../shared/forms/contact.ts';
import type { Hold } from '../../core/ports/ports.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { type OrderRecord, transitionOrder } from '../../store/shop/orders.ts';

/**
 * Stores the e-mail address that the driver entered on the payment page, for brands that request contact details only there. An
 * address that the order already has is not replaced. The address is stored in the same transaction as the hold, so that after a
 * failure the next read stores both.
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
