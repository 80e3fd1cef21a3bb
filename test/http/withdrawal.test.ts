import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { paidOrderAt } from '../support/orders.ts';

let open: RunningApp;
let sessionId: string;
let address: string;
beforeAll(async () => {
  open = await startApp();
  ({ sessionId } = await paidOrderAt(open, { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1' }));
  address = `/farnwald/charging/${sessionId}/withdrawal`;
});
afterAll(() => open.close());

const headers = {
  'User-Agent': 'Mozilla/5.0 Firefox/140.0',
  Accept: 'text/html',
  Cookie: 'locale=en',
  'Sec-Fetch-Site': 'same-origin',
};
const get = (path: string) => supertest(open.origin).get(`/en${path}`).set(headers).redirects(0);
const post = (fields: Record<string, string>) =>
  supertest(open.origin).post(`/en${address}`).type('form').set(headers).send(fields).redirects(0);
const TYPED = { name: 'Ada Lovelace', email: 'ada@example.org' };

describe('Withdrawing from a contract, without JavaScript', () => {
  it('begins with the details, the contract filled in', async () => {
    const { number } = await open.app.backend.getSession({ sessionId });
    const { text, status, headers: answered } = await get(address);
    expect([status, answered['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toContain('Step 1 of 2: your details');
    const grouped = String(number).replace(/(\d{3})(?=\d)/g, '$1\u00a0');
    expect(text).toMatch(new RegExp(`<input[^>]*name="contract"[^>]*value="${grouped}"`));
  });

  it('is named by the confirmation of the contract, with its whole address', async () => {
    const { text } = await get(`/farnwald/charging/${sessionId}`);
    expect(text).toMatch(/Confirmation of contract.*Right of withdrawal/s);
    expect(text).toContain(`Use this page: ${open.origin}/en${address}`);
  });

  it('tells what is missing and keeps what was typed', async () => {
    const { text, status } = await post({ name: '', email: 'ada@example.org', step: 'review' });
    expect(status).toBe(422);
    expect(text).toContain('Enter your first and last name');
    expect(text).toContain('value="ada@example.org"');
  });

  it('shows the declaration before it counts', async () => {
    const { text, status } = await post({ ...TYPED, step: 'review' });
    expect(status).toBe(200);
    expect(text).toContain('Step 2 of 2: confirm');
    expect(text).toContain('I withdraw from the contract with the number');
    expect(await open.app.backend.getSession({ sessionId })).not.toHaveProperty('withdrawal');
    expect((await post({ ...TYPED, step: 'change' })).text).toContain('value="Ada Lovelace"');
  });

  it('is received once, and its page says when', async () => {
    const answer = await post({ ...TYPED, step: 'confirm' });
    expect([answer.status, answer.headers.location]).toEqual([303, `/en${address}`]);
    const { text } = await get(address);
    expect(text).toContain('We have received your withdrawal');
    expect(text).toMatch(/Received on [^<]+ at \d\d:\d\d\./);
    expect((await post({ ...TYPED, step: 'confirm' })).status).toBe(303);
  });

  it('does not exist where the client does not offer it', async () => {
    expect((await get(`/blaufink/charging/${sessionId}/withdrawal`)).status).toBe(404);
  });
});
