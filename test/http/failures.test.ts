import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LOCALES, withLocale } from '../../shared/model/locales.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
let log: string[] = [];
beforeAll(async () => {
  open = await startApp({ env: { LOG_LEVEL: 'error' }, logTo: { write: line => void log.push(line) } });
});
afterAll(() => open.close());

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const get = (path: string, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ 'User-Agent': BROWSER, Accept: 'text/html', Cookie: 'locale=de', ...headers })
    .redirects(0);

/** Runs `work` while some functions of the backend are replaced by the faulty ones in `bug`. */
async function withBug<T>(bug: object, work: () => Promise<T>): Promise<T> {
  const { backend } = open.app;
  const before = { ...backend };
  Object.assign(backend, bug);
  log = [];
  try {
    return await work();
  } finally {
    Object.assign(backend, before);
  }
}
const nothingIsKnown = {
  getChargingPoint: async () => {
    throw new TypeError('A bug');
  },
};
/** The brand has no readable name, so React cannot render any page for it. */
const nothingCanBeRendered = {
  getClient: async () => ({
    id: 'blaufink',
    colors: { primary: null, secondary: null },
    logo: null,
    languages: ['de'],
    get name(): string {
      throw new TypeError('A bug while rendering');
    },
  }),
};
const POINT = '/blaufink/evse/DE*BLF*E1001*1';

describe('Whoever gets lost', () => {
  it('reads that the page was not found, and where to go on', async () => {
    const { status, text } = await get('/en/blaufink/nowhere', { Cookie: 'locale=en' });
    expect(status).toBe(404);
    expect(text).toContain('<title>Page Not Found – Blaufink Ladenetz</title>');
    expect(text).toContain('Find a receipt');
    expect(text).toContain('noindex');
  });

  it('reads at the link of a session that nobody knows how to find the receipt', async () => {
    const { status, text } = await get('/en/blaufink/charging/AbCdEfGhIjKlMnOpQrStUv', { Cookie: 'locale=en' });
    expect(status).toBe(404);
    expect(text).toContain('<title>Charging session not found – Blaufink Ladenetz</title>');
    expect(text).toContain('Looking for a receipt?');
    expect(text).toContain('href="/en/blaufink/receipts"');
  });

  it('finds the ID of an address nobody knows in the field, to be corrected', async () => {
    const { text } = await get('/en/blaufink/evse/DE%2AXXX%2AE1', { Cookie: 'locale=en' });
    expect(/<input[^>]*name="evse"[^>]*>/.exec(text)?.[0]).toContain('value="DE*XXX*E1"');
  });

  it('reads at an unknown charging point that none was found', async () => {
    const { status, text } = await get('/en/blaufink/evse/DE*XXX*E1', { Cookie: 'locale=en' });
    expect(status).toBe(404);
    expect(text).toContain('No valid charging point was found');
  });
});

describe('When the app has a bug', () => {
  it('says so, that the session goes on, and under which number it was noted', async () => {
    const { status, text } = await withBug(nothingIsKnown, () => get(`/en${POINT}`, { Cookie: 'locale=en' }));
    expect(status).toBe(500);
    expect(text).toContain('<title>Internal Server Error – Blaufink Ladenetz</title>');
    expect(text).toContain('Your session is not affected. Please try again.');
    const id = /Error number: <span[^>]*>([0-9a-f]{12})</.exec(text)?.[1] ?? 'none';
    expect(log.join()).toContain(id);
  });

  it.each(LOCALES)('in the plain error page too, when React itself fails: %s', async locale => {
    const answer = await withBug(nothingCanBeRendered, () => get(withLocale(locale, POINT), { Cookie: `locale=${locale}` }));
    expect(answer.status).toBe(500);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain(`<html lang="${locale}">`);
    expect(answer.text).toContain(`<title>${translator(locale, 'error.500.title')}</title>`);
    const plain = answer.text.replaceAll('&#39;', "'");
    expect(plain).toContain(translator(locale, 'error.500.text'));
    expect(plain).toContain(translator(locale, 'common.tryAgain'));
    const id = /[0-9a-f]{12}/.exec(plain.slice(plain.indexOf('<small>')))?.[0] ?? 'none';
    expect(log.join()).toContain(id);
  });

  it('says so in the plain error page where the brand is not told either, as while the database does not answer', async () => {
    const unresponsive = { ...nothingIsKnown, getClient: () => new Promise<never>(() => undefined) };
    const { status, text } = await withBug(unresponsive, () => get(POINT).timeout(8000));
    expect(status).toBe(500);
    expect(text).toContain(`<title>${translator('de', 'error.500.title')}</title>`);
  }, 20_000);

  it('lets the plain error page pass its own content policy', async () => {
    const { text, headers } = await withBug(nothingCanBeRendered, () => get(POINT));
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(text).not.toContain('style=');
    expect(text).not.toContain('<script');
  });
});

describe('A robot reads the status and the code of the problem in one line', () => {
  const ROBOTS = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'WhatsApp/2.23.20.0',
  ];

  it.each(ROBOTS)('%s', async agent => {
    for (const accept of ['text/html', '*/*']) {
      const headers = { 'User-Agent': agent, Accept: accept };
      const lost = await get('/blaufink/nowhere', headers);
      expect([lost.status, lost.text]).toEqual([404, 'Not Found: no-page\n']);
      const broken = await withBug(nothingIsKnown, () => get(POINT, headers));
      expect([broken.status, broken.text]).toEqual([500, 'Internal Server Error: unexpected\n']);
      const unrendered = await withBug(nothingCanBeRendered, () => get(POINT, headers));
      expect([unrendered.status, unrendered.text]).toEqual([500, 'Internal Server Error: unexpected\n']);
    }
  });
});
