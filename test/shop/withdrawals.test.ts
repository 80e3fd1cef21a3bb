import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' };
const TYPED = { name: ' Ada Lovelace ', email: 'other@example.org' };
const acknowledgements = () => shop.emails.filter(({ subject }) => subject.includes(': Acknowledgement'));

describe('A withdrawal', () => {
  it('is received, acknowledged to the address of the order, and shown to a person', async () => {
    const { sessionId } = await shop.charging({ ...FARNWALD, locale: 'en' });
    const { receivedAt } = await shop.operator.withdraw({ sessionId, ...TYPED });
    await shop.pass(0);
    const [email] = acknowledgements();
    expect(email?.to).toBe('ada@example.org');
    expect(email?.text).toContain('I withdraw from the contract with the number');
    expect(email?.text).toContain('Name: Ada Lovelace');
    expect(email?.text).not.toContain('other@example.org');
    expect(await shop.attention()).toEqual(['withdrawal received']);
    expect(await shop.operator.getSession({ sessionId })).toMatchObject({ withdrawal: { receivedAt, isMailed: true } });
  });

  it('declared twice counts once, at the first time', async () => {
    const { sessionId } = await shop.charging({ ...FARNWALD, locale: 'en' });
    const first = await shop.operator.withdraw({ sessionId, ...TYPED });
    await shop.pass(60);
    expect(await shop.operator.withdraw({ sessionId, ...TYPED, name: 'Somebody Else' })).toEqual(first);
    await shop.pass(0);
    expect(acknowledgements()).toHaveLength(1);
    expect(await shop.attention()).toHaveLength(1);
  });

  it('changes neither the session nor the money by itself', async () => {
    const ordered = await shop.charging({ ...FARNWALD, locale: 'en' });
    await shop.operator.withdraw({ sessionId: ordered.sessionId, ...TYPED });
    await shop.pass(0);
    expect((await shop.session(ordered)).state).toBe('running');
    expect((await shop.payment(ordered)).state).toBe('authorised');
  });

  it('is told to nobody who only watches', async () => {
    const ordered = await shop.charging({ ...FARNWALD, locale: 'en' });
    await shop.operator.withdraw({ sessionId: ordered.sessionId, ...TYPED });
    const { watchId } = await shop.session(ordered);
    expect(await shop.operator.getWatchedSession({ watchId })).not.toHaveProperty('withdrawal');
  });

  it('is not offered by a client that does not offer it, nor for a session nobody knows', async () => {
    const { sessionId } = await shop.charging({ locale: 'en' });
    await expect(shop.operator.withdraw({ sessionId, ...TYPED })).rejects.toMatchObject({ code: 'not-offered' });
    await expect(shop.operator.withdraw({ sessionId: 'nobody', ...TYPED })).rejects.toMatchObject({ code: 'no-session' });
  });

  it('says what is missing', async () => {
    const { sessionId } = await shop.charging({ ...FARNWALD, locale: 'en' });
    await expect(shop.operator.withdraw({ sessionId, name: ' ', email: 'ada' })).rejects.toMatchObject({
      code: 'invalid-input',
      fields: { name: { key: 'withdrawal.error.name' }, email: { key: 'validation.email.invalid' } },
    });
    expect(await shop.operator.getSession({ sessionId })).not.toHaveProperty('withdrawal');
  });
});
