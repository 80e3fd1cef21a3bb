import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { CONTACT, mintFormToken, orderFields, POINTS, payWith } from '../support/orders.ts';

/** A word that no text of the app contains. If a response or the log contains it, it comes from a request. */
const CANARY = 'Zwölfboxkämpfer77';

let open: RunningApp;
let log: string[] = [];
beforeAll(async () => {
  open = await startApp({ env: { LOG_LEVEL: 'debug' }, logTo: { write: line => void log.push(line) } });
});
afterAll(() => open.close());
beforeEach(() => {
  log = [];
});

const START = '/api/clients/blaufink/charging-points/DE*BLF*E1001*1/sessions';
const FORM = '/blaufink/evse/DE*BLF*E1001*1';
const PATHS = [
  START,
  FORM,
  '/blaufink/receipts',
  '/api/clients/blaufink/session-search',
  '/sandbox-pay/sbx_nobody',
  '/en/blaufink',
  '/operator/sign-in/nobody',
  '/operator/sessions/123456789',
];

const post = (path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .post(path)
    .set({ 'Content-Type': type, Origin: open.origin, ...headers })
    .serialize(text => text as never)
    .send(body as never)
    .redirects(0);

/** The log must contain request lines, so that an empty log fails the test. */
function expectDiscreetLog(): void {
  expect(log.filter(line => line.includes('"msg":"request"')).length).toBeGreaterThan(0);
  expect(log.filter(line => line.includes('"msg":"bug"'))).toEqual([]);
  expect(log.filter(line => line.includes(CANARY) || line.includes(encodeURIComponent(CANARY)))).toEqual([]);
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

const HOSTILE: readonly [string, string, string | Buffer, Record<string, string>?][] = [
  ['half a JSON text', JSON_TYPE, `{"firstName":"${CANARY}`],
  ['no JSON at all', JSON_TYPE, CANARY],
  ['a JSON text that is no object', JSON_TYPE, `"${CANARY}"`],
  ['a JSON number', JSON_TYPE, '1e999'],
  ['null', JSON_TYPE, 'null'],
  ['an array', JSON_TYPE, `["${CANARY}"]`],
  ['very deep arrays', JSON_TYPE, nested(8000)],
  ['very deep objects', JSON_TYPE, `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`],
  ['a depth inside a known field', JSON_TYPE, `{"contact":${nested(4000)}}`],
  ['more than 16 KiB', JSON_TYPE, JSON.stringify({ firstName: CANARY.repeat(2000) })],
  ['a form of more than 16 KiB', FORM_TYPE, `firstName=${encodeURIComponent(CANARY.repeat(2000))}`],
  ['a hundred fields', FORM_TYPE, Array.from({ length: 100 }, (_, n) => `f${n}=${encodeURIComponent(CANARY)}`).join('&')],
  ['the same field twice', FORM_TYPE, `firstName=${encodeURIComponent(CANARY)}&firstName=b`],
  ['brackets in names', FORM_TYPE, `contact[firstName]=${encodeURIComponent(CANARY)}&contact[__proto__][x]=1`],
  ['a broken escape', FORM_TYPE, `firstName=%E0%A4%A&x=${encodeURIComponent(CANARY)}`],
  ['names of every object, as a form', FORM_TYPE, '__proto__=1&constructor=2&prototype=3&toString=4&hasOwnProperty=5'],
  ['names of every object, as JSON', JSON_TYPE, `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":"${CANARY}"}}}`],
  ['gzip', JSON_TYPE, gzipSync(JSON.stringify({ firstName: CANARY })), { 'Content-Encoding': 'gzip' }],
  ['a small bomb', FORM_TYPE, gzipSync(Buffer.alloc(1_000_000, 'a')), { 'Content-Encoding': 'gzip' }],
  ['an unknown encoding', JSON_TYPE, '{}', { 'Content-Encoding': 'rot13' }],
  ['an unknown charset', `${JSON_TYPE}; charset=klingon`, '{}'],
  ['XML', 'application/xml', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;${CANARY}</x>`],
  ['an upload', 'multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n${CANARY}\r\n--x--`],
  ['plain text', 'text/plain', `firstName=${CANARY}`],
  ['no type a parser knows', 'a/b;;;=', CANARY],
  ['nothing', JSON_TYPE, ''],
  ['zero bytes', FORM_TYPE, '\u0000\u0000\u0000'],
];

describe('A body nobody could have meant is refused without a bug, and not a word of it is logged:', () => {
  it.each(HOSTILE)('%s', async (_what, type, body, headers = {}) => {
    for (const path of PATHS) {
      for (const accept of ['text/html', JSON_TYPE]) {
        const answer = await post(path, type, body, { Accept: accept, ...headers });
        expect([path, accept, answer.status < 500]).toEqual([path, accept, true]);
        // The page of a form shows the typed values again. Any other response must not repeat them.
        const isFormAgain = answer.status === 200 || answer.status === 422;
        if (!isFormAgain) expect(answer.text ?? '').not.toContain(CANARY);
      }
    }
    expectDiscreetLog();
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('and the app still answers afterwards', async () => {
    expect((await supertest(open.origin).get('/ready')).status).toBe(200);
    expect((await supertest(open.origin).get('/blaufink').set('Accept', 'text/html')).status).toBe(200);
  });
});

describe('Values of the wrong kind', () => {
  const good = async () => {
    const { tariffVersion = '' } = await orderFields(open, POINTS.plugsIn);
    return {
      connector: '1',
      limitMinor: 8000 as unknown,
      contact: CONTACT as unknown,
      locale: 'de' as unknown,
      tariffVersion,
      consents: { acceptTerms: true, acceptPrivacy: true } as unknown,
      formToken: mintFormToken(open) as unknown,
    };
  };
  const WRONG: readonly [string, object][] = [
    ['an amount that is a text', { limitMinor: CANARY }],
    ['an amount below zero', { limitMinor: -1 }],
    ['half a cent', { limitMinor: 0.5 }],
    ['more money than there is', { limitMinor: 1e30 }],
    ['a name that is an object', { contact: { ...CONTACT, firstName: { $ne: null } } }],
    ['a name that is a list', { contact: { ...CONTACT, firstName: [CANARY] } }],
    ['a name as long as a book', { contact: { ...CONTACT, firstName: CANARY.repeat(100) } }],
    ['one field more than asked for', { contact: { ...CONTACT, isAdmin: true } }],
    ['one question more than asked', { isFree: true, price: 0 }],
    ['no contact', { contact: null }],
    ['a consent that is a text', { consents: { acceptTerms: CANARY, acceptPrivacy: true } }],
    ['a language that is none', { locale: CANARY }],
    ['an intent that is a number', { formToken: 1 }],
    ['an intent as long as a book', { formToken: CANARY.repeat(100) }],
    ['another client than the address says', { clientId: CANARY }],
  ];
  it.each(WRONG)('are a bad request, told without repeating them: %s', async (_what, wrong) => {
    const body = JSON.stringify({ ...(await good()), ...wrong });
    const answer = await post(START, JSON_TYPE, body, { Accept: JSON_TYPE });
    const isOverruled = 'clientId' in wrong;
    expect(answer.status).toBe(isOverruled ? 200 : 400);
    if (!isOverruled) expect(answer.body).toEqual({ problem: 'bad-request', fields: {}, retryAfterS: null });
    expect(answer.text).not.toContain(CANARY);
    expectDiscreetLog();
  });

  it.each([
    `country=${CANARY}`,
    'date=2026-02-30',
    'price=1e9',
    'price=NaN',
    'creditCard=42',
    'date[]=1',
    'price=-1',
    `price=${'9'.repeat(400)}`,
  ])('in the receipt search come back with words: %s', async query => {
    const answer = await post('/blaufink/receipts', FORM_TYPE, query, { Accept: 'text/html' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('<form');
  });

  it('in a query are a bad request', async () => {
    for (const query of ['?text=a&text=b', `?text=${'x'.repeat(301)}`, '', '?other=1']) {
      const answer = await supertest(open.origin).get(`/api/charging-points${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('in a form are cut to a sane length, and never break the page', async () => {
    const fields = await orderFields(open, POINTS.plugsIn);
    for (const text of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '\u202eevil',
      '{{7*7}}',
      '#{7*7}',
      'x'.repeat(5000),
    ]) {
      const body = new URLSearchParams({ ...fields, firstName: text, lastName: '' }).toString();
      const answer = await post(FORM, FORM_TYPE, body, { Accept: 'text/html' });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain('<script>alert');
      expect(answer.text).not.toContain('<img src=x');
      expect(answer.text).not.toContain('x'.repeat(501));
    }
  });
});

describe('The log of a whole order', () => {
  it('names steps and ids, and nothing of the driver, the card or the address they asked from', async () => {
    const fields = await orderFields(open, { clientId: 'canarybolt', evseId: 'ES*CNB*E6003*1' });
    const form = {
      ...fields,
      firstName: 'Zwölf',
      lastName: 'Boxkämpfer',
      email: 'zwoelf@box.example',
      emailConfirmation: 'zwoelf@box.example',
    };
    const toPay = await post('/canarybolt/evse/ES*CNB*E6003*1', FORM_TYPE, new URLSearchParams(form).toString(), {
      Accept: 'text/html',
    });
    expect(toPay.status).toBe(303);
    await payWith(open, toPay.headers.location!);
    await post('/blaufink/receipts', FORM_TYPE, 'country=de&date=2026-11-20&price=47.11&creditCard=8273');
    await supertest(open.origin).get('/e?evse=DEBLFE99991');
    const text = log.join('');
    for (const secret of [
      'Zwölf',
      'Boxkämpfer',
      'zwoelf',
      'box.example',
      '4242',
      '47.11',
      '8273',
      'DEBLFE99991',
      '127.0.0.1',
      'sbx_',
    ])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(text).toContain('"order created"');
    expect(text).toMatch(/"route":"submit/);
    for (const line of log)
      expect(Object.keys(JSON.parse(line) as object)).toEqual(expect.arrayContaining(['level', 'time', 'msg']));
  });
});
