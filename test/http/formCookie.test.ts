import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { mintFormToken, orderFields, POINTS } from '../support/orders.ts';

let open: RunningApp;
let form: Record<string, string>;
beforeAll(async () => {
  open = await startApp();
  const { formToken: _, ...fields } = await orderFields(open, POINTS.plugsIn);
  form = fields;
});
afterAll(() => open.close());

const PAGE = '/en/blaufink/evse/DE*BLF*E1001*1';
const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
/**
 * @returns the cookie of a page. The app takes this user agent for a bot and sends it the complete page at once, however busy
 * the machine is.
 */
async function loadPage(): Promise<string> {
  const page = await supertest(open.origin)
    .get(PAGE)
    .set({ ...BROWSER, 'User-Agent': 'Mozilla/5.0', Cookie: 'locale=en' });
  expect(page.text.includes('name="formToken"')).toBe(false);
  return String(page.headers['set-cookie']).split(';')[0] ?? '';
}
const send = (cookie: string, fields: Record<string, string> = {}, headers: Record<string, string> = { Origin: open.origin }) =>
  supertest(open.origin)
    .post(PAGE)
    .set({ ...BROWSER, ...headers, Cookie: `locale=en; ${cookie}` })
    .type('form')
    .send({ ...form, ...fields })
    .redirects(0);
const PAYMENT_PAGE = /^\/sandbox-pay\/sbx_/;

describe('An order without JavaScript', () => {
  it('takes its token from the cookie of the page, and is one order however often it is sent', async () => {
    const cookie = await loadPage();
    const answers = [await send(cookie), await send(cookie)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[0]?.headers.location).toMatch(PAYMENT_PAGE);
    expect(answers[1]?.headers.location).toBe(answers[0]?.headers.location);
  });

  it('from two tabs is one order where both send the same, and one that replaces the other where they differ', async () => {
    const [, cookie = ''] = [await loadPage(), await loadPage()];
    const tabs = [await send(cookie), await send(cookie), await send(cookie, { limit: '2000' })].map(
      ({ headers }) => headers.location,
    );
    expect(tabs[1]).toBe(tabs[0]);
    expect(tabs[2]).toMatch(PAYMENT_PAGE);
    expect(tabs[2]).not.toBe(tabs[0]);
  });

  it('without any cookie comes back once with a token and everything typed, and can then be sent', async () => {
    const again = await send('');
    expect(again.status).toBe(200);
    expect(again.text.includes('value="Lovelace"')).toBe(true);
    const formToken = /name="formToken" value="([^"]+)"/.exec(again.text)?.[1] ?? '';
    expect((await send('', { formToken })).headers.location).toMatch(PAYMENT_PAGE);
  });

  it.each(['form=forged', 'form=', 'form=j%3A%5B1%5D'])('comes back in the same way with the cookie %s', async cookie => {
    const again = await send(cookie);
    expect([again.status, again.text.includes('name="formToken"')]).toEqual([200, true]);
  });

  it('prefers the token in the form to that in the cookie', async () => {
    const cookie = await loadPage();
    const first = await send(cookie);
    const own = await send(cookie, { formToken: mintFormToken(open) });
    expect(own.headers.location).not.toBe(first.headers.location);
  });

  it('is proven by the cookie, which other sites cannot send, where a browser names no origin', async () => {
    const cookie = await loadPage();
    expect((await send(cookie, {}, {})).status).toBe(303);
    expect((await send('', {}, {})).status).toBe(403);
    expect((await send(cookie, {}, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});
