import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { PROBLEM_PAGES } from '../../client/core/problemTexts.ts';
import { problemOf, STATUS, sendProblem } from '../../server/http/request/problems.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../shared/model/problem.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { CONTACT, mintFormToken, orderAt, orderFields, POINTS, paidOrderAt, payWith, sessionUntil } from '../support/orders.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

type Form = Record<string, string>;
const asBrowser = {
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Language': 'de',
  'User-Agent': 'Mozilla/5.0 Firefox/140.0',
};
const get = (path: string, headers: Form = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ ...asBrowser, ...headers })
    .redirects(0);
const getJson = (path: string) => supertest(open.origin).get(path).set('Accept', 'application/json').redirects(0);
const send = (path: string, form: Form = {}) =>
  supertest(open.origin)
    .post(path)
    .set({ ...asBrowser, Origin: open.origin })
    .type('form')
    .send(form)
    .redirects(0);
const sendJson = (path: string, body: object = {}) =>
  supertest(open.origin).post(path).set({ Accept: 'application/json', Origin: open.origin }).send(body);

/** Escapes a text as React does. */
const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;');
/** Returns the visible text of a page, without scripts. */
const shownIn = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '');
const pathOf = ({ clientId, evseId }: { clientId: string; evseId: string }, prefix = '') =>
  `${prefix}/${clientId}/evse/${evseId}`;
const UNKNOWN_ID = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('Every problem', () => {
  it.each(PROBLEMS)('“%s” has a status that says whose turn it is, and words in all languages', code => {
    const EXPECTED: Readonly<Record<ProblemCode, number>> = {
      'bad-request': 400,
      'wrong-origin': 403,
      'wrong-method': 405,
      'no-page': 404,
      'no-client': 404,
      'no-charging-point': 404,
      'no-session': 404,
      'no-receipt': 404,
      'not-offered': 404,
      'plug-taken': 409,
      'tariff-changed': 409,
      'code-used': 409,
      'not-now': 409,
      'invoice-not-ready': 409,
      'receipt-not-ready': 409,
      'invoice-replaced': 409,
      'calibration-not-ready': 409,
      'link-expired': 410,
      'invalid-input': 422,
      'too-many': 429,
      'unpaid-orders': 429,
      'small-sessions': 429,
      'search-failed': 502,
      'payments-unavailable': 503,
      'stations-unavailable': 503,
      unavailable: 503,
      unexpected: 500,
    };
    expect(STATUS[code]).toBe(EXPECTED[code]);
    for (const locale of ['de', 'en'] as const)
      for (const key of Object.values(PROBLEM_PAGES[code])) expect(translator(locale, key).length).toBeGreaterThan(5);
  });

  it('of a parser or a library is a bad request or a bug, and keeps its words to itself', () => {
    expect(problemOf(Object.assign(new Error('secret'), { status: 413 })).code).toBe('bad-request');
    expect(problemOf(Object.assign(new Error('secret'), { status: 500 })).code).toBe('unexpected');
    expect(problemOf(Object.assign(new Error('secret'), { status: 503 })).code).toBe('unavailable');
    expect(problemOf(new Error('secret')).code).toBe('unexpected');
    expect(problemOf(null).code).toBe('unexpected');
    expect(problemOf('thrown text').code).toBe('unexpected');
    const problem = new Problem('not-now');
    expect(problemOf(problem)).toBe(problem);
  });

  it('that passes tells when to come back', () => {
    const sent: { status?: number; headers: Form; body?: unknown } = { headers: {} };
    const response = {
      set(name: string, value: string) {
        sent.headers[name] = value;
        return response;
      },
      status(status: number) {
        sent.status = status;
        return response;
      },
      json(body: unknown) {
        sent.body = body;
      },
    };
    sendProblem(response as never, new Problem('too-many', { retryAfterS: 600 }));
    expect(sent).toEqual({
      status: 429,
      headers: { 'Retry-After': '600', 'Cache-Control': 'no-store' },
      body: { problem: 'too-many', fields: {}, retryAfterS: 600 },
    });
  });
});

describe('What is not there', () => {
  const UNKNOWN: readonly [string, string, string][] = [
    ['a page', '/blaufink/nothing-here', 'error.404.title'],
    ['a deeper page', '/blaufink/receipts/results/a.css', 'error.404.title'],
    ['a client', '/nobody', 'error.404.title'],
    ['a client’s page', '/nobody/receipts', 'error.404.title'],
    ['a client’s point', '/nobody/evse/DE*BLF*E1001*1', 'error.404.title'],
    ['a charging point', '/blaufink/evse/DE*BLF*E9999*1', 'location.notFound'],
    ['a session', `/blaufink/charging/${UNKNOWN_ID}`, 'session.notFound.title'],
    ['a session’s stop', `/blaufink/charging/${UNKNOWN_ID}/stop`, 'session.notFound.title'],
    ['an order', `/blaufink/pay/${UNKNOWN_ID}/return`, 'session.notFound.title'],
    ['an asset', '/assets/gone.12345678.js', 'error.404.title'],
    ['a file outside', '/assets/..%2f..%2fpackage.json', 'error.404.title'],
    ['a name every object has', '/constructor', 'error.404.title'],
    ['another one', '/__proto__/receipts', 'error.404.title'],
  ];
  it('A mistyped EVSE ID comes with the one that was probably meant, in its path and in the form', async () => {
    for (const path of ['/en/blaufink/evse/DE*BLF*E10066*1', '/en/e?evse=deblf+e1061']) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('Did you mean:');
      expect(text).toContain('href="/en/e?evse=DE*BLF*E1006*1"');
    }
    expect((await get('/en/e?evse=DE*BLF*E1000*1')).text).not.toContain('href="/en/e?evse=');
  });

  it.each(UNKNOWN)('%s answers 404 with a page that helps', async (_what, path, key) => {
    for (const [locale, prefix] of [
      ['de', ''],
      ['en', '/en'],
    ] as const) {
      if (prefix && path.startsWith('/assets')) continue;
      const answer = await get(prefix + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.text).toContain(inHtml(translator(locale, key)));
      expect(answer.text).toContain('noindex');
      expect(answer.text).toContain('name="evse"');
      expect(answer.text).not.toContain('devDependencies');
    }
  });

  it.each([
    ['/api/clients/nobody', 'no-client'],
    ['/api/clients/blaufink/charging-points/DE*BLF*E9999*1', 'no-charging-point'],
    ['/api/clients/farnwald/charging-points/DE*BLF*E1001*1', 'no-charging-point'],
    [`/api/sessions/${UNKNOWN_ID}`, 'no-session'],
    [`/api/watched/${UNKNOWN_ID}`, 'no-session'],
    [`/api/receipts/${UNKNOWN_ID}`, 'no-receipt'],
    ['/api/nothing', 'no-page'],
    ['/blaufink/nothing-here', 'no-page'],
  ])('in JSON: %s', async (path, problem) => {
    const answer = await getJson(path);
    expect([answer.status, answer.body]).toEqual([404, { problem, fields: {}, retryAfterS: null }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('looks the same whether a session never existed or its id is of another kind', async () => {
    const { orderId } = await orderAt(open, POINTS.neverPlugsIn);
    const bodies: string[] = [];
    for (const id of [UNKNOWN_ID, orderId, 'BBBBBBBBBBBBBBBBBBBBBB']) {
      const answer = await get(`/blaufink/charging/${id}`);
      expect(answer.status).toBe(404);
      bodies.push(
        answer.text
          .replaceAll(id, '')
          .replace(/nonce[-=]"?[\w+/=]+"?/g, '')
          .replace(/[0-9a-f]{12}/g, ''),
      );
    }
    expect(new Set(bodies).size).toBe(1);
    expect((await sendJson(`/api/sessions/${orderId}/stop`)).status).toBe(404);
  });

  it('a session whose order is not paid yet is none', async () => {
    const { orderId } = await orderAt(open, POINTS.neverPlugsIn);
    expect((await sendJson(`/api/orders/${orderId}/settle`)).body).toMatchObject({ kind: 'open' });
    expect((await getJson(`/api/sessions/${orderId}`)).status).toBe(404);
  });

  it.each([
    'short',
    'a'.repeat(301),
    'with space here ok',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00',
  ])('an id that is none is a bad request or unknown, never a bug (%#)', async id => {
    for (const path of [`/api/sessions/${id}`, `/api/receipts/${id}`, `/api/receipts/${id}/invoice`])
      expect([400, 404]).toContain((await getJson(path)).status);
    expect([400, 404]).toContain((await get(`/blaufink/charging/${id}`)).status);
  });
});

describe('The pages that are there', () => {
  it.each([
    '/',
    '/blaufink',
    '/terms',
    '/privacy',
    '/imprint',
    '/blaufink/terms',
    '/blaufink/privacy',
    '/blaufink/imprint',
    '/blaufink/receipts',
    '/blaufink/evse/DE*BLF*E1001*1',
    '/farnwald/evse/DE*FRW*E2002*2',
    '/canarybolt/evse/HU*CNB*E6001*1',
  ])('%s answers 200 in German, English and Hungarian, with one title and one heading', async path => {
    for (const prefix of ['', '/en', '/hu']) {
      const answer = await get((prefix + path).replace(/(.)\/$/, '$1'));
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toMatch(/^<!doctype html>/i);
      expect(answer.text.match(/<title/g)).toHaveLength(1);
      expect(answer.text.match(/<h1[ >]/g)).toHaveLength(1);
      expect(answer.text.trimEnd()).toMatch(/<\/html>$/);
      expect(shownIn(answer.text)).not.toMatch(/\{\{\w+\}\}|>[a-z]+\.[a-z]+\.[a-z]+</i);
    }
  });

  it('answer HEAD as they answer GET, without a body', async () => {
    for (const path of ['/blaufink', '/blaufink/receipts', '/nobody', '/health', '/robots.txt']) {
      const [head, full] = [await supertest(open.origin).head(path).set(asBrowser), await get(path)];
      expect([path, head.status]).toEqual([path, full.status]);
      expect(head.headers['content-type']).toBe(full.headers['content-type']);
      expect(head.text ?? '').toBe('');
    }
  });

  it('are not for other methods', async () => {
    for (const method of ['put', 'delete', 'patch'] as const) {
      const answer = await supertest(open.origin)
        [method]('/blaufink')
        .set({ ...asBrowser, Origin: open.origin });
      expect(answer.status).toBe(405);
    }
    expect((await send('/blaufink')).status).toBe(405);
    expect((await send('/blaufink/terms')).status).toBe(405);
    expect((await send('/blaufink/nothing-here')).status).toBe(404);
  });
});

describe('An order by form', () => {
  const point = POINTS.neverPlugsIn;

  it('leads to the payment page, from there to the session, and both after a second click', async () => {
    const fields = await orderFields(open, point);
    const first = await send(pathOf(point), fields);
    expect(first.status).toBe(303);
    expect(first.headers.location).toMatch(/^\/sandbox-pay\/sbx_/);
    expect(first.headers['cache-control']).toBe('no-store');
    expect((await send(pathOf(point), fields)).headers.location).toBe(first.headers.location);

    await payWith(open, first.headers.location!);
    let answer = await send(pathOf(point), fields);
    for (let hops = 0; hops < 3 && answer.status === 303; hops++) answer = await get(answer.headers.location!);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(inHtml(translator('de', 'session.starting')));
    const again = await send(pathOf(point), fields);
    const session = again.headers.location!;
    expect(session).toMatch(/^\/blaufink\/charging\/[\w-]{22}$/);
    await send(`${session}/cancel`);
    await sessionUntil(open, session.split('/').at(-1)!, ({ kind }) => kind === 'cancelled');
    // The first payment page now redirects to the return page of the order.
    expect((await get(first.headers.location!)).headers.location).toMatch(/^\/blaufink\/pay\/[\w-]{22}\/return$/);
  });

  it('that is over brings a fresh form with everything typed, which can be sent', async () => {
    const fields = await orderFields(open, point);
    const { connector = '', tariffVersion = '', formToken: first = '', limit } = fields;
    const started = await open.app.backend.startSession({
      ...point,
      connector,
      tariffVersion,
      formToken: first,
      contact: CONTACT,
      locale: 'de',
      limitMinor: Number(limit),
      consents: { acceptTerms: true, acceptPrivacy: true },
    });
    if (started.kind !== 'pay') throw new Error('Nothing to pay');
    const { orderId } = started;
    await open.app.backend.cancelOrder({ orderId });
    const answer = await send(pathOf(point), fields);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('value="Lovelace"');
    const formToken = /name="formToken" value="([^"]+)"|value="([^"]+)" name="formToken"/.exec(answer.text);
    const next = { ...fields, formToken: formToken?.[1] ?? formToken?.[2] ?? '' };
    expect(next.formToken).not.toBe(fields.formToken);
    expect((await send(pathOf(point), next)).headers.location).toMatch(/^\/sandbox-pay\/sbx_/);
  });

  it('takes no address with a control character in it', async () => {
    const fields = await orderFields(open, POINTS.plugsIn);
    for (const email of ['ada\0@example.org', 'ada@exam\u0007ple.org']) {
      const answer = await send(pathOf(POINTS.plugsIn, '/en'), { ...fields, email, emailConfirmation: email });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(inHtml(translator('en', 'validation.email.invalid')));
    }
  });

  it('with faults answers 422, keeps what was typed, and says what is wrong beside each field', async () => {
    const fields = await orderFields(open, POINTS.plugsIn);
    const { acceptTerms: _, ...rest } = fields;
    const answer = await send(pathOf(POINTS.plugsIn, '/en'), {
      ...rest,
      firstName: 'R2"D2<marquee>',
      email: 'ada@',
      emailConfirmation: '',
    });
    expect(answer.status).toBe(422);
    for (const key of ['validation.name.digits', 'validation.email.invalid', 'validation.terms'])
      expect(answer.text).toContain(inHtml(translator('en', key)));
    expect(answer.text).toContain('value="R2&quot;D2&lt;marquee&gt;"');
    expect(answer.text).not.toContain('<marquee>');
    expect(answer.text).toContain('noindex');
    expect(answer.text).toMatch(/name="formToken"/);
  });

  it('at a plug somebody has answers 409 and says so', async () => {
    const fields = await orderFields(open, POINTS.occupied);
    const answer = await send(pathOf(POINTS.occupied, '/en'), fields);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(inHtml(translator('en', 'payment.connectorTaken')));
  });

  it('with prices that have changed meanwhile answers 409 and says so', async () => {
    const fields = await orderFields(open, POINTS.plugsIn);
    const answer = await send(pathOf(POINTS.plugsIn, '/en'), { ...fields, tariffVersion: 'yesterday' });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(inHtml(translator('en', 'payment.tariffChanged')));
    expect(answer.text).toContain('value="Lovelace"');
  });

  it('with a form of yesterday brings a fresh one with everything typed, and no order', async () => {
    const fields = await orderFields(open, POINTS.plugsIn);
    const old = mintFormToken(open, new Date(Date.now() - 25 * 3_600_000));
    for (const formToken of [old, '', 'forged', `${fields.formToken}x`]) {
      const answer = await send(pathOf(POINTS.plugsIn), { ...fields, formToken });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('value="Lovelace"');
      expect(answer.headers.location).toBeUndefined();
    }
  });

  it('through the API names fields by code and key', async () => {
    const fields = await orderFields(open, POINTS.plugsIn);
    const path = `/api/clients/blaufink/charging-points/${POINTS.plugsIn.evseId}/sessions`;
    const order = {
      connector: '1',
      limitMinor: 8000,
      tariffVersion: fields.tariffVersion,
      formToken: fields.formToken,
      locale: 'en',
      contact: { ...CONTACT, email: 'x' },
      consents: { acceptTerms: true, acceptPrivacy: true },
    };
    const answer = await sendJson(path, order);
    expect([answer.status, answer.body.problem]).toEqual([422, 'invalid-input']);
    expect(answer.body.fields.email).toEqual({ key: 'validation.email.invalid' });
    expect(JSON.stringify(answer.body)).not.toContain('Lovelace');
    expect(await sendJson(path, { ...order, limitMinor: 123 })).toMatchObject({ status: 422 });
    expect((await sendJson(path, { ...order, contact: CONTACT, tariffVersion: 'old' })).body).toMatchObject({
      problem: 'tariff-changed',
    });
    expect(await sendJson(path, { ...order, formToken: mintFormToken(open, new Date(0)) })).toMatchObject({
      status: 410,
      body: { problem: 'link-expired' },
    });
  });
});

describe('A session by form', () => {
  it('is not stopped before it charges, is stopped once it does, and stays stopped', async () => {
    const waiting = await paidOrderAt(open, POINTS.neverPlugsInEither);
    expect(await sendJson(`/api/sessions/${waiting.sessionId}/stop`)).toMatchObject({
      status: 409,
      body: { problem: 'not-now' },
    });
    const { sessionId } = await paidOrderAt(open, POINTS.plugsIn);
    const session = `/blaufink/charging/${sessionId}`;
    await sessionUntil(open, sessionId, ({ kind }) => kind === 'running');
    expect((await get(`${session}/stop`)).status).toBe(200);
    expect(await sendJson(`/api/sessions/${sessionId}/cancel`)).toMatchObject({ status: 409, body: { problem: 'not-now' } });

    const stopped = await send(`${session}/stop`, { sure: '1' });
    expect([stopped.status, stopped.headers.location]).toEqual([303, session]);
    const done = await sessionUntil(open, sessionId, ({ kind }) => kind === 'completed');
    expect(done.kind).toBe('completed');
    expect((await send(`${session}/stop`)).headers.location).toBe(session);
    expect((await send(`${session}/cancel`)).headers.location).toBe(session);
    expect((await get(`${session}/stop`)).headers.location).toBe(session);
    expect((await sendJson(`/api/sessions/${sessionId}/stop`)).status).toBe(200);
  });

  it('is given up before the vehicle is plugged in', async () => {
    const { sessionId } = await paidOrderAt(open, POINTS.neverPlugsIn);
    const given = await send(`/en/blaufink/charging/${sessionId}/cancel`);
    expect([given.status, given.headers.location]).toEqual([303, `/en/blaufink/charging/${sessionId}`]);
    expect((await sessionUntil(open, sessionId, ({ kind }) => kind === 'cancelled')).kind).toBe('cancelled');
  });

  it('shows the other link nothing that stops it', async () => {
    const { sessionId } = await paidOrderAt(open, POINTS.plugsIn);
    const { watchId } = await open.app.backend.getSession({ sessionId });
    const watched = await getJson(`/api/watched/${watchId}`);
    expect(watched.status).toBe(200);
    expect(watched.body.sessionId).toBeNull();
    expect(JSON.stringify(watched.body)).not.toContain(sessionId);
    for (const id of [watchId]) {
      expect((await getJson(`/api/sessions/${id}`)).status).toBe(404);
      expect((await sendJson(`/api/sessions/${id}/stop`)).status).toBe(404);
      expect((await getJson(`/api/receipts/${id}`)).status).toBe(404);
    }
    await sessionUntil(open, sessionId, ({ kind }) => kind === 'running');
    await open.app.backend.stopSession({ sessionId });
  });
});

describe('An order that is not paid', () => {
  it('is given up by form, and comes back filled in', async () => {
    const { orderId } = await orderAt(open, POINTS.neverPlugsIn);
    const back = await get(`/en/blaufink/pay/${orderId}/return`);
    expect(back.status).toBe(200);
    const given = await send(`/en/blaufink/pay/${orderId}/cancel`);
    expect([given.status, given.headers.location]).toEqual([303, `/en/blaufink/pay/${orderId}/return`]);
    const over = await get(given.headers.location!);
    expect(over.status).toBe(200);
    expect(over.text).toContain(inHtml(translator('en', 'order.cancelled')));
    expect(over.text).toContain('value="Lovelace"');
  });

  it('is given up by the return from a cancelled payment page, and repeats of it change nothing', async () => {
    const { orderId } = await orderAt(open, POINTS.neverPlugsIn);
    for (const _ of [1, 2]) {
      const back = await get(`/en/blaufink/pay/${orderId}/return?cancelled=1`);
      expect(back.status).toBe(200);
      expect(back.text).toContain(`<p>${inHtml(translator('en', 'order.cancelled'))}</p>`);
      expect(back.text).not.toContain('form="cancel-payment"');
      expect(back.text).toContain('value="Lovelace"');
    }
  });
});
