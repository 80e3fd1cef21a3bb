import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LOCALES, withLocale } from '../../shared/model/locales.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const get = (path: string, locale = 'de') =>
  supertest(open.origin)
    .get(path)
    .set({ 'User-Agent': 'Mozilla/5.0 Firefox/140.0', Accept: 'text/html', Cookie: `locale=${locale}` })
    .redirects(0);

describe('Legal pages', () => {
  it('can be reached from every page, with or without a brand', async () => {
    for (const path of ['/', '/nowhere']) {
      const { text } = await get(path);
      for (const page of ['terms', 'privacy', 'imprint', 'accessibility']) expect(text).toContain(`href="/${page}"`);
    }
    const { text } = await get('/blaufink/receipts');
    for (const page of ['terms', 'privacy', 'imprint', 'accessibility', 'info'])
      expect(text).toContain(`href="/blaufink/${page}"`);
  });

  it.each(['/terms', '/privacy', '/imprint', '/info', '/accessibility'])(
    'are there for every brand and the neutral one: %s',
    async page => {
      for (const brand of ['', '/blaufink']) expect((await get(brand + page)).status).toBe(200);
    },
  );

  it.each(LOCALES)('link to each heading of a long text from a list of contents, in %s', async locale => {
    for (const [page, count] of [
      ['/blaufink/privacy', 5],
      ['/blaufink/terms', 6],
      ['/blaufink/imprint', 0],
    ] as const) {
      const { text } = await get(withLocale(locale, page), locale);
      const contents = text.split(`aria-label="${translator(locale, 'legal.contents')}"`)[1]?.split('</nav>')[0] ?? '';
      const links = [...contents.matchAll(/href="#([\w-]+)">([^<]+)</g)];
      expect([page, links.length]).toEqual([page, count]);
      for (const [, id, words] of links) expect(text).toMatch(new RegExp(`<h[23] id="${id}">${words}`));
    }
  });

  it('fall back to the language of the brand, and say so', async () => {
    const { text } = await get('/fr/blaufink/terms', 'fr');
    expect(text).toContain('Ce texte est rédigé en');
    expect(text).toMatch(/<div[^>]* lang="de"/);
  });

  it('say what is missing with whom to ask, and that is no mistake', async () => {
    const { status, text } = await get('/en/info', 'en');
    expect(status).toBe(200);
    expect(text).toContain('Content not available');
    expect(text).toContain('mailto:hilfe@laden.example');
  });

  it.each(LOCALES)('state the accessibility, and claim no audit: %s', async locale => {
    const { text } = await get(withLocale(locale, '/farnwald/accessibility'), locale);
    const main = /<main.*<\/main>/s.exec(text)?.[0] ?? '';
    expect(main).toContain(translator(locale, 'statement.title'));
    expect(main).toContain(translator(locale, 'statement.barriers.notAudited'));
    expect(main).toContain('Farnwald Energie');
    expect(main).toContain('mailto:service@farnwald.example');
    expect(main).not.toMatch(/\{\{|statement\.\w/);
  });
});
