/** Settings of an app that accepts cards through a fake Stripe. */
export const STRIPE_ENV = {
  PUBLIC_ORIGIN: 'https://charge.example',
  DEMO: '1',
  SECRET: 'a secret of thirty-two characters',
  OPERATOR_DATA: 'demo',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_peer',
  STRIPE_WEBHOOK_SECRET: 'whsec_unused',
} as const;
