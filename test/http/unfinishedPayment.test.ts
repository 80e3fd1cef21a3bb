import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createHttpCharging } from '../../client/core/charging.ts';
import { pathTo } from '../../shared/charging/paths.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { fillInOrder } from '../support/orderForm.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
}, 60_000);
afterAll(() => open.close());

const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const POINT_PAGE = '/en/blaufink/evse/DE*BLF*E1001*1';
const BROWSER = 'Mozilla/5.0 Firefox/140.0';
/** The texts of the page contain the words without the amount. */
const CONTINUE = 'Continue paying €';

const read = (address: string, cookie = '') =>
  supertest(open.origin).get(address).set({ 'User-Agent': BROWSER, Accept: 'text/html', Cookie: cookie });
const cookiesOf = ({ headers }: supertest.Response): string[] => [headers['set-cookie'] ?? []].flat();

/** Places an order and returns its id and the cookie of the unfinished payment. */
async function order() {
  const { plugs } = await createHttpCharging(open.origin).getChargingPoint(POINT);
  const [plug] = plugs;
  if (!plug) throw new Error('A point without plugs');
  const ordered = await supertest(open.origin)
    .post(`/api/clients/${POINT.clientId}/charging-points/${encodeURIComponent(POINT.evseId)}/sessions`)
    .set({ Origin: open.origin })
    .send(await fillInOrder(open.origin, POINT, plug));
  const [cookie = ''] = cookiesOf(ordered).filter(each => each.startsWith('payment='));
  return { orderId: (ordered.body as { orderId: string }).orderId, url: (ordered.body as { url: string }).url, cookie };
}

const sent = (cookie: string): string => cookie.split(';')[0] ?? '';

describe('A payment that the driver has not finished', () => {
  it('is remembered in a cookie that scripts cannot read, for the life of the payment page', async () => {
    const { orderId, cookie } = await order();
    expect(decodeURIComponent(sent(cookie))).toBe(`payment=blaufink/${orderId}`);
    expect(cookie).toMatch(/; Max-Age=2100; Path=\/; .*HttpOnly; SameSite=Lax$/);
  });

  it.each([POINT_PAGE, '/en', '/en/blaufink'])('is offered on %s, to this driver alone', async address => {
    const { url, cookie } = await order();
    const before = await read(address);
    const mine = await read(address, sent(cookie));
    expect(mine.text).toContain(CONTINUE);
    expect(mine.text).toContain(`${CONTINUE}80.00`);
    expect(mine.text).toContain(url.replace(/&/g, '&amp;'));
    expect(mine.headers['cache-control']).toBe('no-store');
    expect(mine.text).not.toMatch(/Lovelace|@example/);
    for (const other of [before, await read(address)]) {
      expect(other.text).not.toContain(CONTINUE);
      expect(other.text).not.toContain(url);
    }
  });

  it('is not offered at another point, nor by another brand', async () => {
    const { cookie } = await order();
    for (const address of ['/en/blaufink/evse/DE*BLF*E1002*1', '/en/farnwald', '/en/blaufink/terms'])
      expect((await read(address, sent(cookie))).text).not.toContain(CONTINUE);
  });

  it('is cancelled when the driver starts over, which fills the form with what was typed', async () => {
    const { orderId, cookie } = await order();
    const cancelled = await supertest(open.origin)
      .post(pathTo('orderCancel', { locale: 'en', clientId: 'blaufink', orderId }))
      .set({ Origin: open.origin, Cookie: sent(cookie) })
      .type('form')
      .send({});
    expect(cancelled.status).toBe(303);
    expect(cookiesOf(cancelled)).toEqual([expect.stringMatching(/^payment=;.*Expires=Thu, 01 Jan 1970/)]);
    const form = await read(String(cancelled.headers.location), sent(cookie));
    expect(form.text).toContain('Cancelled. Nothing was charged.');
    expect(form.text).toContain('value="Lovelace"');
    const page = await read(POINT_PAGE, sent(cookie));
    expect(page.text).not.toContain(CONTINUE);
    expect(cookiesOf(page).some(each => each.startsWith('payment=;'))).toBe(true);
  });

  it.each(['payment=blaufink/0123456789abcdef', 'payment=%00', 'payment=a/b/c', 'payment=farnwald%2F../..'])(
    'is nothing where the cookie is %s',
    async cookie => {
      const page = await read(POINT_PAGE, cookie);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain(CONTINUE);
    },
  );
});
