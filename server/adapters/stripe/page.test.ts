import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import type { ClosedWords } from './closedWords.ts';
import { pageParams } from './page.ts';

test('a page takes cards alone, without Link, and never in another currency than the hold', () => {
  const params = pageParams(
    {
      paymentId: 'p1',
      key: 'authorise:p1:1',
      amountMinor: 8000,
      currency: 'EUR',
      locale: 'de',
      email: null,
      account: null,
      returnUrl: 'https://charge.example/back',
      cancelUrl: 'https://charge.example/back',
      description: 'Blaufink',
      expiresAt: new Date(1_800_000_000_000),
    },
    () => '',
  );
  expect(params).toMatchObject({
    allowed_payment_method_types: ['card'],
    wallet_options: { link: { display: 'never' } },
    adaptive_pricing: { enabled: false },
  });
});

test('a word that Stripe does not list does not compile', () => {
  type Params = ClosedWords<Stripe.Checkout.SessionCreateParams>;
  // Checks types at compile time: if one of these lines compiled, its `@ts-expect-error` would be reported as an error.
  const mistyped: readonly Params[] = [
    // @ts-expect-error manual
    { payment_intent_data: { capture_method: 'manually' } },
    // @ts-expect-error payment
    { mode: 'pay' },
    // @ts-expect-error book
    { submit_type: 'booking' },
    // @ts-expect-error a language
    { locale: 'xx' },
    // @ts-expect-error card
    { allowed_payment_method_types: ['cards'] },
    // @ts-expect-error hosted_page
    { ui_mode: 'hosted' },
  ];
  expect(mistyped).toHaveLength(6);
});
