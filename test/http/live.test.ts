import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { Session } from '../../shared/charging/session.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS, paidOrderAt, sessionUntil } from '../support/orders.ts';

/** A 22 kW point whose tariff has a fee after three hours. */
const WITH_FEE = { clientId: 'canarybolt', evseId: 'DE*CNB*E3003*1' };

let open: RunningApp;
let charging: string;
let watching: string;
beforeAll(async () => {
  open = await startApp();
  charging = (await paidOrderAt(open, WITH_FEE)).sessionId;
  const session = await sessionUntil(open, charging, ({ kind }) => kind === 'running');
  watching = session.watchId;
});
afterAll(() => open.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  supertest(open.origin)
    .get(path)
    .set({ 'Accept-Language': 'de', Accept: 'text/html', ...headers })
    .redirects(0);

describe('The watch page', () => {
  it('shows the session and nothing that could stop or open it', async () => {
    const { status, text, headers } = await get(`/en/canarybolt/watch/${watching}`);
    expect(status).toBe(200);
    expect(text).toContain('Cost so far');
    expect(text).not.toContain(charging);
    expect(text).not.toContain('/stop');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toMatch(/<noscript><meta http-equiv="refresh"/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is not found for an id nobody was given', async () => {
    expect((await get('/canarybolt/watch/0123456789abcdefghijkl')).status).toBe(404);
    expect((await get(`/canarybolt/charging/${watching}`)).status).toBe(404);
    expect((await get(`/canarybolt/watch/${charging}`)).status).toBe(404);
  });
});

describe('A session under another brand’s address', () => {
  it.each([
    ['its own page', () => `charging/${charging}`],
    ['its page in English', () => `charging/${charging}`, '/en'],
    ['the question before stopping', () => `charging/${charging}/stop`],
    ['the watch page', () => `watch/${watching}`],
  ])('leads to the right one: %s', async (_, path, prefix = '') => {
    const { status, headers } = await get(`${prefix}/farnwald/${path()}`);
    expect([status, headers.location]).toEqual([303, `${prefix}/canarybolt/${path()}`]);
  });
});

describe('The reminder of a blocking fee', () => {
  const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

  it('is a calendar entry with an alarm ten minutes before, in the language of the page', async () => {
    const session = (await open.app.backend.getSession({ sessionId: charging })) as Extract<Session, { blocking: unknown }>;
    const { status, text, headers } = await get(`/fr/canarybolt/charging/${charging}/blocking-fee.ics`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const start = session.blocking?.fromAt.replace(/[-:]|\.000/g, '');
    expect(unfolded(text)).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        `DTSTART:${start}`,
        'SUMMARY:Débrancher le véhicule\u00a0: les frais de blocage commencent',
        'LOCATION:Oskar-Jäger-Straße 170\\, 50825 Köln',
        `URL:${open.origin}/fr/canarybolt/watch/${watching}`,
        'BEGIN:VALARM',
        'TRIGGER:-PT10M',
        'END:VCALENDAR',
      ]),
    );
    expect(text).not.toContain(charging);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('goes by the visitor’s language where the address says none', async () => {
    const { status, headers } = await get(`/canarybolt/charging/${charging}/blocking-fee.ics`, {
      'Accept-Language': 'it',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/153.0 Safari/537.36',
    });
    expect([status, headers.location]).toEqual([302, `/it/canarybolt/charging/${charging}/blocking-fee.ics`]);
  });

  it('does not exist without a fee, nor for an unknown session', async () => {
    const { sessionId } = await finishedAt(open, POINTS.connected);
    expect((await get(`/blaufink/charging/${sessionId}/blocking-fee.ics`)).status).toBe(404);
    expect((await get('/blaufink/charging/0123456789abcdefghijkl/blocking-fee.ics')).status).toBe(404);
  });
});

describe('The stream of a session', () => {
  it('sends the whole view at once, its version as id, and is never kept or compressed', async () => {
    const disconnect = new AbortController();
    const answer = await fetch(`${open.origin}/api/sessions/${charging}/events`, {
      signal: disconnect.signal,
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(answer.headers.get('content-encoding')).toBeNull();
    const text = await firstEvent(answer);
    disconnect.abort();
    const view = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as Session;
    expect(view.sessionId).toBe(charging);
    // The page contains the contract, but live updates do not, because the contract never changes.
    expect(view).not.toHaveProperty('contract');
    expect(await open.app.backend.getSession({ sessionId: charging })).toHaveProperty('contract.supplier');
    expect(text).toMatch(/^retry: \d{4}$/m);
    expect(text).toContain(`id: ${view.version}\n`);
  });

  it('tells those who only watch, too, and nothing that opens or explains the contract', async () => {
    const disconnect = new AbortController();
    const answer = await fetch(`${open.origin}/api/watched/${watching}/events`, { signal: disconnect.signal });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const text = await firstEvent(answer);
    disconnect.abort();
    const view = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as Session;
    expect([view.watchId, view.sessionId]).toEqual([watching, null]);
    expect(text).not.toContain(charging);
    expect(view).not.toHaveProperty('contract');
    expect((await fetch(`${open.origin}/api/watched/${charging}/events`)).status).toBe(404);
  });

  it('is refused by status for an unknown session', async () => {
    const answer = await fetch(`${open.origin}/api/sessions/0123456789abcdefghijkl/events`);
    expect(answer.status).toBe(404);
  });
});

async function firstEvent({ body }: Response): Promise<string> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!/^data: .*\n\n/m.test(text)) text += decoder.decode((await reader.read()).value, { stream: true });
  return text;
}
