import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LOCALES } from '../../shared/model/locales.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { orderAt, POINTS } from '../support/orders.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const get = (path: string, headers: Record<string, string> = {}) => supertest(open.origin).get(path).set(headers).redirects(0);
const speaking = (language: string, path = '/') => get(path, { 'Accept-Language': language });
const languageOf = (html: string): string => /<html[^>]* lang="([a-z]{2})"/.exec(html)?.[1] ?? 'none';
const cookiesOf = (answer: supertest.Response): string[] =>
  (answer.headers['set-cookie'] as unknown as string[] | undefined) ?? [];

it('A Hungarian is asked for the family name first, everybody else for the first name', async () => {
  const nameFieldOrder = async (locale: string) => {
    const { text } = await get(`/${locale}/blaufink/evse/DE*BLF*E1001*2?plug=1`, {
      Cookie: `locale=${locale}`,
      'User-Agent': 'Mozilla/5.0',
    });
    const inputs = [...text.matchAll(/<input[^>]*>/g)]
      .map(([input]) => input)
      .filter(input => /name="(first|last)Name"/.test(input));
    return inputs.map(input => [/ name="(\w+)"/.exec(input)?.[1], / autocomplete="([a-z-]+)"/i.exec(input)?.[1]]);
  };
  const given = ['firstName', 'given-name'];
  const family = ['lastName', 'family-name'];
  expect(await nameFieldOrder('hu')).toEqual([family, given]);
  expect(await nameFieldOrder('en')).toEqual([given, family]);
});

describe('A visitor without a language in the address', () => {
  it.each([
    ['en-GB,en;q=0.9', '/en'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', '/fr'],
    ['pl, hu;q=0.5', '/hu'],
    ['es-MX', '/es'],
    ['da', '/da'],
    ['it;q=0.3, nl;q=0.9', '/nl'],
  ])('who reads “%s” is led to %s', async (language, target) => {
    const answer = await speaking(language);
    expect([answer.status, answer.headers.location]).toEqual([302, target]);
  });

  it.each(['ja', 'pt-BR,pt;q=0.9', 'pl,cs;q=0.8', 'xx'])('who reads only “%s” is led to English', async language => {
    const answer = await speaking(language, '/blaufink');
    expect([answer.status, answer.headers.location]).toEqual([302, '/en/blaufink']);
  });

  it.each(['de-AT,de;q=0.9,en;q=0.8', '*', '', 'ja, *;q=0.5', 'de;q=0.1, *;q=0.05', 'en;q=0'])(
    'who reads “%s” is shown German where they are',
    async language => {
      const answer = language === '' ? await get('/').unset('Accept-Language') : await speaking(language);
      expect(answer.status).toBe(200);
      expect(languageOf(answer.text)).toBe('de');
    },
  );

  it.each(['x'.repeat(5000), `${'en;q=0.1,'.repeat(500)}en`, '../../etc/passwd', 'en\u00e9', ',,,;;;q=q=q'])(
    'may send any nonsense as language',
    async language => {
      const answer = await speaking(Buffer.from(language).toString('latin1'));
      expect([200, 302]).toContain(answer.status);
      if (answer.status === 302) expect(LOCALES.map(locale => `/${locale}`)).toContain(answer.headers.location);
    },
  );

  it('keeps the rest of the address', async () => {
    const answer = await speaking('en', '/blaufink/evse/DE*BLF*E1001*2?plug=1&x=%26');
    expect(answer.headers.location).toBe('/en/blaufink/evse/DE*BLF*E1001*2?plug=1&x=%26');
  });

  it('tells caches that the answer depends on language and cookie', async () => {
    for (const answer of [await speaking('en'), await speaking('de')]) {
      const vary = String(answer.headers.vary).toLowerCase();
      expect(vary).toContain('accept-language');
      expect(vary).toContain('cookie');
    }
  });

  it('is led by the cookie rather than by the browser', async () => {
    const answer = await get('/', { 'Accept-Language': 'en', Cookie: 'locale=fr' });
    expect(answer.headers.location).toBe('/fr');
    const german = await get('/', { 'Accept-Language': 'en', Cookie: 'locale=de' });
    expect([german.status, languageOf(german.text)]).toEqual([200, 'de']);
  });

  it.each(['xx', 'EN', 'en%00', '../en', 'en; Path=/', '__proto__', 'x'.repeat(4000)])(
    'is not led anywhere by a spoiled cookie (%#)',
    async value => {
      const answer = await get('/', { Cookie: `locale=${encodeURIComponent(value)}`, 'Accept-Language': 'de' });
      expect([answer.status, languageOf(answer.text)]).toEqual([200, 'de']);
    },
  );
});

describe('A language in the address', () => {
  it.each(LOCALES.filter(locale => locale !== 'de'))(
    '%s is obeyed whatever the browser says, and remembered for a year',
    async locale => {
      const answer = await get(`/${locale}`, { 'Accept-Language': 'de' });
      expect([answer.status, languageOf(answer.text)]).toEqual([200, locale]);
      const [cookie = ''] = cookiesOf(answer);
      expect(cookie).toMatch(new RegExp(`^locale=${locale}; Max-Age=31536000; Path=/;`));
      expect(cookie).toContain('SameSite=Lax');
      const again = await get(`/${locale}`, { Cookie: `locale=${locale}` });
      expect(cookiesOf(again)).toEqual([]);
    },
  );

  it('that does not exist is no language: /xx is unknown', async () => {
    for (const path of ['/xx', '/pl', '/dex']) expect((await speaking('de', path)).status).toBe(404);
  });

  it.each([
    ['/EN', '/en'],
    ['/Fr/blaufink/receipts?x=1', '/fr/blaufink/receipts?x=1'],
    ['/HU/', '/hu'],
    ['/de', '/'],
    ['/DE', '/'],
    ['/de/', '/'],
    ['/de/blaufink/receipts?x=%26', '/blaufink/receipts?x=%26'],
    ['/De/blaufink', '/blaufink'],
  ])('may be written in any way: %s leads to %s', async (written, target) => {
    const answer = await get(written, { 'Accept-Language': 'en' });
    expect([answer.status, answer.headers.location]).toEqual([303, target]);
    const cookie = /^locale=(\w\w);/.exec(cookiesOf(answer)[0] ?? '')?.[1] ?? '';
    const shown = await get(target, { 'Accept-Language': 'en', Cookie: `locale=${cookie}` });
    expect([shown.status, languageOf(shown.text)]).toEqual([200, written.slice(1, 3).toLowerCase()]);
  });

  it('written otherwise never leads off the site', async () => {
    for (const path of ['/de//evil.example', '/DE/\\evil.example', '/EN//evil.example', '/de/%2F%2Fevil.example']) {
      const { status, location } = await rawGet(path, 'de');
      expect([303, 308]).toContain(status);
      expect(new URL(location ?? '', 'http://ours.example').host).toBe('ours.example');
    }
  });

  it('can be left for German by ?lang=de, and the rest of the address stays', async () => {
    const answer = await get('/en/blaufink?lang=de&x=1', { 'Accept-Language': 'en', Cookie: 'locale=en' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/blaufink?x=1']);
    expect(cookiesOf(answer)[0]).toMatch(/^locale=de;/);
    const shown = await get('/blaufink?x=1', { 'Accept-Language': 'en', Cookie: 'locale=de' });
    expect([shown.status, languageOf(shown.text)]).toEqual([200, 'de']);
  });

  it('has links to all eight on every page a search engine may show', async () => {
    const { text } = await get('/en/blaufink');
    for (const locale of LOCALES) {
      const path = locale === 'de' ? '/blaufink' : `/${locale}/blaufink`;
      expect(text).toContain(`<link rel="alternate" hreflang="${locale}" href="${open.origin}${path}">`);
    }
    expect(text).toContain(`hreflang="x-default" href="${open.origin}/blaufink"`);
    expect(text).not.toContain('noindex');
  });
});

describe('Nobody is redirected for a language', () => {
  const BOTS = ['Googlebot/2.1', 'bingbot/2.0', 'facebookexternalhit/1.1', 'Twitterbot/1.0', 'curl/8.5', 'python-requests/2.31'];
  it.each(BOTS)('who is a robot: %s', async agent => {
    const answer = await get('/', { 'Accept-Language': 'en', 'User-Agent': agent });
    expect([answer.status, languageOf(answer.text)]).toEqual([200, 'de']);
  });

  it.each(BOTS)('and a robot is told the right status without an error page: %s', async agent => {
    const answer = await get('/nobody/at/all', { 'User-Agent': agent, Accept: 'text/html' });
    expect([answer.status, answer.text]).toEqual([404, 'Not Found: no-page\n']);
  });

  it.each(['/health', '/ready', '/status', '/api/demo-points', '/robots.txt', '/favicon.ico', '/builds/latest.json'])(
    'who asks for %s',
    async path => {
      expect((await speaking('en', path)).status).toBeLessThan(300);
    },
  );

  it('who sends a form, or comes back from paying', async () => {
    const { orderId, url } = await orderAt(open, POINTS.neverPlugsIn);
    const back = await speaking('en', `/blaufink/pay/${orderId}/return`);
    expect(back.status).toBe(200);
    expect((await speaking('en', url)).status).toBe(200);
    const posted = await supertest(open.origin)
      .post('/blaufink/receipts')
      .set({ 'Accept-Language': 'en', Origin: open.origin })
      .type('form')
      .send({ country: 'de' })
      .redirects(0);
    expect(posted.status).toBe(422);
  });
});

describe('?theme', () => {
  it.each(['auto', 'light', 'dark'])('%s is remembered, and the address is clean again', async theme => {
    const answer = await get(`/en/blaufink?theme=${theme}&plug=1`, { Cookie: 'locale=en' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/en/blaufink?plug=1']);
    expect(cookiesOf(answer)[0]).toMatch(new RegExp(`^theme=${theme}; Max-Age=31536000; Path=/;.*SameSite=Lax`));
  });

  it('shows on the page, and anything else is ignored', async () => {
    expect((await get('/', { Cookie: 'theme=dark' })).text).toMatch(/<html[^>]*data-theme="dark"/);
    expect((await get('/?theme=neon')).status).toBe(200);
    expect((await get('/', { Cookie: 'theme="><script>' })).text).not.toContain('"><script>');
  });
});

describe('No redirect leaves the site', () => {
  it.each([
    '//evil.example/?lang=de',
    '//evil.example/?theme=dark',
    '/en//evil.example/?lang=de',
    '///evil.example?lang=de',
    '/\\evil.example?theme=dark',
    '/%5Cevil.example?theme=dark',
    '/en/\\evil.example?lang=de',
    '//evil.example',
    '/\\evil.example',
    '/q///evil.example',
    '/e?evse=//evil.example',
    '/e?evse=https://evil.example/q/DE*BLF*E1001*2',
    '/?theme=dark&next=//evil.example',
  ])('%s', async path => {
    for (const language of ['de', 'en']) {
      const answer = await rawGet(path, language);
      expect(answer.status).toBeLessThan(500);
      if (answer.location === null) continue;
      expect(answer.location).toMatch(/^\/(?![/\\])/);
      expect(new URL(answer.location, open.origin).origin).toBe(open.origin);
    }
  });

  it('takes no host but its own for one in links, and answers on none in demo mode', async () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '8.8.8.8',
      'localhost@evil.example',
      'localhost:99999',
      '10.999.1.1',
    ]) {
      const answer = await get('/en', { Host: host });
      expect(answer.status).toBe(421);
      expect(answer.text).not.toContain(host);
    }
    expect((await get('/en', { Host: '192.168.1.20:3000' })).text).toContain('http://192.168.1.20:3000/');
    const forwarded = await get('/en', { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' });
    expect(forwarded.text).not.toContain('evil.example');
  });
});

/** Requests a path exactly as written. HTTP clients normalize addresses, which would hide the faults under test. */
async function rawGet(path: string, language: string): Promise<{ status: number; location: string | null }> {
  const { request } = await import('node:http');
  const { port } = new URL(open.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { 'Accept-Language': language } }, answer => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null });
    });
    sent.on('error', reject).end();
  });
}
