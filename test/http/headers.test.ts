import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, orderAt, POINTS } from '../support/orders.ts';

let open: RunningApp;
let sessionId: string;
let orderId: string;
let payUrl: string;
let logo: string;
let script: string;
beforeAll(async () => {
  open = await startApp();
  ({ sessionId } = await finishedAt(open, POINTS.connected));
  ({ orderId, url: payUrl } = await orderAt(open, POINTS.neverPlugsIn));
  logo = (await open.app.backend.getClient({ clientId: 'blaufink' })).logo!.src;
  script = /<link rel="modulepreload"[^>]*href="(\/assets\/[^"]+)"/.exec((await get('/')).text)![1]!;
});
afterAll(() => open.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ Accept: 'text/html', 'Accept-Language': 'de', 'User-Agent': 'Mozilla/5.0 Firefox/140.0', ...headers })
    .redirects(0);

/** One address for each kind of response. */
const KINDS: readonly [string, () => string, number][] = [
  ['the home page', () => '/', 200],
  ['a client’s home', () => '/blaufink', 200],
  ['a payment page', () => '/blaufink/evse/DE*BLF*E1001*1', 200],
  ['a legal page', () => '/blaufink/terms', 200],
  ['the receipt search', () => '/blaufink/receipts', 200],
  ['a session', () => `/blaufink/charging/${sessionId}`, 200],
  ['a return from paying', () => `/blaufink/pay/${orderId}/return`, 200],
  ['results that are gone', () => '/blaufink/receipts/results', 303],
  ['a page that is not there', () => '/blaufink/nothing', 404],
  ['a file that is not there', () => '/assets/nothing.js', 404],
  ['a redirect for the language', () => '/en/blaufink?lang=de', 303],
  ['a short link', () => '/q/deblfe10011', 302],
  ['a typed ID', () => '/e?evse=nonsense', 404],
  ['the test payment page', () => payUrl, 200],
  ['a test payment page that is not there', () => '/sandbox-pay/sbx_nobody', 404],
  ['a JSON answer', () => '/api/demo-points', 200],
  ['a JSON problem', () => '/api/clients/nobody', 404],
  ['an invoice', () => `/api/receipts/${sessionId}/invoice`, 200],
  ['calibration data', () => `/api/receipts/${sessionId}/calibration-data`, 200],
  ['a script', () => script, 200],
  ['a logo', () => logo, 200],
  ['robots.txt', () => '/robots.txt', 200],
  ['favicon.ico', () => '/favicon.ico', 200],
  ['the build', () => '/builds/latest.json', 200],
  ['/health', () => '/health', 200],
  ['/ready', () => '/ready', 200],
  ['/status', () => '/status', 200],
];

/** Files that pages load. */
const PARTS: readonly string[] = ['a script', 'a logo'];
const HOMES: readonly string[] = ['the home page', 'a client’s home', 'a typed ID'];

describe('Every kind of answer', () => {
  it.each(KINDS)('%s is protected', async (what, path, status) => {
    const { headers, status: answered } = await get(path());
    expect(answered).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    // Only home pages may use the camera, because only they scan QR codes of charging points.
    const camera = HOMES.includes(what) ? 'camera=(self)' : 'camera=()';
    expect(headers['permissions-policy']).toBe(`${camera}, microphone=(), geolocation=(), usb=()`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect(headers.etag === undefined || path() === script).toBe(true);
    // There is no HSTS header, because this app uses plain HTTP, which is possible only for a demo on the local machine.
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each(KINDS.filter(([what]) => !PARTS.includes(what)))(
    '%s may run nothing that did not come from us',
    async (_what, path) => {
      const policy = policyOf(await get(path()));
      expect(Object.values(policy).flat().join(' ')).not.toMatch(/unsafe-|\*|http/);
      // Most pages have a nonce. Pages that are equal for every visitor have hashes, see pageCache.test.ts.
      const own = /^'(?:nonce-[\w+/]{22}==|sha256-[\w+/]{43}=)'$/;
      expect(policy['script-src']?.filter(source => source !== "'self'")).toEqual([
        expect.stringMatching(own),
        "'strict-dynamic'",
      ]);
      expect(policy['style-src']?.filter(source => !own.test(source))).toEqual(["'self'"]);
      expect(policy['img-src']).toEqual(["'self'", 'data:']);
      for (const source of ['connect-src', 'font-src', 'form-action', 'manifest-src'])
        expect([source, policy[source]]).toEqual([source, ["'self'"]]);
      for (const none of ['default-src', 'base-uri', 'object-src', 'frame-ancestors'])
        expect([none, policy[none]]).toEqual([none, ["'none'"]]);
      expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
      expect(policy['report-uri']).toEqual(['/csp']);
    },
  );

  it.each(KINDS.filter(([what]) => PARTS.includes(what)))(
    '%s may run nothing at all when it is opened by itself',
    async (_what, path) => {
      const policy = policyOf(await get(path()));
      expect(policy).toMatchObject({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] });
      expect(policy['script-src']).toBeUndefined();
    },
  );

  it('has a nonce of its own where it is of one visitor, and every script and style of the page carries it', async () => {
    const nonces = new Set<string>();
    for (const path of ['/nothing', `/blaufink/charging/${sessionId}`, `/blaufink/charging/${sessionId}`, payUrl]) {
      const answer = await get(path);
      const nonce = /'nonce-([^']+)'/.exec(answer.headers['content-security-policy']!)![1]!;
      nonces.add(nonce);
      const tags = (answer.text.match(/<(script|style)\b[^>]*>/g) ?? []).filter(tag => !tag.includes('type="application/json"'));
      expect(tags.length).toBeGreaterThan(0);
      for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
      expect(answer.text).not.toMatch(/\sstyle="/);
      expect(answer.text).not.toMatch(/\son[a-z]+="/);
      expect(answer.text).not.toMatch(/(?:\ssrc|<link[^>]*\shref|<use[^>]*\shref|\saction)="(?:https?:)?\/\/(?!127\.0\.0\.1)/);
    }
    expect(nonces.size).toBe(4);
  });

  it('takes reports of what browsers blocked', async () => {
    const report = await supertest(open.origin)
      .post('/csp')
      .set('Content-Type', 'application/csp-report')
      .send('{"csp-report":{}}');
    expect(report.status).toBe(204);
  });
});

describe('What may be kept', () => {
  const cacheOf = async (path: string) => (await get(path)).headers['cache-control'];

  it('of somebody’s session, payment, receipt: nothing', async () => {
    for (const path of [
      `/blaufink/charging/${sessionId}`,
      `/blaufink/pay/${orderId}/return`,
      '/blaufink/receipts/results',
      payUrl,
      `/api/sessions/${sessionId}`,
      `/api/receipts/${sessionId}`,
      '/api/demo-points',
      '/q/deblfe10011',
      '/health',
      '/ready',
      '/status',
    ])
      expect([path, await cacheOf(path)]).toEqual([path, 'no-store']);
  });

  it('of a file for somebody: nothing, and nobody on the way may repack it', async () => {
    for (const path of [`/api/receipts/${sessionId}/invoice`, `/api/receipts/${sessionId}/calibration-data`]) {
      const { headers } = await get(path, { 'Accept-Encoding': 'gzip, br' });
      expect(headers['cache-control']).toBe('no-store, no-transform');
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  it('of a page that is the same for everybody: a copy in their own browser, asked about each time', async () => {
    for (const path of ['/', '/blaufink', '/blaufink/evse/DE*BLF*E1001*1', '/blaufink/receipts', '/blaufink/terms', '/nothing'])
      expect([path, await cacheOf(path)]).toEqual([path, 'private, no-cache']);
  });

  it('of files whose name changes with them: a year', async () => {
    expect(await cacheOf(script)).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf(logo)).toBe('public, max-age=31536000, immutable');
  });

  it('of which build runs: nothing without asking', async () => {
    const answer = await get('/builds/latest.json');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body.id).toMatch(/^\w{6,}$/);
  });
});

describe('A client’s logo', () => {
  it('comes from our own origin with its type, and may run nothing when opened by itself', async () => {
    const { status, headers, body } = await get(logo);
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect((body as Buffer).toString()).toContain('<svg');
    const policy = policyOf({ headers });
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toBeUndefined();
    expect(policy.sandbox).toEqual([]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('has the hash of its content in its address, and is not found by another', async () => {
    for (const path of [
      logo.replace(/.$/, email => (email === '0' ? '1' : '0')),
      '/assets/logos/nobody/0000',
      '/assets/logos/blaufink/',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});

describe('Robots', () => {
  it('are kept from data and from the test payment page, and may see the rest', async () => {
    const { text, headers } = await get('/robots.txt');
    expect(headers['content-type']).toContain('text/plain');
    expect(text.split('\n')).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Disallow: /sandbox-pay/']));
  });

  it('are told not to list what is somebody’s own', async () => {
    for (const path of [
      `/blaufink/charging/${sessionId}`,
      `/blaufink/pay/${orderId}/return`,
      '/nothing',
      '/blaufink/evse/DE*BLF*E1001*1',
    ])
      expect((await get(path)).text).toContain('<meta name="robots" content="noindex"');
    expect((await get(payUrl)).headers['x-robots-tag']).toBe('noindex');
    for (const path of ['/', '/blaufink', '/blaufink/receipts', '/blaufink/terms'])
      expect((await get(path)).text).not.toContain('noindex');
  });
});

/** Returns the sources of the content security policy by directive. */
function policyOf({ headers }: { headers: Record<string, string> }): Record<string, string[]> {
  const directives = (headers['content-security-policy'] ?? '').split(';').map(text => text.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}
