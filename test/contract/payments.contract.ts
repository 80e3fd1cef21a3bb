import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CreateCheckoutRequest,
  type Hold,
  type Payments,
  ProviderFailed,
  ProviderUnavailable,
} from '../../server/core/ports/ports.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';

/** The behaviour of a test card, independent of the card numbers of a payment provider. */
export type CardKind = 'good' | 'wallet' | 'declined' | 'short hold';

export interface PaymentsUnderTest {
  payments: Payments;
  /**
   * Enters a card on the payment page, as a driver would.
   * @returns false if the page captured no money or is closed
   */
  pay(page: { ref: string; url: string }, card?: CardKind): Promise<boolean>;
  now(): Date;
  /** Advances the clock of the payment provider. */
  pass(ms: number): Promise<void>;
  /** Opens a dispute, in which the driver's bank claims the payment back. */
  dispute(ref: string): Promise<void>;
  /**
   * Makes the payment provider respond to the next refund with a server error. `effect`: whether it still executes the refund.
   */
  failRefund?(effect: 'acts' | 'does not act'): void;
  /** The last digits that are stored for a payment with the wallet card: those of the card and those that the wallet shows. */
  walletDigits: readonly string[];
  close(): Promise<void>;
}

/** Email address for payment pages that require one. */
export const PAYER_EMAIL = 'payer@example.org';
const HELD = 8000;
/**
 * Part of the idempotency keys that differs in each run, because a real payment provider still remembers the keys of yesterday's
 * run.
 */
const RUN = randomUUID().slice(0, 8);
const RETURN = 'https://charge.example/blaufink/pay';

/** Features that the test mode of a payment provider lacks. */
export type Lack = 'time' | 'wallet' | 'dispute' | 'server-error';

/** The contract tests of the port `Payments`. */
export function describePayments(
  name: string,
  open: () => Promise<PaymentsUnderTest>,
  { lacks = [] }: { lacks?: readonly Lack[] } = {},
) {
  const itIfGiven = (needed: Lack) => (name: string, work: () => Promise<void>) => {
    if (!lacks.includes(needed)) it(name, work);
  };
  describe(name, () => {
    let under: PaymentsUnderTest;
    let count = 0;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    const someCheckout = (more: Partial<CreateCheckoutRequest> = {}): CreateCheckoutRequest => {
      const paymentId = more.paymentId ?? `payment-${RUN}-${++count}`;
      return {
        paymentId,
        key: `authorise:${paymentId}:1`,
        amountMinor: HELD,
        currency: 'EUR',
        locale: 'de',
        returnUrl: `${RETURN}/order/return`,
        cancelUrl: `${RETURN}/order/return?cancelled=1`,
        email: 'ada@example.org',
        description: 'Blaufink, DE*BLF*E1001*1',
        account: null,
        expiresAt: new Date(under.now().getTime() + 31 * MINUTE_MS),
        ...more,
      };
    };
    const openCheckout = (more: Partial<CreateCheckoutRequest> = {}) => under.payments.createCheckout(someCheckout(more));
    const openHold = async (more: Partial<CreateCheckoutRequest> = {}, card: CardKind = 'good'): Promise<string> => {
      const page = await openCheckout(more);
      if (!(await under.pay(page, card))) throw new Error('The card was not taken');
      return page.ref;
    };
    const keys = new Map<string, number>();
    /** @returns the next idempotency key of a payment step, as the app's `Operator` would create it */
    const keyOf = (step: string, ref: string): string => {
      const n = (keys.get(step + ref) ?? 0) + 1;
      keys.set(step + ref, n);
      return `${step}:${ref}:${n}`;
    };
    const capture = (ref: string, amountMinor: number): Promise<Hold> =>
      under.payments.capture({ ref, amountMinor, key: keyOf('capture', ref) });
    const release = (ref: string): Promise<Hold> => under.payments.release({ ref, key: keyOf('release', ref) });

    describe('a payment page', () => {
      it('holds nothing before a card is entered', async () => {
        const { ref } = await openCheckout();
        expect(await under.payments.read(ref)).toMatchObject({
          ref,
          state: 'open',
          authorisedMinor: 0,
          capturedMinor: 0,
          refundedMinor: 0,
          isDisputed: false,
          currency: 'EUR',
          captureBefore: null,
          cardDigits: [],
        });
      });

      it('is the same one however often, and however much at once, a payment asks for it', async () => {
        const request = someCheckout();
        const first = await under.payments.createCheckout(request);
        const atOnce = await Promise.all([1, 2, 3].map(() => under.payments.createCheckout(request)));
        expect(new Set([first, ...atOnce].map(page => `${page.ref} ${page.url}`)).size).toBe(1);
        expect((await openCheckout()).ref).not.toBe(first.ref);
      });

      it('keeps its hold when its payment asks for the page once more', async () => {
        const request = someCheckout();
        const page = await under.payments.createCheckout(request);
        expect(await under.pay(page)).toBe(true);
        expect((await under.payments.createCheckout(request)).ref).toBe(page.ref);
        expect(await under.payments.read(page.ref)).toMatchObject({ state: 'authorised', authorisedMinor: HELD });
      });

      it('holds exactly the asked amount on a good card, and says by which digits and until when', async () => {
        const ref = await openHold();
        const hold = await under.payments.read(ref);
        expect(hold).toMatchObject({ state: 'authorised', authorisedMinor: HELD, capturedMinor: 0, refundedMinor: 0 });
        expect(hold.cardDigits).toHaveLength(1);
        expect(hold.cardDigits[0]).toMatch(/^\d{4}$/);
        expect(hold.captureBefore!.getTime()).toBeGreaterThan(under.now().getTime());
      });

      it('tells the address that was entered on its page, where it was not told one', async () => {
        const page = await openCheckout({ email: null, requestsEmail: true });
        expect((await under.payments.read(page.ref)).payerEmail ?? null).toBeNull();
        expect(await under.pay(page)).toBe(true);
        expect((await under.payments.read(page.ref)).payerEmail).toBe(PAYER_EMAIL);
      });

      itIfGiven('wallet')('tells both numbers of a card in a wallet, so that either finds the receipt', async () => {
        const ref = await openHold({}, 'wallet');
        expect((await under.payments.read(ref)).cardDigits).toEqual(under.walletDigits);
        expect(under.walletDigits.length).toBeGreaterThan(1);
        expect((await capture(ref, 100)).cardDigits).toEqual(under.walletDigits);
      });

      it('stays open after a declined card, so that another one can be tried', async () => {
        const page = await openCheckout();
        expect(await under.pay(page, 'declined')).toBe(false);
        const refused = await under.payments.read(page.ref);
        expect(refused).toMatchObject({
          state: 'open',
          authorisedMinor: 0,
          cardDigits: [],
          cardBrand: null,
          cardFingerprint: null,
        });
        expect(await under.pay(page)).toBe(true);
        expect(await under.payments.read(page.ref)).toMatchObject({ state: 'authorised' });
      });

      it('can be closed after a declined card, and nothing is known of that card', async () => {
        const page = await openCheckout();
        expect(await under.pay(page, 'declined')).toBe(false);
        const closed = await release(page.ref);
        expect(closed).toMatchObject({ state: 'expired', authorisedMinor: 0, cardDigits: [], cardBrand: null });
        expect(await under.pay(page)).toBe(false);
      });

      it('takes no card any more once it has been closed', async () => {
        const page = await openCheckout();
        expect((await release(page.ref)).state).toBe('expired');
        expect(await under.pay(page)).toBe(false);
        expect(await under.payments.read(page.ref)).toMatchObject({ state: 'expired', authorisedMinor: 0 });
      });

      it('can be closed by whoever gives the order up, and then takes no card', async () => {
        const page = await openCheckout();
        const close = () => under.payments.close({ ref: page.ref, key: keyOf('close', page.ref) });
        expect((await close()).state).toBe('expired');
        expect((await close()).state).toBe('expired');
        expect(await under.pay(page)).toBe(false);
      });

      it('that was paid a moment before it is closed keeps its hold: somebody may be charging on it', async () => {
        const ref = await openHold();
        const closedHold = await under.payments.close({ ref, key: keyOf('close', ref) });
        expect(closedHold).toMatchObject({ state: 'authorised', authorisedMinor: HELD });
        expect(await capture(ref, 700)).toMatchObject({ state: 'captured', capturedMinor: 700 });
        expect(await under.payments.close({ ref, key: keyOf('close', ref) })).toMatchObject({ state: 'captured' });
      });

      itIfGiven('time')('closes by itself when its time is over', async () => {
        const page = await openCheckout();
        await under.pass(32 * MINUTE_MS);
        expect(await under.payments.read(page.ref)).toMatchObject({ state: 'expired', authorisedMinor: 0 });
        expect(await under.pay(page)).toBe(false);
        expect((await under.payments.read(page.ref)).state).toBe('expired');
      });
    });

    it('says that it is there, as often as it is asked, and moves nothing by it', async () => {
      const ref = await openHold();
      const before = await under.payments.read(ref);
      for (let n = 0; n < 3; n++) await expect(under.payments.health()).resolves.toBeUndefined();
      expect(await under.payments.read(ref)).toEqual(before);
    });

    describe('a hold', () => {
      it('is captured in part, and the rest goes back', async () => {
        const ref = await openHold();
        expect(await capture(ref, 1234)).toMatchObject({ state: 'captured', capturedMinor: 1234, captureBefore: null });
        expect(await release(ref)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
        expect(await under.payments.read(ref)).toMatchObject({ state: 'captured', capturedMinor: 1234, refundedMinor: 0 });
      });

      it('is captured up to its last cent', async () => {
        const ref = await openHold();
        expect(await capture(ref, HELD)).toMatchObject({ state: 'captured', capturedMinor: HELD });
      });

      it('is captured once: the same call and a later one with another amount change nothing', async () => {
        const ref = await openHold();
        const request = { ref, amountMinor: 1234, key: keyOf('capture', ref) };
        const first = await under.payments.capture(request);
        expect(await under.payments.capture(request)).toEqual(first);
        expect(await capture(ref, 2000)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
      });

      it('is captured once when three captures arrive together', async () => {
        const ref = await openHold();
        const answers = await Promise.all([1000, 2000, 3000].map(amountMinor => capture(ref, amountMinor)));
        const { capturedMinor } = await under.payments.read(ref);
        expect([1000, 2000, 3000]).toContain(capturedMinor);
        expect(answers.map(answer => [answer.state, answer.capturedMinor])).toEqual(
          [1, 2, 3].map(() => ['captured', capturedMinor]),
        );
      });

      it('is taken once when three calls with one key arrive together, and later ones are answered its state', async () => {
        const ref = await openHold();
        const request = { ref, amountMinor: 1234, key: keyOf('capture', ref) };
        const answers = await Promise.all([1, 2, 3].map(() => under.payments.capture(request)));
        expect(answers.map(({ capturedMinor }) => capturedMinor)).toEqual([1234, 1234, 1234]);
        expect(await under.payments.capture(request)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
      });

      it('is not captured a second time by a used key with another amount', async () => {
        const ref = await openHold();
        const key = keyOf('capture', ref);
        await under.payments.capture({ ref, amountMinor: 1234, key });
        await under.payments.capture({ ref, amountMinor: 2345, key }).catch(() => undefined);
        expect(await under.payments.read(ref)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
      });

      it('is not captured beyond what is held, and is still there afterwards', async () => {
        const ref = await openHold();
        await expect(capture(ref, HELD + 1)).rejects.toThrow();
        expect(await under.payments.read(ref)).toMatchObject({ state: 'authorised', authorisedMinor: HELD, capturedMinor: 0 });
        expect(await capture(ref, HELD)).toMatchObject({ state: 'captured', capturedMinor: HELD });
      });

      it.each([0, -1, 12.5, Number.NaN])('is not captured for %p', async amountMinor => {
        const ref = await openHold();
        await expect(capture(ref, amountMinor)).rejects.toThrow();
        expect(await under.payments.read(ref)).toMatchObject({ state: 'authorised', capturedMinor: 0 });
      });

      it('goes back whole when it is released, and nothing can be captured from it any more', async () => {
        const ref = await openHold();
        expect(await release(ref)).toMatchObject({ state: 'released', capturedMinor: 0, captureBefore: null });
        expect(await capture(ref, 500)).toMatchObject({ state: 'released', capturedMinor: 0 });
        expect(await release(ref)).toMatchObject({ state: 'released', capturedMinor: 0 });
      });

      it('ends one way or the other when a capture and a release arrive together', async () => {
        const ref = await openHold();
        await Promise.all([capture(ref, 700), release(ref)]);
        const { state, capturedMinor } = await under.payments.read(ref);
        expect([
          ['captured', 700],
          ['released', 0],
        ]).toContainEqual([state, capturedMinor]);
      });

      itIfGiven('time')('lapses by itself, and nothing can be captured from it then', async () => {
        const ref = await openHold({}, 'short hold');
        const { captureBefore } = await under.payments.read(ref);
        await under.pass(captureBefore!.getTime() - under.now().getTime() + 1000);
        expect(['released', 'expired']).toContain((await under.payments.read(ref)).state);
        expect(await capture(ref, 500)).toMatchObject({ capturedMinor: 0 });
        expect((await under.payments.read(ref)).capturedMinor).toBe(0);
      });

      it('cannot be captured before a card was entered', async () => {
        const page = await openCheckout();
        expect(await capture(page.ref, 500)).toMatchObject({ state: 'open', capturedMinor: 0 });
      });
    });

    describe('captured money', () => {
      it('is given back in parts, and never more than was taken', async () => {
        const ref = await openHold();
        await capture(ref, 1000);
        const refund = (amountMinor: number) => under.payments.refund({ ref, amountMinor, key: keyOf('refund', ref) });
        expect(await refund(300)).toMatchObject({ state: 'captured', capturedMinor: 1000, refundedMinor: 300 });
        expect(await refund(200)).toMatchObject({ refundedMinor: 500 });
        await refund(2000).catch(() => undefined);
        expect((await under.payments.read(ref)).refundedMinor).toBeLessThanOrEqual(1000);
      });

      it('is given back once when the same refund is asked for again because its answer was lost', async () => {
        const ref = await openHold();
        await capture(ref, 1000);
        const request = { ref, amountMinor: 300, key: keyOf('refund', ref) };
        await under.payments.refund(request);
        await Promise.all([under.payments.refund(request), under.payments.refund(request)]);
        expect((await under.payments.read(ref)).refundedMinor).toBe(300);
      });

      for (const effect of ['acts', 'does not act'] as const)
        itIfGiven('server-error')(
          `is not refused for good where the provider fails with a server error and ${effect}`,
          async () => {
            const ref = await openHold();
            await capture(ref, 1000);
            const key = keyOf('refund', ref);
            under.failRefund?.(effect);
            const failure = await under.payments.refund({ ref, amountMinor: 300, key }).catch((error: unknown) => error);
            expect(failure).toBeInstanceOf(ProviderUnavailable);
            expect(failure).not.toBeInstanceOf(ProviderFailed);
            const hold = await under.payments.read(ref);
            expect(hold.refundedMinor).toBe(effect === 'acts' ? 300 : 0);
            expect(hold.refundKeys ?? []).toEqual(effect === 'acts' && hold.refundKeys ? [key] : []);
          },
        );

      it('lists the keys of the refunds that took place, or lists none at all', async () => {
        const ref = await openHold();
        await capture(ref, 1000);
        const key = keyOf('refund', ref);
        await under.payments.refund({ ref, amountMinor: 300, key });
        const { refundKeys } = await under.payments.read(ref);
        if (refundKeys !== undefined) expect(refundKeys).toEqual([key]);
      });

      it('is not given back a second time by a used key with another amount', async () => {
        const ref = await openHold();
        await capture(ref, 1000);
        const key = keyOf('refund', ref);
        await under.payments.refund({ ref, amountMinor: 300, key });
        await under.payments.refund({ ref, amountMinor: 400, key }).catch(() => undefined);
        expect((await under.payments.read(ref)).refundedMinor).toBe(300);
      });

      it('is given back whole, and then no more', async () => {
        const ref = await openHold();
        await capture(ref, 1000);
        expect(await under.payments.refund({ ref, amountMinor: 1000, key: keyOf('refund', ref) })).toMatchObject({
          state: 'captured',
          capturedMinor: 1000,
          refundedMinor: 1000,
        });
        await under.payments.refund({ ref, amountMinor: 1, key: keyOf('refund', ref) }).catch(() => undefined);
        expect((await under.payments.read(ref)).refundedMinor).toBe(1000);
      });

      itIfGiven('dispute')('is still taken when the bank disputes it, and says so', async () => {
        const ref = await openHold();
        expect(await capture(ref, 1000)).toMatchObject({ isDisputed: false });
        await under.dispute(ref);
        expect(await under.payments.read(ref)).toMatchObject({ state: 'captured', capturedMinor: 1000, isDisputed: true });
      });

      it('is not given back where none was taken', async () => {
        const ref = await openHold();
        await under.payments.refund({ ref, amountMinor: 300, key: keyOf('refund', ref) }).catch(() => undefined);
        expect(await under.payments.read(ref)).toMatchObject({ state: 'authorised', capturedMinor: 0, refundedMinor: 0 });
      });
    });

    it('says what it can take: forints only whole, and a smallest amount that is a whole step', () => {
      for (const currency of ['EUR', 'CHF', 'GBP', 'DKK', 'HUF'] as const) {
        const { minMinor, stepMinor } = under.payments.limits(currency);
        expect({ currency, stepMinor }).toEqual({ currency, stepMinor: currency === 'HUF' ? 100 : 1 });
        expect(minMinor).toBeGreaterThan(0);
        expect(minMinor % stepMinor).toBe(0);
      }
      expect(under.payments.limits('HUF').minMinor).toBe(17_500);
      expect(under.payments.limits('DKK').minMinor).toBe(250);
      expect(under.payments.limits('GBP').minMinor).toBe(30);
      expect(under.payments.limits('EUR').minMinor).toBe(50);
    });

    it('keeps the currency of the order', async () => {
      const ref = await openHold({ currency: 'HUF', amountMinor: 2_700_000 });
      expect(await capture(ref, 123_400)).toMatchObject({ currency: 'HUF', capturedMinor: 123_400 });
    });

    it('says so when it has never heard of a payment', async () => {
      await expect(under.payments.read('unheard-of')).rejects.toThrow();
      await expect(capture('unheard-of', 100)).rejects.toThrow();
    });
  });
}
