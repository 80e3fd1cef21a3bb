import type Stripe from 'stripe';
import { formatMoney } from '../../../shared/figures/format.ts';
import type { CreateCheckoutRequest, Translator } from '../../core/ports/ports.ts';
import type { ClosedWords } from './closedWords.ts';

/**
 * Returns the parameters of a Checkout Session on Stripe's hosted page. It creates a hold of exactly the requested amount, on a
 * card or a wallet that contains a card.
 */
export function pageParams(
  request: CreateCheckoutRequest,
  translator: Translator,
): ClosedWords<Stripe.Checkout.SessionCreateParams> {
  const { paymentId, amountMinor, currency, locale, email, description, expiresAt } = request;
  const metadata = { paymentId };
  const amount = formatMoney(amountMinor, currency, { locale, country: 'de' });
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    allowed_payment_method_types: ['card'],
    // Link is hidden, because it can pay from a bank account. Then there would be no card digits for the receipt search.
    wallet_options: { link: { display: 'never' } },
    // Otherwise Stripe could show the driver a different amount and currency than agreed.
    adaptive_pricing: { enabled: false },
    submit_type: 'book',
    locale,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: currency.toLowerCase(), unit_amount: amountMinor, product_data: { name: description } },
      },
    ],
    payment_intent_data: { capture_method: 'manual', metadata },
    client_reference_id: paymentId,
    metadata,
    ...(email === null ? {} : { customer_email: email }),
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    custom_text: { submit: { message: translator(locale, 'order.hold.text', { amount }) } },
  };
}
