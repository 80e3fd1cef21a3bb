import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  open = await startApp({ logTo, env: { LOG_LEVEL: 'warn' } });
});
afterEach(() => open.close());

const report = (body: unknown, type = 'application/csp-report') =>
  fetch(`${open.origin}/csp`, { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) });
const listReported = () => lines.filter(({ msg }) => msg === 'content blocked by browser');
const SECRET = 'AAAAAAAAAAAAAAAAAAAAAA';
const blocked = (what: string) => ({
  'csp-report': {
    'document-uri': `${open.origin}/en/blaufink/charging/${SECRET}`,
    'effective-directive': 'script-src-elem',
    'blocked-uri': what,
    'original-policy': "default-src 'none'",
    'script-sample': 'alert("Lovelace")',
  },
});

describe('What a browser has blocked', () => {
  it('is in the log, by its kind and its page, and never by an address', async () => {
    expect((await report(blocked('https://skimmer.example/x.js?card=4242'))).status).toBe(204);
    expect((await report(blocked('inline'))).status).toBe(204);
    expect((await report(blocked('chrome-extension://abcdefghijklmnop/ada.js'))).status).toBe(204);
    const newer = {
      documentURL: `${open.origin}/blaufink`,
      effectiveDirective: 'img-src',
      blockedURL: `${open.origin}/${SECRET}`,
    };
    const modern = [{ type: 'csp-violation', body: newer, url: `${open.origin}/${SECRET}` }];
    expect((await report(modern, 'application/reports+json')).status).toBe(204);
    expect(listReported().map(({ directive, what, page }) => [directive, what, page])).toEqual([
      ['script-src-elem', 'skimmer.example', 'Session'],
      ['script-src-elem', 'inline', 'Session'],
      ['script-src-elem', 'chrome-extension:', 'Session'],
      ['img-src', 'self', 'ClientHome'],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Lovelace|4242|ada\.js|AAAAA/);
  });

  it('does not fill the log: the rest of a minute is counted', async () => {
    for (let n = 0; n < 40; n++) await report(blocked(`https://host${n}.example/`));
    await report(Array.from({ length: 1000 }, () => ({ body: { effectiveDirective: 'img-src', blockedURL: 'inline' } })));
    expect(listReported().length).toBeGreaterThan(0);
    // At most ten reports per minute are logged. Twenty are allowed here, because a new minute may have begun during the test.
    expect(listReported().length).toBeLessThanOrEqual(20);
  });

  it.each([
    ['nothing', undefined],
    ['no report', { a: 1 }],
    ['a list of nothing', [null, 1, 'x', { body: null }]],
    ['another type of field', { 'csp-report': { 'effective-directive': 1, 'blocked-uri': {} } }],
  ])('is nothing where %s was sent', async (_what, body) => {
    expect((await report(body)).status).toBeLessThan(500);
    expect(listReported()).toEqual([]);
  });
});
