import { afterAll, beforeAll, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LIMITS } from '../../shared/charging/limits.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { mintFormToken, orderFields, POINTS } from '../support/orders.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp({ speed: 1 });
});
afterAll(() => open.close());

it('tells a driver behind a flood what helps, and keeps what was typed', async () => {
  const fields = await orderFields(open, POINTS.plugsIn);
  const order = (prefix: string) =>
    supertest(open.origin)
      .post(`${prefix}/blaufink/evse/DE*BLF*E1001*1`)
      .set({ Origin: open.origin, Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' })
      .type('form')
      .send({ ...fields, formToken: mintFormToken(open) })
      .redirects(0);
  for (let n = 0; n < LIMITS.unpaidPagesPerNetwork.limit; n++) expect((await order('')).status).toBe(303);
  for (const [locale, prefix] of [
    ['de', ''],
    ['hu', '/hu'],
  ] as const) {
    const refused = await order(prefix);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    expect(refused.text).toContain(translator(locale, 'payment.unpaidOrders'));
    expect(refused.text).toContain('value="ada@example.org"');
    expect(refused.text).toContain('value="Lovelace"');
  }
});
