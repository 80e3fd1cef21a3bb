import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const asBrowser = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, open.origin), { method, headers: { ...asBrowser, ...headers }, redirect: 'manual' });

const SESSION = '/blaufink/charging/AAAAAAAAAAAAAAAAAAAAAA';
const METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'] as const;

describe('A method that an address does not know', () => {
  it.each(METHODS)('%s is refused with a page in the brand’s look that names the ones it knows', async method => {
    for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'same-origin' }]) {
      const answer = await send(method, '/en/blaufink/receipts', headers as Record<string, string>);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      const text = await answer.text();
      expect(text).toContain(translator('en', 'failure.method.title'));
      expect(text).toContain('Blaufink');
      expect(text).not.toContain(`Cannot ${method}`);
    }
  });

  it.each([
    ['PUT', '/', 'GET, HEAD'],
    ['PUT', '/nothing/here/at/all', 'GET, HEAD'],
    ['DELETE', '/health', 'GET, HEAD'],
    ['DELETE', '/metrics', 'GET, HEAD'],
    ['PUT', '/robots.txt', 'GET, HEAD'],
    ['PUT', '/assets/anything.js', 'GET, HEAD'],
    ['POST', '/blaufink/terms', 'GET, HEAD'],
    ['PUT', `${SESSION}/stop`, 'GET, HEAD, POST'],
    ['PUT', `${SESSION}/cancel`, 'POST'],
    ['PUT', '/csp', 'POST'],
    ['PUT', '/sandbox-pay/sbx_1', 'GET, HEAD, POST'],
  ])('%s %s', async (method, path, allowed) => {
    const answer = await send(method, path, { Origin: open.origin });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
  });

  it('is refused in JSON by the interface', async () => {
    for (const [method, path, allowed] of [
      ['PUT', '/api/clients/blaufink', 'GET, HEAD'],
      ['DELETE', '/api/sessions/AAAAAAAAAAAAAAAAAAAAAA/stop', 'POST'],
      ['PATCH', '/api/clients/blaufink/session-search', 'POST'],
      ['POST', '/api/clients/blaufink', 'GET, HEAD'],
    ] as const) {
      const answer = await send(method, path, { Origin: open.origin, 'Content-Type': 'application/json' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
      expect(await answer.json()).toEqual({ problem: 'wrong-method', fields: {}, retryAfterS: null });
    }
  });

  it('TRACE repeats nothing of what was sent', async () => {
    const answer = await supertest(open.origin)
      .trace('/blaufink')
      .set({ ...asBrowser, Cookie: 'found=secret' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(answer.text).not.toContain('secret');
  });
});

describe('An address with doubled slashes', () => {
  it.each([
    ['//', '/'],
    ['///', '/'],
    ['/en//', '/en/'],
    ['//blaufink//receipts', '/blaufink/receipts'],
    ['//evil.example/', '/evil.example/'],
    ['/en//evil.example', '/en/evil.example'],
    ['/\\evil.example', '/evil.example'],
  ])('%s leads to %s on this site', async (path, target) => {
    const answer = await rawGet(path);
    expect(answer.head).toMatch(/^HTTP\/1\.1 308 /);
    expect(answer.head).toMatch(new RegExp(`^location: ${target}\r?$`, 'im'));
  });

  it('never names another site as its own address', async () => {
    for (const path of ['//evil.example', '/en//evil.example/x', '/\\evil.example'])
      expect((await rawGet(path)).whole).not.toMatch(/(?:href="|location: )(?:https?:)?[/\\]{2}evil/i);
  });
});

/** Requests the path exactly as written, because HTTP clients normalize addresses. */
async function rawGet(path: string): Promise<{ head: string; whole: string }> {
  const { connect } = await import('node:net');
  const { hostname, port, host } = new URL(open.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  let whole = '';
  for await (const bytes of socket) whole += String(bytes);
  return { head: whole.split('\r\n\r\n')[0] ?? '', whole };
}
