import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCALES, withLocale } from '../../shared/model/locales.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { POINTS, paidOrderAt } from '../support/orders.ts';

const MONTH_MS = 30 * 86_400_000;
const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

/** @returns the size and the colour of the middle pixel of a PNG that the app has generated */
async function readPng(path: string) {
  const answer = await fetch(open.origin + path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const length = bytes.readUInt32BE(33);
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  const width = bytes.readUInt32BE(16);
  const pixelAt = (x: number, y: number) => `#${rows.subarray(y * (1 + width * 3) + 1 + x * 3).toString('hex', 0, 3)}`;
  return { type: answer.headers.get('content-type'), width, height: bytes.readUInt32BE(20), pixelAt };
}

const get = async (path: string, origin = open.origin) => {
  const answer = await fetch(origin + path, { redirect: 'manual', headers: { ...BROWSER, 'Accept-Language': 'en' } });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
};
/** @returns the address in a `link` element of a page */
const linked = (html: string, rel: string): string =>
  (new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(html)?.[1] ?? 'none').replaceAll('&amp;', '&');

const BRANDS = ['blaufink', 'farnwald', 'canarybolt'] as const;
/** @returns the `content` of each meta element of a page, by name */
const metaOf = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)"(?: media="([^"]+)")? content="([^"]*)"/g)].map(
      ([, name = '', media = '', content = '']) => [media ? `${name} ${media}` : name, content],
    ),
  );

describe('Each brand', () => {
  it.each(BRANDS)('has a picture of its own for a home screen: %s', async brand => {
    const { text } = await get(`/en/${brand}`);
    const primary = /--primary:(#\w+)/.exec(text)?.[1];
    const icon = await readPng(linked(text, 'apple-touch-icon'));
    expect(icon).toMatchObject({ type: 'image/png', width: 180, height: 180 });
    expect(icon.pixelAt(0, 0)).toBe(primary);
    expect(['#ffffff', '#000000']).toContain(icon.pixelAt(90, 90));
    const manifest = JSON.parse((await get(linked(text, 'manifest'))).text);
    expect(manifest).toMatchObject({ start_url: `/${brand}`, scope: '/', lang: expect.stringMatching(/^(de|en)$/) });
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['any', '180x180']);
    expect(text).toContain(`<title>`);
    expect(/<title>[^<]*<\/title>/.exec(text)?.[0]).toContain(manifest.name);
  });

  it.each(BRANDS)('colours the browser around its pages, light and dark: %s', async brand => {
    const { text } = await get(`/en/${brand}`);
    const meta = metaOf(text);
    expect(meta['theme-color (prefers-color-scheme: light)']).toBe(/--primary:(#\w+)/.exec(text)?.[1]);
    expect(meta['theme-color (prefers-color-scheme: dark)']).toBe(/--primary-950:(#\w+)/.exec(text)?.[1]);
    const answer = await fetch(`${open.origin}/en/${brand}`, { headers: { ...BROWSER, Cookie: 'theme=dark' } });
    expect(metaOf(await answer.text())['theme-color']).toBe(/--primary-950:(#\w+)/.exec(text)?.[1]);
  });

  it.each(BRANDS)('has a logo for dark pages, by the visitor’s choice or the device’s: %s', async brand => {
    const pageIn = async (theme: string) =>
      (await fetch(`${open.origin}/en/${brand}`, { headers: { ...BROWSER, Cookie: `theme=${theme}` } })).text();
    const [auto, light, dark] = await Promise.all(['auto', 'light', 'dark'].map(pageIn));
    const srcOf = (html = '') => /<img src="(\/assets\/logos\/[^"]+)"/.exec(html)?.[1];
    const darkSrc = /<source media="\(prefers-color-scheme: dark\)" srcSet="([^"]+)"/i.exec(auto ?? '')?.[1];
    expect(srcOf(auto)).toBe(srcOf(light));
    expect(srcOf(dark)).toBe(darkSrc);
    expect(darkSrc).not.toBe(srcOf(light));
    for (const html of [light, dark]) expect(html).not.toContain('<source');
    const logo = await get(darkSrc ?? '');
    expect([logo.status, logo.type]).toEqual([200, 'image/svg+xml']);
    expect(logo.text).toContain('#ffffff');
  });
});

describe('A link that is shared', () => {
  it.each(BRANDS)('tells whose page it is: %s', async brand => {
    const { name } = await open.app.backend.getClient({ clientId: brand });
    const meta = metaOf((await get(`/en/${brand}?lastDigits=4242`)).text);
    expect(meta).toMatchObject({ 'og:type': 'website', 'og:title': name, 'og:site_name': name, 'og:locale': 'en_GB' });
    expect(meta['og:description']).toBe(meta.description);
    expect(meta['og:image']).toBe(`${open.origin}/touch-icon.png?client=${brand}`);
    expect(JSON.stringify(meta).replaceAll(open.origin, '')).not.toContain('4242');
  });

  it('to a plug says that one can charge and pay there, and search engines still leave it out', async () => {
    const meta = metaOf((await get('/en/blaufink/evse/DE*BLF*E1001*2?codeProof=secret')).text);
    expect(meta).toMatchObject({
      robots: 'noindex',
      'og:title': 'Charge here and pay by card',
      'og:site_name': 'Blaufink Ladenetz',
    });
    expect(JSON.stringify(meta)).not.toMatch(/secret|E1001/);
  });

  it('to watch a session gives nothing of the session or its address away', async () => {
    const { sessionId } = await paidOrderAt(open, POINTS.plugsIn);
    const { watchId } = await open.app.backend.getSession({ sessionId });
    const shared = await get(`/en/blaufink/watch/${watchId}`);
    expect(shared.status).toBe(200);
    const meta = metaOf(shared.text);
    expect(meta).toMatchObject({
      robots: 'noindex',
      'og:title': 'Follow a charging session',
      'og:site_name': 'Blaufink Ladenetz',
    });
    for (const secret of [watchId, sessionId, 'E1001']) expect(JSON.stringify(meta)).not.toContain(secret);
    const own = metaOf((await get(`/en/blaufink/charging/${sessionId}`)).text);
    expect(Object.keys(own).filter(name => name.startsWith('og:'))).toEqual([]);
  });

  it.each(LOCALES)('speaks the language of its address: %s', async locale => {
    const answer = await fetch(open.origin + withLocale(locale, '/farnwald'), {
      headers: { ...BROWSER, 'Accept-Language': locale },
    });
    const meta = metaOf(await answer.text());
    expect(meta['og:locale']).toMatch(new RegExp(`^${locale}_[A-Z]{2}$`));
  });

  it('says nothing where there is no such page', async () => {
    expect((await get('/en/farnwald/nothing')).text).not.toContain('property="og:');
  });
});

describe('A brand with an odd name', () => {
  const UNUSUAL_NAME = `"><script>alert('1')</script> & Söhne <b>`;
  let unusual: RunningApp;
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'odd-shop-'));
    cpSync('demo', folder, { recursive: true });
    const file = path.join(folder, 'clients.json');
    const clients = JSON.parse(readFileSync(file, 'utf8')) as { id: string; name: string }[];
    const changed = clients.map(client =>
      client.id === 'farnwald' ? { ...client, name: UNUSUAL_NAME, logo: null, logoDark: null } : client,
    );
    writeFileSync(file, JSON.stringify(changed));
    unusual = await startApp({ env: { OPERATOR_DATA: folder } });
    rmSync(folder, { recursive: true });
  });
  afterAll(() => unusual.close());

  it('cannot end a tag of its pages, and is whole in its manifest', async () => {
    const { text } = await get('/en/farnwald', unusual.origin);
    expect(text).not.toContain('<script>alert');
    expect(metaOf(text)['og:title']).toBe('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; Söhne &lt;b&gt;');
    const manifest = await get(linked(text, 'manifest'), unusual.origin);
    expect(manifest.type).toContain('application/manifest+json');
    expect(JSON.parse(manifest.text).name).toBe(UNUSUAL_NAME);
  });
});

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
    const manifestJson = JSON.parse(manifest.text);
    expect(manifestJson).toMatchObject({ display: 'browser', theme_color: primary, name: expect.stringContaining(name) });
    expect((await get(manifestJson.icons[0].src)).text).toBe(icon.text);
    expect((await get(manifestJson.start_url)).status).toBeLessThan(400);
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
    const validForMs = Date.parse(Expires ?? '') - Date.now();
    expect(validForMs).toBeGreaterThan(MONTH_MS);
    expect(validForMs).toBeLessThan(12 * MONTH_MS);
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
