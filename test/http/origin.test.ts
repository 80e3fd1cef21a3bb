import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createFormTokens } from '../../server/http/request/formToken.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { mintFormToken, orderAt, orderFields, POINTS } from '../support/orders.ts';

let open: RunningApp;
let orderId: string;
beforeAll(async () => {
  open = await startApp();
  ({ orderId } = await orderAt(open, POINTS.neverPlugsIn));
});
afterAll(() => open.close());

type Headers = Record<string, string>;
const post = (path: string, headers: Headers, form: Headers = {}) =>
  supertest(open.origin)
    .post(path)
    .set({ Accept: 'text/html', ...headers })
    .type('form')
    .send(form)
    .redirects(0);
const PAY = '/blaufink/evse/DE*BLF*E1001*1';
const ours = (): Headers => ({ Origin: open.origin });

/** Whether the app accepted the form as its own. Only the status 403 means that it refused the form unread. */
const isRead = (answer: supertest.Response): boolean => answer.status !== 403;

describe('A form is taken when the browser says that it comes from our pages', () => {
  it.each<[string, () => Headers]>([
    ['Sec-Fetch-Site: same-origin', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['Sec-Fetch-Site: same-origin and Origin: null', () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' })],
    ['our Origin', ours],
    ['both', () => ({ 'Sec-Fetch-Site': 'same-origin', ...ours() })],
  ])('%s', async (_what, headers) => {
    const answer = await post(PAY, headers(), {});
    expect(answer.status).toBe(200);
    expect(isRead(await post(`/blaufink/pay/${orderId}/cancel`, { ...headers(), Cookie: 'locale=de' }))).toBe(true);
  });
});

describe('A form is refused, with a page that helps,', () => {
  const FOREIGN: readonly [string, Headers][] = [
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['Sec-Fetch-Site: none', { 'Sec-Fetch-Site': 'none' }],
    ['a foreign Origin', { Origin: 'https://evil.example' }],
    ['an Origin that only begins like ours', { Origin: 'http://127.0.0.1.evil.example' }],
    ['our host on another port', { Origin: 'http://127.0.0.1:1' }],
    ['our host over https', { Origin: 'https://127.0.0.1' }],
    ['no Origin and nothing of ours in it', {}],
    ['Origin: null and nothing of ours in it', { Origin: 'null' }],
    ['a Referer of ours alone', { Referer: 'http://127.0.0.1/' }],
  ];
  it.each(FOREIGN)('%s', async (_what, headers) => {
    for (const locale of ['de', 'en'] as const) {
      const answer = await post(locale === 'de' ? PAY : `/en${PAY}`, headers, { firstName: 'Ada' });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(translator(locale, 'failure.wrongOrigin.title'));
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const json = await supertest(open.origin)
      .post(`/api/sessions/${'A'.repeat(22)}/stop`)
      .set(headers)
      .send({});
    expect([json.status, json.body.problem]).toEqual([403, 'wrong-origin']);
  });

  it('even a foreign site that knows an id or a form token of ours is none of ours', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      expect((await post(`/blaufink/pay/${orderId}/cancel`, headers)).status).toBe(403);
      expect((await post(PAY, headers, { formToken: mintFormToken(open) })).status).toBe(403);
      expect((await post('/blaufink/receipts', headers, {})).status).toBe(403);
    }
    expect(await open.app.backend.refreshOrder({ orderId })).toMatchObject({ kind: 'over' });
  });
});

describe('A form without a usable origin is taken', () => {
  it.each<[string, Headers]>([
    ['none at all', {}],
    ['Origin: null', { Origin: 'null' }],
  ])('with a form token we signed (%s)', async (_what, headers) => {
    const fields = await orderFields(open, POINTS.plugsIn);
    const answer = await post(PAY, headers, fields);
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/sandbox-pay\//)]);
  });

  it.each<[string, () => string]>([
    ['older than a day', () => mintFormToken(open, new Date(Date.now() - 24.1 * 3_600_000))],
    ['signed by somebody else', () => createFormTokens({ secret: 'another secret of thirty-two chars' }).mint(new Date())],
    ['with a letter changed', () => mintFormToken(open).replace(/^./, email => (email === 'A' ? 'B' : 'A'))],
    [
      'with its time changed',
      () => mintFormToken(open, new Date(0)).replace(/\.0\./, `.${Math.floor(Date.now() / 60_000).toString(36)}.`),
    ],
    ['cut short', () => mintFormToken(open).slice(0, -1)],
    ['empty', () => ''],
  ])('but not with one %s', async (_what, formToken) => {
    const fields = await orderFields(open, POINTS.plugsIn);
    expect((await post(PAY, {}, { ...fields, formToken: formToken() })).status).toBe(403);
  });

  it('with the id of a session or order that exists, and with no other', async () => {
    const { orderId: known } = await orderAt(open, POINTS.dear);
    for (const headers of [{}, { Origin: 'null' }]) {
      expect((await post(`/canarybolt/pay/${known}/cancel`, headers)).status).toBe(303);
      expect((await post(`/canarybolt/pay/${'A'.repeat(22)}/cancel`, headers)).status).toBe(403);
      expect((await post(`/canarybolt/charging/${'A'.repeat(22)}/stop`, headers)).status).toBe(403);
    }
    const api = (id: string) => supertest(open.origin).post(`/api/orders/${id}/settle`).send({});
    expect((await api(known)).status).toBe(200);
    expect((await api('A'.repeat(22))).status).toBe(403);
  });

  it('when it only searches for receipts', async () => {
    expect((await post('/blaufink/receipts', {}, {})).status).toBe(422);
    expect((await post('/en/blaufink/receipts', { Origin: 'null' }, {})).status).toBe(422);
    const api = await supertest(open.origin).post('/api/clients/blaufink/session-search').send({});
    expect([api.status, api.body.problem]).toEqual([400, 'bad-request']);
  });
});

describe('Reading needs no origin', () => {
  it.each(['/blaufink', '/health', '/api/demo-points', '/robots.txt'])('%s from another site', async path => {
    const answer = await supertest(open.origin).get(path).set({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('and another site may not ask beforehand either', async () => {
    const answer = await supertest(open.origin)
      .options(`/api/sessions/${'A'.repeat(22)}/stop`)
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['access-control-allow-methods']).toBeUndefined();
  });
});

it('A live app knows its origin from its settings, never from the request', async () => {
  const live = await startApp({
    env: {
      PUBLIC_ORIGIN: 'https://charge.example',
      DEMO: '1',
      OPERATOR_DATA: 'demo',
      SECRET: 'a secret that is longer than thirty-two',
    },
  });
  try {
    const send = (headers: Headers) =>
      supertest(live.origin)
        .post(PAY)
        .set({ Accept: 'text/html', ...headers })
        .type('form')
        .send({});
    expect((await send({ Origin: 'https://charge.example' })).status).toBe(200);
    expect((await send({ Origin: 'https://charge.example', Host: 'charge.example' })).status).toBe(200);
    expect((await send({ Origin: live.origin })).status).toBe(403);
    expect((await send({ Origin: 'https://evil.example', Host: 'evil.example' })).status).toBe(403);
    const page = await supertest(live.origin).get('/en/blaufink').set({ Accept: 'text/html', Host: 'evil.example' });
    expect(page.text).toContain('https://charge.example/en/blaufink');
    expect(page.text).not.toContain('evil.example');
    expect(page.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(String(page.headers['set-cookie'])).toContain('Secure');
  } finally {
    await live.close();
  }
});
