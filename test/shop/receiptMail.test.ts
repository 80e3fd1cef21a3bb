import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { billed } from '../support/billed.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({ rules: { namesRequired: false, emailRequired: false } });
});
afterEach(() => shop.close());

const EMPTY_CONTACT = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const code = (expected: string) => ({ name: 'Problem', code: expected });

const receipts = () => shop.emails.filter(({ subject }) => subject.includes(': receipt for'));
const resend = (receipt: string) => shop.operator.sendReceipt({ receipt });
const mailOf = async (receipt: string) => (await shop.operator.getReceipt({ receipt })).mail;

describe('The receipt by e-mail', () => {
  it('is sent again with its document, to the order’s own address, three times and no more', async () => {
    const ordered = await shop.charging({ ...PLAIN, locale: 'en' });
    await billed(shop, ordered);
    const { sessionId } = ordered;
    expect([receipts().length, await mailOf(sessionId)]).toEqual([1, 'sent']);
    for (const count of [2, 3, 4]) {
      expect(await resend(sessionId)).toEqual({});
      await shop.pass(1);
      expect(receipts()).toHaveLength(count);
    }
    await expect(resend(sessionId)).rejects.toMatchObject(code('too-many'));
    expect([receipts().length, await mailOf(sessionId)]).toEqual([4, 'spent']);
    expect(new Set(receipts().map(({ to }) => to))).toEqual(new Set(['ada@example.org']));
    expect(new Set(receipts().map(({ key }) => key)).size).toBe(4);
    for (const { attachments } of receipts())
      expect(attachments.map(({ fileName }) => fileName)).toContain('invoice-R-BLA-2026-000001.pdf');
  });

  it('asked for before it is ready is noted, and comes once', async () => {
    const ordered = await shop.charging({ ...PLAIN, locale: 'en' });
    const { sessionId } = ordered;
    expect(await shop.operator.getReceipt({ receipt: sessionId })).toMatchObject({
      invoice: 'not-yet',
      waitsFor: 'charging',
      mail: 'offered',
    });
    await resend(sessionId);
    await resend(sessionId);
    expect(await mailOf(sessionId)).toBe('coming');
    await shop.restart();
    expect(await mailOf(sessionId)).toBe('coming');
    await billed(shop, ordered);
    await shop.pass(60);
    expect([receipts().length, await mailOf(sessionId)]).toEqual([1, 'sent']);
    await resend(sessionId);
    await resend(sessionId);
    await shop.pass(1);
    expect(receipts()).toHaveLength(3 - 1);
  });

  it('says what it waits for', async () => {
    const { authorizationReference, sessionId, orderId } = await shop.charging({ ...PLAIN, locale: 'en' });
    const waitsFor = async () => (await shop.operator.getReceipt({ receipt: sessionId })).waitsFor;
    await shop.pass(600);
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 17_408, isFinal: false });
    await shop.pass(0);
    expect(await waitsFor()).toBe('meter');
    const letGo = shop.payments.hold('capture');
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(0);
    expect([await waitsFor(), (await shop.payment({ orderId })).state]).toEqual(['payment', 'capturing']);
    letGo();
  });

  it('is not offered where no address was given, or nothing was charged', async () => {
    const unnamed = await shop.charging({ ...PLAIN, contact: EMPTY_CONTACT, locale: 'en' });
    expect(await mailOf(unnamed.sessionId)).toBe('none');
    await expect(resend(unnamed.sessionId)).rejects.toMatchObject(code('not-offered'));
    const { sessionId } = await shop.paid({ ...PLAIN, evseId: 'DE*BLF*E1002*1', locale: 'en' });
    await shop.operator.cancelStart({ sessionId });
    await shop.pass(60);
    expect(await mailOf(sessionId)).toBe('none');
    await expect(resend(sessionId)).rejects.toMatchObject(code('not-offered'));
  });

  it('can be asked for with the token of a search, and tells nobody where it goes', async () => {
    const ordered = await shop.charging({ ...PLAIN, locale: 'en' });
    await billed(shop, ordered);
    const { found } = await shop.operator.getReceipt({ receipt: ordered.sessionId });
    await resend(found.receipt);
    await shop.pass(1);
    expect(receipts()).toHaveLength(2);
    expect(JSON.stringify(await shop.operator.getReceipt({ receipt: found.receipt }))).not.toMatch(/@|Lovelace/);
    await shop.pass(600);
    await expect(resend(found.receipt)).rejects.toMatchObject(code('link-expired'));
    await expect(resend('AAAAAAAAAAAAAAAAAAAAAA')).rejects.toMatchObject(code('no-receipt'));
  });
});
