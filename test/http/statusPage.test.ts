import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { VERSION } from '../../server/platform/version.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { paidOrderAt } from '../support/orders.ts';

const TOKEN = 'a token of more than sixteen characters';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const POINT = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1' };

let open: RunningApp;
beforeAll(async () => {
  open = await startApp({ env: { STATUS_TOKEN: TOKEN } });
  const { sessionId } = await paidOrderAt(open, POINT);
  await open.app.backend.withdraw({ sessionId, name: 'Ada Lovelace', email: 'ada@example.org' });
});
afterAll(() => open.close());

const page = () => supertest(open.origin).get('/status').set('Accept', BROWSER);
const typed = (token: string) => supertest(open.origin).post('/status').set('Accept', BROWSER).type('form').send({ token });

describe('A person who opens /status in a browser', () => {
  it('reads whether all is well, and is asked for the token', async () => {
    const { status, text, headers } = await page();
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.vary).toContain('Accept');
    expect(text).toContain('<h1 class="up">Everything works</h1>');
    expect(text).toContain('name="token"');
    expect(text).not.toContain('<table');
    expect(text).not.toContain('Version');
  });

  it('sees with the token what needs attention and what to do, the checks, and what is not over', async () => {
    const { status, text } = await typed(` ${TOKEN} `);
    expect(status).toBe(200);
    expect(text).toContain('<h1 class="up">Working, with open issues</h1>');
    expect(text).toContain(`<p>Version ${VERSION}, build `);
    expect(text).toContain('<th scope="row">withdrawal received</th><td>1</td><td>A driver has withdrawn');
    for (const check of ['store', 'payments', 'stations', 'disk', 'clock', 'pages'])
      expect(text).toContain(`<th scope="row">${check}</th><td>up</td>`);
    expect(text).toMatch(/<th scope="row">Session<\/th><td>\w+<\/td><td>1<\/td>/);
    expect(text).not.toMatch(/Lovelace|ada@|a token of/);
  });

  it('also sees it with the header that machines send', async () => {
    const { text } = await page().set('Authorization', `Bearer ${TOKEN}`);
    expect(text).toContain('Open alerts');
  });

  it('is told that a token is wrong, and learns no more', async () => {
    for (const token of ['', 'x', `${TOKEN}x`]) {
      const { status, text } = await typed(token);
      expect(status).toBe(200);
      expect(text).toContain('Wrong token. Enter the value of STATUS_TOKEN.');
      expect(text).not.toContain('<table');
    }
  });

  it('gets JSON where it does not prefer a page', async () => {
    for (const accept of ['*/*', 'application/json', '']) {
      const { headers, body } = await supertest(open.origin).get('/status').set('Accept', accept);
      expect(headers['content-type']).toContain('application/json');
      expect(Object.keys(body as object)).toEqual(['status', 'build', 'uptimeS']);
    }
  });
});
