import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' };
const TYPED = { name: ' Ada Lovelace ', email: 'other@example.org' };
const acknowledgements = () => house.letters.filter(({ subject }) => subject.startsWith('Acknowledgement'));

describe('A withdrawal', () => {
  it('is received, acknowledged to the address of the order, and shown to a person', async () => {
    const { sessionId } = await house.charging({ ...FARNWALD, locale: 'en' });
    const { receivedAt } = await house.operator.withdraw({ sessionId, ...TYPED });
    await house.pass(0);
    const [letter] = acknowledgements();
    expect(letter?.to).toBe('ada@example.org');
    expect(letter?.text).toContain('I withdraw from the contract with the number');
    expect(letter?.text).toContain('Name: Ada Lovelace');
    expect(letter?.text).not.toContain('other@example.org');
    expect(await house.attention()).toEqual(['withdrawal received']);
    expect(await house.operator.getSession({ sessionId })).toMatchObject({ withdrawal: { receivedAt, isMailed: true } });
  });

  it('declared twice counts once, at the first time', async () => {
    const { sessionId } = await house.charging({ ...FARNWALD, locale: 'en' });
    const first = await house.operator.withdraw({ sessionId, ...TYPED });
    await house.pass(60);
    expect(await house.operator.withdraw({ sessionId, ...TYPED, name: 'Somebody Else' })).toEqual(first);
    await house.pass(0);
    expect(acknowledgements()).toHaveLength(1);
    expect(await house.attention()).toHaveLength(1);
  });

  it('changes neither the session nor the money by itself', async () => {
    const ordered = await house.charging({ ...FARNWALD, locale: 'en' });
    await house.operator.withdraw({ sessionId: ordered.sessionId, ...TYPED });
    await house.pass(0);
    expect((await house.session(ordered)).state).toBe('running');
    expect((await house.payment(ordered)).state).toBe('authorised');
  });

  it('is told to nobody who only watches', async () => {
    const ordered = await house.charging({ ...FARNWALD, locale: 'en' });
    await house.operator.withdraw({ sessionId: ordered.sessionId, ...TYPED });
    const { watch_id: watchId } = await house.session(ordered);
    expect(await house.operator.getWatchedSession({ watchId })).not.toHaveProperty('withdrawal');
  });

  it('is not offered by a client that does not offer it, nor for a session nobody knows', async () => {
    const { sessionId } = await house.charging({ locale: 'en' });
    await expect(house.operator.withdraw({ sessionId, ...TYPED })).rejects.toMatchObject({ code: 'not-offered' });
    await expect(house.operator.withdraw({ sessionId: 'nobody', ...TYPED })).rejects.toMatchObject({ code: 'no-session' });
  });

  it('says what is missing', async () => {
    const { sessionId } = await house.charging({ ...FARNWALD, locale: 'en' });
    await expect(house.operator.withdraw({ sessionId, name: ' ', email: 'ada' })).rejects.toMatchObject({
      code: 'invalid-input',
      fields: { name: { key: 'withdrawal.error.name' }, email: { key: 'validation.email.invalid' } },
    });
    expect(await house.operator.getSession({ sessionId })).not.toHaveProperty('withdrawal');
  });
});
