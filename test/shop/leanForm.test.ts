import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({ rules: { namesRequired: false, emailRequired: true, checkoutForm: 'lean' } });
});
afterEach(() => shop.close());

const EMPTY_CONTACT = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const ONE_CONSENT = { acceptTerms: true, acceptPrivacy: false };
const FREE = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*1', connector: '1' };

describe('The lean order form', () => {
  it('needs the e-mail address once and one consent, and bills without a name', async () => {
    const ordered = await shop.paid({ contact: { ...EMPTY_CONTACT, email: 'ada@example.org' }, consents: ONE_CONSENT });
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(600);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 10_000 });
    await shop.pass(120);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ kind: 'completed' });
    expect(shop.emails.map(({ to }) => to)).toEqual(['ada@example.org', 'ada@example.org']);
    const documents = await shop.store.db.selectFrom('documents').selectAll().execute();
    expect(documents).toHaveLength(1);
  });

  it('still refuses an order without the address, and one without the consent', async () => {
    const without = shop.order({ contact: EMPTY_CONTACT, consents: ONE_CONSENT });
    await expect(without).rejects.toMatchObject({ fields: { email: { key: 'validation.email.required' } } });
    const unaccepted = shop.order({
      contact: { ...EMPTY_CONTACT, email: 'ada@example.org' },
      consents: { acceptTerms: false, acceptPrivacy: true },
    });
    await expect(unaccepted).rejects.toMatchObject({ fields: { acceptTerms: { key: 'validation.terms' } } });
  });

  it('starts free charging without name and address, and writes no e-mail', async () => {
    const started = await shop.operator.startSession(
      await shop.request({ ...FREE, contact: EMPTY_CONTACT, consents: ONE_CONSENT }),
    );
    if (started.kind !== 'charging') throw new Error('Not free');
    const { authorizationReference } = await shop.store.db
      .selectFrom('sessions')
      .select('start_id as authorizationReference')
      .where('id', '=', started.sessionId)
      .executeTakeFirstOrThrow();
    await shop.stations.plugIn(authorizationReference, shop.clock.now());
    await shop.pass(600);
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 5_000 });
    await shop.pass(120);
    expect(await shop.operator.getSession(started)).toMatchObject({ kind: 'completed' });
    expect(shop.emails).toEqual([]);
  });
});

it('A brand that states no form has the form of the product specification', async () => {
  const other = await openOperator();
  try {
    const ordering = other.order({ contact: { ...EMPTY_CONTACT, email: 'ada@example.org' }, consents: ONE_CONSENT });
    await expect(ordering).rejects.toMatchObject({
      fields: {
        firstName: { key: 'validation.firstName.required' },
        lastName: { key: 'validation.lastName.required' },
        emailConfirmation: { key: 'validation.email.mismatch' },
        acceptPrivacy: { key: 'validation.privacy' },
      },
    });
  } finally {
    await other.close();
  }
});
