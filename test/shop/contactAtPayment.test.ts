import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findOrder } from '../../server/store/shop/orders.ts';
import type { StartRequest } from '../../shared/charging/charging.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({ rules: { namesRequired: false, contactAtPayment: true } });
});
afterEach(() => shop.close());

const EMPTY_CONTACT = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const NOTHING_TYPED: Partial<StartRequest> = {
  contact: EMPTY_CONTACT,
  consents: { acceptTerms: true, acceptPrivacy: false },
};
const emailOf = async ({ orderId }: { orderId: string }) => (await findOrder(shop.store.db, orderId))?.email;

describe('Where the address is left to the payment page', () => {
  it('an order is one consent, and letters go to the address that was entered with the card', async () => {
    const ordered = await shop.order(NOTHING_TYPED);
    shop.payments.pay(ordered.ref, { payerEmail: 'Ada@Example.org' });
    await shop.operator.refreshOrder(ordered);
    await shop.pass(5);
    expect(await emailOf(ordered)).toBe('ada@example.org');
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(0);
    expect(shop.emails.map(({ to }) => to)).toEqual(['Ada@Example.org']);
  });

  it('still wants the terms accepted', async () => {
    const ordering = shop.order({ ...NOTHING_TYPED, consents: { acceptTerms: false, acceptPrivacy: false } });
    await expect(ordering).rejects.toMatchObject({ code: 'invalid-input', fields: { acceptTerms: { key: 'validation.terms' } } });
  });

  it('the address comes with the hold, however often the answer is lost and the process dies', async () => {
    const ordered = await shop.order(NOTHING_TYPED);
    shop.payments.pay(ordered.ref, { payerEmail: 'ada@example.org' });
    shop.payments.trouble('read', 'lost', 'lost');
    await shop.operator.refreshOrder(ordered).catch(() => undefined);
    expect(await emailOf(ordered)).toBe('');
    await shop.restart();
    await shop.pass(120);
    expect((await shop.payment(ordered)).state).toBe('authorised');
    expect(await emailOf(ordered)).toBe('ada@example.org');
  });

  it('whoever paid on a page that counted as closed is told that nothing was charged', async () => {
    const ordered = await shop.order(NOTHING_TYPED);
    shop.payments.pay(ordered.ref, { payerEmail: 'ada@example.org', authorisedMinor: 100 });
    await shop.operator.refreshOrder(ordered);
    await shop.pass(60);
    expect((await shop.payment(ordered)).state).toBe('released');
    expect(shop.emails.map(({ to }) => to)).toEqual(['ada@example.org']);
  });

  it('charging goes on without an address where the provider tells none, or one that is none', async () => {
    for (const payerEmail of [null, 'not an address']) {
      const ordered = await shop.order(NOTHING_TYPED);
      shop.payments.pay(ordered.ref, { payerEmail });
      await shop.operator.refreshOrder(ordered);
      expect((await shop.payment(ordered)).state).toBe('authorised');
      expect(await emailOf(ordered)).toBe('');
      await shop.operator.cancelStart({ sessionId: ordered.sessionId });
      await shop.pass(60);
    }
  });

  it('an address that was typed before stays', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref, { payerEmail: 'somebody.else@example.org' });
    await shop.operator.refreshOrder(ordered);
    expect(await emailOf(ordered)).toBe('ada@example.org');
  });
});

it('A client that asks for the address itself, or for none, takes none from the provider', async () => {
  const other = await openOperator({ rules: { namesRequired: false, emailRequired: false } });
  try {
    const ordered = await other.order({ contact: EMPTY_CONTACT });
    other.payments.pay(ordered.ref, { payerEmail: 'ada@example.org' });
    await other.operator.refreshOrder(ordered);
    expect((await findOrder(other.store.db, ordered.orderId))?.email).toBe('');
  } finally {
    await other.close();
  }
});
