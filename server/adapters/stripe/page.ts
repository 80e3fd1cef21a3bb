import type Stripe from 'stripe';
import { formatMoney } from '../../../shared/figures/format.ts';
import type { CreateCheckoutRequest, Translator } from '../../core/ports/ports.ts';
import type { ClosedWords } from './closedWords.ts';

/** Stripe's hosted page: a hold of exactly the asked amount, by card or a wallet with a card in it. */
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
    // Link may be funded by a bank account: then the receipt search has no card digits.
    wallet_options: { link: { display: 'never' } },
    // The page asks for the amount and currency that the driver agreed to.
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
