import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ Accept: 'text/html', 'Accept-Language': 'de', ...headers })
    .redirects(0);
const POINT = '/blaufink/evse/DE*BLF*E1001*2';
const typed = (text: string) => `/e?evse=${encodeURIComponent(text)}`;

const SPELLINGS = [
  'DE*BLF*E1001*2',
  'de*blf*e1001*2',
  'deblfe10012',
  'DEBLFE10012',
  ' DE BLF E1001 2 ',
  'DE%2ABLF%2AE1001%2A2',
  'https://laden.example/q/DE*BLF*E1001*2',
  'http://127.0.0.1/en/blaufink/evse/de*blf*e1001*2?plug=1',
];
const UNKNOWN = ['DE*XXX*E9*9', 'hello', '<script>alert(1)</script>', "' OR 1=1 --", 'DE*BLF*E1001*', '%00', 'x'.repeat(3000)];

describe('A typed EVSE ID', () => {
  it.each(SPELLINGS)('leads to its point: “%s”', async text => {
    const answer = await get(typed(text));
    expect([answer.status, answer.headers.location]).toEqual([303, POINT]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('stays in the language it was typed in', async () => {
    expect((await get(`/en${typed('deblfe10012')}`)).headers.location).toBe(`/en${POINT}`);
    expect((await get(typed('deblfe10012'), { 'Accept-Language': 'fr' })).headers.location).toBe(`/fr${POINT}`);
    expect((await get(typed('deblfe10012'), { Cookie: 'locale=nl' })).headers.location).toBe(`/nl${POINT}`);
  });

  it.each(UNKNOWN)('that nobody knows is kept in the field, with words beside it (%#)', async text => {
    const answer = await get(`/en${typed(text)}`);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain(translator('en', 'location.notFound'));
    expect(answer.text).not.toContain('<script>alert');
    expect(answer.text).toMatch(/name="evse"/);
    expect(answer.text).toContain('noindex');
  });

  it('that is missing is asked for', async () => {
    for (const path of ['/e', '/e?evse=', '/e?evse=%20%20', '/e?other=1']) {
      const answer = await get(path);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(translator('de', 'home.evse.required'));
    }
  });

  it('given twice counts once', async () => {
    expect((await get('/e?evse=deblfe10012&evse=DE*XXX*E9')).headers.location).toBe(POINT);
  });
});

describe('The short link on a charging point', () => {
  it.each(['DE*BLF*E1001*2', 'de*blf*e1001*2', 'DEBLFE10012', 'deblfe10012', 'DE%2ABLF%2AE1001%2A2', 'DE%20BLF%20E1001%202'])(
    '/q/%s leads to the point in one hop',
    async id => {
      for (const start of ['/q/', '/Q/']) {
        const answer = await get(start + id);
        expect([answer.status, answer.headers.location]).toEqual([302, POINT]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    },
  );

  it('knows the visitor’s language: by cookie, else by browser', async () => {
    expect((await get('/q/deblfe10012', { 'Accept-Language': 'en' })).headers.location).toBe(`/en${POINT}`);
    expect((await get('/Q/DEBLFE10012', { 'Accept-Language': 'en' })).headers.location).toBe(`/en${POINT}`);
    expect((await get('/q/deblfe10012', { 'Accept-Language': 'en', Cookie: 'locale=it' })).headers.location).toBe(`/it${POINT}`);
    expect((await get('/q/deblfe10012', { 'Accept-Language': 'en', Cookie: 'locale=de' })).headers.location).toBe(POINT);
  });

  it('leads to a page that is there', async () => {
    const { headers } = await get('/q/deblfe10012', { 'Accept-Language': 'en' });
    const page = await get(headers.location!);
    expect(page.status).toBe(200);
    expect(page.text).toContain('DE*BLF*E1001*2');
  });

  it.each(['DE*XXX*E9*9', 'nonsense', '..%2F..%2Fetc', '%3Cscript%3E', 'a/b/c', 'x'.repeat(3000)])(
    'of a point nobody knows says so (%#)',
    async id => {
      const answer = await get(`/q/${id}`, { 'Accept-Language': 'en' });
      expect(answer.status).toBe(404);
      expect(answer.text).toContain(translator('en', 'location.notFound'));
    },
  );

  it.each(['%', '%E0%A4%A', '%ff%fe'])('that is no text at all is refused, not an error of ours: /q/%s', async id => {
    const answer = await get(`/q/${id}`);
    expect([400, 404]).toContain(answer.status);
  });
});

describe('Another spelling of a point under its client', () => {
  it.each(['deblfe10012', 'de*blf*e1001*2', 'DE-BLF-E1001-2', 'DE%2ABLF%2AE1001%2A2', 'de%2Ablf%2Ae1001%2A2'])(
    'leads to the printed one for good, and keeps the chosen plug: %s',
    async spelling => {
      for (const prefix of ['', '/en']) {
        const answer = await get(`${prefix}/blaufink/evse/${spelling}?plug=1`);
        const isSame = decodeURIComponent(spelling) === 'DE*BLF*E1001*2';
        if (isSame && answer.status === 200) continue;
        expect([answer.status, answer.headers.location]).toEqual([308, `${prefix}${POINT}?plug=1`]);
      }
    },
  );

  it('is not found under another client, who sells none of it', async () => {
    const answer = await get('/farnwald/evse/DE*BLF*E1001*2');
    expect(answer.status).toBe(404);
    expect(answer.text).toContain(translator('de', 'location.notFound'));
  });
});
