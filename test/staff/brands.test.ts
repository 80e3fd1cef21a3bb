import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

describe('Brands, as their drivers meet them', () => {
  let running: RunningApp;
  let petra: ConsoleVisitor;
  beforeAll(async () => {
    running = await startApp({ env: { MAIL_FROM: 'Charging <desk@charge.example>' } });
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    await petra.get('/operator?language=en');
  });
  afterAll(() => running.close());

  it('are found from every page, each with its colours, letters, texts and rules', async () => {
    expect(await petra.page('/operator')).toContain('href="/operator/brands"');
    const html = await petra.page('/operator/brands/blaufink');
    for (const words of [
      'Colours and contrast',
      'Legal texts',
      'desk@charge.example',
      'Authorisation amounts, EUR',
      'Nothing is missing|Missing information',
    ])
      expect(html).toMatch(new RegExp(words));
    expect(html).toMatch(/<img src="\/assets\/logos\/blaufink\//);
    expect((await petra.get('/operator/brands/nobody')).status).toBe(404);
    expect((await petra.get('/operator/brands/constructor')).status).toBe(404);
  });

  it('say which colour was repaired, and what it lacked', async () => {
    const html = await petra.page('/operator/brands/canarybolt');
    expect(html).toMatch(/contrast too low: \d(\.\d)? : 1, required 3 : 1/);
    expect(html).toMatch(/black text, \d+(\.\d)? : 1/);
  });

  it('show their own pages in frames, in both lights and widths', async () => {
    const html = await petra.page('/operator/brands/blaufink');
    const addresses = [...html.matchAll(/<iframe[^>]*src="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses).toHaveLength(8);
    for (const light of ['light', 'dark']) {
      const address = addresses.find(each => each.startsWith(`/operator/preview/${light}/en/blaufink/evse/`)) ?? '';
      const answer = await petra.get(address);
      expect(answer.status).toBe(200);
      const page = await answer.text();
      expect(page).toContain(`data-theme="${light}"`);
      expect(page).toContain('lang="en"');
      expect(page).toContain('Blaufink');
      expect(page).not.toMatch(/<script|modulepreload/);
    }
  });

  it('let the preview alone stand in a frame, of our own origin, without a script or a form that goes anywhere', async () => {
    const framed = await petra.get('/operator/preview/dark/en/blaufink/receipts');
    const policy = framed.headers.get('content-security-policy') ?? '';
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain('sandbox allow-same-origin');
    expect(policy).not.toMatch(/script-src|allow-scripts/);
    expect(framed.headers.get('cache-control')).toBe('no-store');
    for (const path of ['/en/blaufink/receipts', '/operator/brands/blaufink', '/operator']) {
      const { headers } = await petra.get(path);
      expect([path, headers.get('x-frame-options')]).toEqual([path, path.startsWith('/operator') ? expect.anything() : 'DENY']);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    const page = await petra.get('/operator/brands/blaufink');
    expect(page.headers.get('content-security-policy')).toContain(`frame-src ${running.origin}/operator/preview/;`);
  });

  it('show no preview to a stranger, none of a session, and none of what is no page', async () => {
    const stranger = await new ConsoleVisitor(running.origin).get('/operator/preview/dark/en/blaufink/receipts');
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/operator/sign-in']);
    for (const path of [
      'dark/en/blaufink/charging/some-session',
      'dark/en/blaufink/receipts/results',
      'dark/xx/blaufink/receipts',
      'pink/en/blaufink/receipts',
      'dark/en/nobody/receipts',
      'dark/en/blaufink/evse/DE*NONE*1',
      'dark/en/operator/preview/dark/en/blaufink',
      'dark/en/%E0%A4%A',
    ])
      expect([path, (await petra.get(`/operator/preview/${path}`)).status]).toEqual([path, 404]);
    expect((await petra.post('/operator/preview/dark/en/blaufink/receipts', {})).status).toBe(404);
  });

  it('speak German too', async () => {
    await petra.get('/operator?language=de');
    const html = await petra.page('/operator/brands/canarybolt');
    for (const words of ['Farben und Kontrast', 'Rechtstexte', 'erforderlich']) expect(html).toContain(words);
    expect(html).toContain('/operator/preview/light/de/');
  });
});
