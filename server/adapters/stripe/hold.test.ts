import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { holdOf } from './hold.ts';

interface HoldAmounts {
  taken: number;
  back: number;
  isWhole?: boolean;
}

/** Returns a Checkout Session as Stripe sends it. Its payment of 50.00 was captured. */
const capturedPage = ({ taken, back, isWhole = false }: HoldAmounts) =>
  ({
    currency: 'eur',
    status: 'complete',
    payment_intent: {
      status: 'succeeded',
      amount: 5000,
      amount_received: taken,
      latest_charge: { amount: 5000, amount_captured: taken, amount_refunded: back, refunded: isWhole, captured: true },
    },
  }) as unknown as Stripe.Checkout.Session;

describe('The card of a payment', () => {
  const card = { last4: '0002', brand: 'visa', fingerprint: 'f' };
  const pageWith = (status: string, charge: string) =>
    ({
      currency: 'eur',
      status: 'open',
      payment_intent: {
        status,
        amount: 5000,
        amount_received: 0,
        amount_capturable: status === 'requires_capture' ? 5000 : 0,
        latest_charge: { status: charge, amount: 5000, payment_method_details: { card } },
      },
    }) as unknown as Stripe.Checkout.Session;

  it('is not known while the page is open after a refused card', () => {
    const NONE = { cardDigits: [], cardBrand: null, cardFingerprint: null };
    expect(holdOf('cs_1', pageWith('requires_payment_method', 'failed'))).toMatchObject({ state: 'open', ...NONE });
    expect(holdOf('cs_1', pageWith('canceled', 'failed'))).toMatchObject({ state: 'released', ...NONE });
  });

  it('is known once its amount is held', () => {
    const KNOWN = { cardDigits: ['0002'], cardBrand: 'visa', cardFingerprint: 'f' };
    expect(holdOf('cs_1', pageWith('requires_capture', 'succeeded'))).toMatchObject({ state: 'authorised', ...KNOWN });
  });
});

describe('What was given back of a captured payment', () => {
  it.each([
    ['all taken, nothing given back', { taken: 5000, back: 0 }, 0],
    ['all taken, a part given back', { taken: 5000, back: 1200 }, 1200],
    ['all taken, all given back', { taken: 5000, back: 5000, isWhole: true }, 5000],
    ['a part taken: the rest, that nobody took, counts as refunded', { taken: 853, back: 4147 }, 0],
    ['a part taken, one cent of it given back', { taken: 853, back: 4148 }, 1],
    ['a part taken, a part of it given back', { taken: 853, back: 4447 }, 300],
    ['a part taken, all of it given back', { taken: 853, back: 5000, isWhole: true }, 853],
    ['most taken, the rest untaken', { taken: 4000, back: 1000 }, 0],
    ['most taken, a part given back', { taken: 4000, back: 2500 }, 1500],
    ['most taken, all given back', { taken: 4000, back: 5000, isWhole: true }, 4000],
    ['a part taken, and the rest not counted as refunded', { taken: 853, back: 0 }, 0],
    ['the same, a part given back', { taken: 853, back: 300 }, 300],
    ['the same, all given back', { taken: 853, back: 853, isWhole: true }, 853],
    ['most taken, the rest not counted, all given back', { taken: 4000, back: 4000, isWhole: true }, 4000],
  ])('%s', (_case, reported, refundedMinor) => {
    expect(holdOf('cs_1', capturedPage(reported))).toMatchObject({
      state: 'captured',
      capturedMinor: reported.taken,
      refundedMinor,
    });
  });
});
