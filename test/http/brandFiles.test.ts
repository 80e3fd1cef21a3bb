import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApp, startApp } from '../support/startApp.ts';

const MONTH_MS = 30 * 86_400_000;
const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const get = async (path: string, origin = open.origin) => {
  const answer = await fetch(origin + path, { redirect: 'manual', headers: { ...BROWSER, 'Accept-Language': 'en' } });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
};
/** Address of a link in the head of a page. */
const linked = (html: string, rel: string): string =>
  (new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(html)?.[1] ?? 'none').replaceAll('&amp;', '&');

describe('What browsers ask for beside a page', () => {
  it.each([
    ['/en/blaufink', '#0e5aa7', 'Blaufink'],
    ['/en', '#1770f0', 'Ad-hoc charging'],
  ])('is in the brand of %s', async (page, _color, name) => {
    const { text } = await get(page);
    const icon = await get(linked(text, 'icon'));
    expect([icon.status, icon.type]).toEqual([200, 'image/svg+xml']);
    const primary = /--primary:(#\w+)/.exec(text)?.[1] ?? 'none';
    expect(icon.text).toContain(`fill="${primary}"`);
    const manifest = await get(linked(text, 'manifest'));
    expect([manifest.status, manifest.type.split(';')[0]]).toEqual([200, 'application/manifest+json']);
    const told = JSON.parse(manifest.text);
    expect(told).toMatchObject({ display: 'browser', theme_color: primary, name: expect.stringContaining(name) });
    expect((await get(told.icons[0].src)).text).toBe(icon.text);
    expect((await get(told.start_url)).status).toBeLessThan(400);
  });

  it('is the neutral one where the brand is unknown or nonsense', async () => {
    const app = await get('/favicon.ico');
    for (const client of ['nobody', '..%2F..', '%3Cscript%3E', ''])
      expect((await get(`/favicon.ico?client=${client}`)).text).toBe(app.text);
  });
});

describe('Who finds a hole', () => {
  const fieldsOf = (text: string) => Object.fromEntries(text.split('\n').map(line => line.split(': ') as [string, string]));

  it('is told whom to write to, until a day that lies ahead (RFC 9116)', async () => {
    const { status, type, text } = await get('/.well-known/security.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    const { Contact, Expires, 'Preferred-Languages': languages, Canonical } = fieldsOf(text);
    expect(Contact).toMatch(/^mailto:\S+@\S+$/);
    const ahead = Date.parse(Expires ?? '') - Date.now();
    expect(ahead).toBeGreaterThan(MONTH_MS);
    expect(ahead).toBeLessThan(12 * MONTH_MS);
    expect(languages).toBe('de, en');
    expect(Canonical).toBeUndefined();
  });

  it.each([
    ['security@operator.example', 'mailto:security@operator.example'],
    ['https://operator.example/security', 'https://operator.example/security'],
  ])('is told the contact that was set: %s', async (SECURITY_CONTACT, contact) => {
    const other = await startApp({ env: { SECURITY_CONTACT, PUBLIC_ORIGIN: 'https://charge.example', ...LIVE_DEMO } });
    try {
      const { text } = await get('/.well-known/security.txt', other.origin);
      expect(fieldsOf(text)).toMatchObject({ Contact: contact, Canonical: 'https://charge.example/.well-known/security.txt' });
    } finally {
      await other.close();
    }
  });

  it('finds nothing where nobody said whom to write to', async () => {
    const upstream = { BACKEND: 'upstream', API_BASE_URL: 'http://127.0.0.1:9', METADATA_PATH: '/metadata' };
    const silent = await startApp({ env: upstream });
    try {
      expect((await get('/.well-known/security.txt', silent.origin)).status).toBe(404);
    } finally {
      await silent.close();
    }
  });
});

const LIVE_DEMO = { DEMO: '1', SECRET: 's'.repeat(32), OPERATOR_DATA: 'demo' };
