import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createReceiptTokens } from '../../server/shop/receipts/tokens.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';
import { advanceWhile, createManualClock } from '../support/clock.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS, paidOrderAt, sessionUntil } from '../support/orders.ts';

/**
 * A receipt can be downloaded for ten minutes after the search. A manual clock makes the tests independent of the speed of the
 * machine.
 */
const clock = createManualClock(new Date().toISOString());
let open: RunningApp;
let paid: string;
let wallet: string;
let receipt: Receipt;
beforeAll(async () => {
  open = await startApp({ clock });
  ({ sessionId: paid } = await advanceWhile(clock, finishedAt(open, POINTS.connected)));
  ({ sessionId: wallet } = await advanceWhile(clock, finishedAt(open, POINTS.dear, '4000000000001000')));
  receipt = await open.app.backend.getReceipt({ receipt: paid });
});
afterAll(() => open.close());

const html = { Accept: 'text/html', 'Accept-Language': 'de', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
const get = (path: string, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ ...html, ...headers })
    .buffer(true)
    .parse(asBytes)
    .redirects(0);
const page = (path: string, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ ...html, ...headers })
    .redirects(0);
const invoiceOf = (id: string) => `/api/receipts/${id}/invoice`;
const calibrationOf = (id: string) => `/api/receipts/${id}/calibration-data`;

describe('An invoice', () => {
  it('is a whole PDF under a name that says what it is, with its length told beforehand', async () => {
    const { status, headers, body } = await get(invoiceOf(paid));
    const bytes = body as Buffer;
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="?invoice-R-BLA-\d{4}-\d{6}\.pdf"?$/);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['accept-ranges']).toBe('none');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-8).toString()).toContain('%%EOF');
  });

  it('is the same file for ever, byte by byte', async () => {
    const hashes = new Set<string>();
    for (let n = 0; n < 3; n++)
      hashes.add(
        createHash('sha256')
          .update((await get(invoiceOf(paid))).body as Buffer)
          .digest('hex'),
      );
    expect(hashes.size).toBe(1);
  });

  it('is sent twenty times at once without more listeners on an answer than Node.js allows before it warns', async () => {
    const { defaultMaxListeners } = EventEmitter;
    let max = 0;
    const watch = (message: unknown) => {
      const { response } = message as { response: ServerResponse };
      response.on('newListener', name => {
        max = Math.max(max, response.listenerCount(name) + 1);
      });
    };
    subscribe('http.server.request.start', watch);
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(invoiceOf(paid))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      unsubscribe('http.server.request.start', watch);
    }
    expect(max).toBeGreaterThan(0);
    expect(max).toBeLessThanOrEqual(defaultMaxListeners);
  });

  it('is announced by HEAD as GET gives it, without being sent', async () => {
    const full = await get(invoiceOf(paid));
    const head = await supertest(open.origin).head(invoiceOf(paid)).set(html);
    expect(head.status).toBe(200);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
  });

  it('that is asked for in part comes whole', async () => {
    const { status, headers } = await get(invoiceOf(paid), { Range: 'bytes=0-9' });
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(1000);
  });

  it('that is not there yet is a page that says when, and 409 for HEAD', async () => {
    const { sessionId } = await advanceWhile(clock, paidOrderAt(open, POINTS.plugsIn));
    const hungarian = await advanceWhile(clock, paidOrderAt(open, { clientId: 'canarybolt', evseId: 'HU*CNB*E6001*1' }));
    for (const [path, key] of [
      [invoiceOf(sessionId), 'receipt.notYet'],
      [invoiceOf(hungarian.sessionId), 'receipt.receiptNotYet'],
      [calibrationOf(sessionId), 'calibration.notYet'],
    ] as const) {
      const answer = await page(path, { 'Accept-Language': 'en', Cookie: 'locale=en' });
      expect(answer.status).toBe(409);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['content-disposition']).toBeUndefined();
      expect(answer.text).toContain(translator('en', 'failure.notReady.title'));
      expect(answer.text).toContain(translator('en', key).replaceAll("'", '&#x27;'));
      expect((await supertest(open.origin).head(path).set(html)).status).toBe(409);
    }
    await advanceWhile(
      clock,
      sessionUntil(open, sessionId, ({ kind }) => kind === 'running'),
    );
    await open.app.backend.stopSession({ sessionId });
  });

  it('of a receipt nobody has is not found; of an expired link is gone', async () => {
    expect((await page(invoiceOf('A'.repeat(22)))).status).toBe(404);
    expect((await page(invoiceOf('x'))).status).toBe(400);
    for (const path of [invoiceOf, calibrationOf]) {
      const expired = await page(path(`r.${'A'.repeat(60)}`));
      expect(expired.status).toBe(410);
      expect(expired.text).toContain(translator('de', 'failure.linkExpired.title'));
    }
  });
});

describe('Calibration data', () => {
  it('are a file for the transparency software with the transaction’s number in its name', async () => {
    const { status, headers, body } = await get(calibrationOf(paid));
    const text = (body as Buffer).toString();
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="?[\w.-]+"?$/);
    expect(headers['content-disposition']).toContain(String(receipt.found.number));
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
    expect(text).toContain('OCMF|{');
    expect(text).toContain(`transactionId="${receipt.found.number}"`);
  });
});

describe('The receipt search', () => {
  const search = (changes: Record<string, string> = {}, prefix = '') => {
    const { found, country, totalMinor } = receipt;
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: found.timeZone }).format(
      new Date(found.endedAt ?? found.startedAt),
    );
    return supertest(open.origin)
      .post(`${prefix}/blaufink/receipts`)
      .set({ ...html, Origin: open.origin })
      .type('form')
      .send({ country, date, price: (totalMinor / 100).toFixed(2), creditCard: '4242', ...changes })
      .redirects(0);
  };
  const cookieOf = (answer: supertest.Response): string => String(answer.headers['set-cookie'] ?? '');
  const tokensOf = (cookie: string): string[] =>
    decodeURIComponent(/found=([^;]*)/.exec(cookie)?.[1] ?? '')
      .split(' ')
      .slice(1);

  it('leads to the results by a cookie that lasts ten minutes, so that nothing typed stands in an address', async () => {
    const answer = await search();
    expect([answer.status, answer.headers.location]).toEqual([303, '/blaufink/receipts/results']);
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = cookieOf(answer);
    expect(cookie).toMatch(/^found=[^;]+; Max-Age=600; Path=\/;/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).not.toContain(paid);

    const results = await page('/blaufink/receipts/results', { Cookie: cookie.split(';')[0]! });
    expect(results.status).toBe(200);
    expect(results.text).toContain(String(receipt.found.number));
    expect(results.text).not.toContain(paid);
    expect(results.text).not.toContain('Lovelace');
    expect(results.text).not.toContain('ada@example.org');
    const links = [...results.text.matchAll(/href="(\/api\/receipts\/[^"]+)"/g)].map(([, href]) => href!);
    expect(links.some(href => href.endsWith('/invoice'))).toBe(true);
    for (const href of links) expect((await get(href)).status).toBe(200);
  });

  it('accepts the price as it is written where the driver lives', async () => {
    const price = (receipt.totalMinor / 100).toFixed(2);
    for (const written of [price, price.replace('.', ','), `${price.replace('.', ',')} €`, ` ${price} EUR`])
      expect([written, (await search({ price: written })).status]).toEqual([written, 303]);
  });

  it.each([
    ['another card', { creditCard: '4243' }],
    ['another price', { price: '999,99' }],
    ['another country', { country: 'at' }],
    ['another day', { date: '2026-01-01' }],
  ])('finds nothing with %s, says so and keeps what was typed', async (_what, changes) => {
    const answer = await search(changes, '/en');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`value="${Object.values({ creditCard: '4242', ...changes })[0]}"`);
    expect(cookieOf(answer)).not.toContain('found=');
    expect(answer.headers.location).toBeUndefined();
  });

  it('finds a wallet payment by the printed digits and by those of the telephone', async () => {
    const { found, country, totalMinor } = await open.app.backend.getReceipt({ receipt: wallet });
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: found.timeZone }).format(new Date(found.startedAt));
    for (const [lastDigits, hits] of [
      ['1000', 1],
      ['9876', 1],
      ['4242', 0],
    ] as const) {
      const answer = await open.app.backend.findSessions({
        clientId: 'canarybolt',
        country,
        date,
        price: (totalMinor / 100).toFixed(2),
        lastDigits,
      });
      expect([lastDigits, answer.length]).toEqual([lastDigits, hits]);
    }
  });

  it('shows no results without having searched, nor with somebody’s idea of a cookie', async () => {
    for (const cookie of ['', 'found=', `found=${paid}x`, 'found=r.forged0000000000000000000', `found=${'A'.repeat(3000)}`]) {
      const answer = await page('/blaufink/receipts/results', cookie ? { Cookie: cookie } : {});
      expect([cookie.slice(0, 20), answer.status, answer.headers.location]).toEqual([
        cookie.slice(0, 20),
        303,
        '/blaufink/receipts',
      ]);
    }
    expect((await page('/en/blaufink/receipts/results')).headers.location).toBe('/en/blaufink/receipts');
  });

  it.each([
    [
      'the web view of another app',
      { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Mobile/15E148 Instagram 400.0', Accept: '*/*' },
    ],
    [
      'the download manager of a telephone',
      { 'User-Agent': 'AndroidDownloadManager/16', Accept: '*/*', 'Accept-Encoding': 'identity' },
    ],
    ['a program that resumes', { 'User-Agent': 'Wget/1.25.0', Accept: '*/*', Range: 'bytes=0-', Connection: 'close' }],
    ['a link from elsewhere', { Referer: 'https://mail.example/', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
  ])('gives links that need no cookie: %s gets the whole file, and HEAD tells of it', async (_who, headers) => {
    const token = tokensOf(cookieOf(await search()))[0] ?? '';
    for (const address of [invoiceOf(token), calibrationOf(token)]) {
      const file = await get(address, { ...headers, Cookie: '' });
      expect([file.status, file.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment; /)]);
      expect((file.body as Buffer).length).toBe(Number(file.headers['content-length']));
      expect(file.headers['set-cookie']).toBeUndefined();
      const head = await supertest(open.origin)
        .head(address)
        .set({ ...headers, Cookie: '' });
      expect([head.status, head.headers['content-length']]).toEqual([200, file.headers['content-length']]);
    }
  });

  it('gives links that are good for ten minutes and then lead back to the search', async () => {
    const [token = ''] = tokensOf(cookieOf(await search()));
    expect(token).toMatch(/^r\.[\w-]+$/);
    expect((await get(invoiceOf(token))).status).toBe(200);
    await clock.pass(599_999);
    expect((await get(invoiceOf(token))).status).toBe(200);
    await clock.pass(1);
    for (const path of [invoiceOf(token), calibrationOf(token)]) {
      const answer = await page(path);
      expect(answer.status).toBe(410);
      expect(answer.text).toContain(translator('de', 'failure.linkExpired.text').slice(0, 20));
    }
    expect((await supertest(open.origin).get(`/api/receipts/${token}`)).body).toMatchObject({ problem: 'link-expired' });
    const results = await page('/blaufink/receipts/results', { Cookie: `found=${token}` });
    expect([results.status, results.headers.location]).toEqual([303, '/blaufink/receipts']);
  });
});

describe('An encrypted receipt link', () => {
  const receiptTokens = createReceiptTokens('a secret of thirty-two characters');
  const now = new Date('2026-11-20T10:00:00Z');
  const later = (ms: number) => new Date(now.getTime() + ms);

  it('is good for ten minutes and not a moment longer', () => {
    const token = receiptTokens.issue('AAAAAAAAAAAAAAAAAAAAAA', now);
    expect(receiptTokens.open(token, now)).toBe('AAAAAAAAAAAAAAAAAAAAAA');
    expect(receiptTokens.open(token, later(599_999))).toBe('AAAAAAAAAAAAAAAAAAAAAA');
    expect(receiptTokens.open(token, later(600_000))).toBeNull();
  });

  it('cannot be read, forged or changed, and is never the same twice', () => {
    const token = receiptTokens.issue('AAAAAAAAAAAAAAAAAAAAAA', now);
    expect(Buffer.from(token.slice(2), 'base64url').toString('latin1')).not.toContain('AAAA');
    expect(receiptTokens.issue('AAAAAAAAAAAAAAAAAAAAAA', now)).not.toBe(token);
    expect(createReceiptTokens('another secret of thirty-two char').open(token, now)).toBeNull();
    for (let at = 2; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      const isSame = Buffer.from(changed.slice(2), 'base64url').equals(Buffer.from(token.slice(2), 'base64url'));
      if (!isSame) expect(receiptTokens.open(changed, now)).toBeNull();
    }
    for (const nonsense of ['', 'r.', 'r.AAAA', 'AAAAAAAAAAAAAAAAAAAAAA', `r.${'A'.repeat(300)}`])
      expect(receiptTokens.open(nonsense, now)).toBeNull();
  });
});

function asBytes(response: supertest.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
