import type Stripe from 'stripe';

/** By API call, the type of the parameters that Stripe accepts. `parameters.ts` derives its schemas from this file. */
export interface Shapes {
  'sessions.create': Stripe.Checkout.SessionCreateParams;
  'sessions.retrieve': Stripe.Checkout.SessionRetrieveParams;
  'sessions.list': Stripe.Checkout.SessionListParams;
  'sessions.expire': Stripe.Checkout.SessionExpireParams;
  'intents.retrieve': Stripe.PaymentIntentRetrieveParams;
  'intents.capture': Stripe.PaymentIntentCaptureParams;
  'intents.cancel': Stripe.PaymentIntentCancelParams;
  'refunds.create': Stripe.RefundCreateParams;
  'refunds.list': Stripe.RefundListParams;
  'disputes.list': Stripe.DisputeListParams;
  'payouts.list': Stripe.PayoutListParams;
  'payouts.retrieve': Stripe.PayoutRetrieveParams;
  'balance.list': Stripe.BalanceTransactionListParams;
  'configurations.list': Stripe.PaymentMethodConfigurationListParams;
}
