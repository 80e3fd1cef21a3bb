import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

let open: RunningApp;
let sessionId: string;
let other: string;
beforeAll(async () => {
  open = await startApp({ speed: 300 });
  [{ sessionId }, { sessionId: other }] = [await finishedAt(open, POINTS.connected), await finishedAt(open, POINTS.dear)];
});
afterAll(() => open.close());

const HEADERS = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0', Cookie: 'locale=en' };
const post = (address: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(open.origin + address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { ...HEADERS, Origin: open.origin, ...headers },
  });
const page = async (address: string, cookie = '') =>
  (await fetch(open.origin + address, { headers: { ...HEADERS, Cookie: `locale=en; ${cookie}` } })).text();
const emails = () => readdirSync(path.join(open.config.dataDir, 'mail')).length;
const mailOf = async (receipt: string) => (await open.app.backend.getReceipt({ receipt })).mail;
const settledMail = (receipt: string) =>
  until(
    () => mailOf(receipt),
    mail => mail === 'sent' || mail === 'spent',
  );

describe('The receipt by e-mail, without JavaScript', () => {
  it('is sent from the session’s page, which says so without naming the address', async () => {
    await Promise.all([settledMail(sessionId), settledMail(other)]);
    const address = `/en/blaufink/charging/${sessionId}`;
    expect(await page(address)).toContain(`action="${address}/receipt-mail"`);
    const before = emails();
    const answer = await post(`${address}/receipt-mail`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, address]);
    expect(await settledMail(sessionId)).toBe('sent');
    expect(emails()).toBe(before + 1);
    const shown = await page(address);
    expect(shown).toContain(translator('en', 'receipt.mail.sent'));
    expect(shown).not.toMatch(/ada@|Lovelace/);
  });

  it('stops after three times, and the page says where to look', async () => {
    for (let n = 0; n < 4; n++) {
      expect((await post(`/en/blaufink/charging/${sessionId}/receipt-mail`)).status).toBe(303);
      await settledMail(sessionId);
    }
    expect(await mailOf(sessionId)).toBe('spent');
    const shown = await page(`/en/blaufink/charging/${sessionId}`);
    expect(shown).toContain(translator('en', 'receipt.mail.spent'));
    expect(shown).not.toContain('receipt-mail"');
    const overJson = await fetch(`${open.origin}/api/receipts/${sessionId}/mail`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: open.origin },
      body: '{}',
    });
    expect([overJson.status, await overJson.json()]).toEqual([429, expect.objectContaining({ problem: 'too-many' })]);
  });

  it('is sent from the results of a search by the token alone', async () => {
    await settledMail(other);
    const { found } = await open.app.backend.getReceipt({ receipt: other });
    const cookie = `found=${found.receipt}`;
    expect(await page('/en/canarybolt/receipts/results', cookie)).toContain('action="/en/canarybolt/receipts/mail"');
    const answer = await post('/en/canarybolt/receipts/mail', { receipt: found.receipt }, { Cookie: cookie });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/en/canarybolt/receipts/results']);
    const shown = await page('/en/canarybolt/receipts/results', cookie);
    expect(shown).not.toMatch(/ada@|Lovelace/);
    expect(shown).not.toContain(other);
  });

  it('is sent for nobody else', async () => {
    const address = `/en/canarybolt/charging/${other}/receipt-mail`;
    expect((await post(address, {}, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(`/en/canarybolt/charging/${'A'.repeat(22)}/receipt-mail`)).status).toBe(404);
    expect((await post('/en/canarybolt/receipts/mail', { receipt: `r.${'A'.repeat(60)}` })).status).toBe(410);
    expect((await post('/en/canarybolt/receipts/mail', { receipt: 'x' })).status).toBe(400);
  });
});
