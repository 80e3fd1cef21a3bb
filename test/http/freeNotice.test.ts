import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LIMITS } from '../../shared/charging/limits.ts';
import { HOUR_MS } from '../../shared/model/time.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const headers = {
  'User-Agent': 'Mozilla/5.0 Firefox/140.0',
  Accept: 'text/html',
  Cookie: 'locale=en',
  'Sec-Fetch-Site': 'same-origin',
};
const BUSY = '/farnwald/evse/DE*FRW*E2002*2';
const get = (path: string) => supertest(open.origin).get(`/en${path}`).set(headers).redirects(0);
const post = (email: string) =>
  supertest(open.origin).post(`/en${BUSY}/notice`).type('form').set(headers).send({ plug: '1', email }).redirects(0);

describe('The page of an occupied plug, without JavaScript', () => {
  it('says since when, leads to free plugs, and loads itself again', async () => {
    const { text, status } = await get(`${BUSY}?plug=1`);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1[^>]*>In use<\/h1>/);
    expect(text).toMatch(/Charging since <strong>\d\d:\d\d<\/strong>/);
    expect(text).toContain('href="/en/farnwald/evse/DE*FRW*E2002*1?plug=1"');
    expect(text).toMatch(/1\.8\s?km.*to the west/s);
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
    expect(text).not.toContain('Check again');
  });

  it('does not load itself again while a driver types, or can pay', async () => {
    expect((await get('/farnwald/evse/DE*FRW*E2002*1?plug=1')).text).not.toContain('http-equiv="refresh"');
  });
});

describe('A message when a plug is free, without JavaScript', () => {
  it('is asked for on a page that search engines do not list', async () => {
    const { text, status, headers: answered } = await get(`${BUSY}/notice?plug=1`);
    expect([status, answered['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toContain('noindex');
  });

  it('keeps a wrong address in the form, and has none in the address of the page', async () => {
    const { text, status } = await post('ada@');
    expect(status).toBe(422);
    expect(text).toContain('value="ada@"');
    const { status: redirect, headers: answered } = await post('ada@example.org');
    const { pathname, searchParams } = new URL(answered.location ?? '', open.origin);
    expect([redirect, pathname, searchParams.get('plug')]).toEqual([303, '/en/farnwald/evse/DE*FRW*E2002*2/notice', '1']);
  });

  it('says until when the request is stored, also after a second one, and leads to free plugs', async () => {
    const { headers: first } = await post('grace@example.org');
    const { headers: second } = await post('Grace@example.org');
    expect(second.location).toBe(first.location);
    const until = new URL(first.location ?? '', open.origin).searchParams.get('until') ?? '';
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(new Date(until));
    const { text } = await get((first.location ?? '').replace('/en', ''));
    expect(text).toContain('We will tell you');
    expect(text).toContain(`Your request lasts until <b>${time}</b>`);
    expect(text).toContain('href="/en/farnwald/evse/DE*FRW*E2002*1?plug=1"');
    expect(text).toMatch(/1\.8\s?km.*to the west/s);
  });

  it('shows the form again if the time in the address is over, invalid or too far away', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    for (const until of [at(-1), at(9), 'yes'])
      expect((await get(`${BUSY}/notice?plug=1&until=${until}`)).text).toContain('name="email"');
  });

  it('is refused to an address that was typed too often, with the page again', async () => {
    for (let n = 0; n < LIMITS.noticesPerEmail.limit; n++) expect((await post('eve@example.org')).status).toBe(303);
    const { text, status, headers: answered } = await post('Eve@example.org');
    expect(status).toBe(429);
    expect(Number(answered['retry-after'])).toBeGreaterThan(0);
    expect(text).toContain('Too many messages have been requested');
  });

  it('leads to the payment page if the plug is free or unknown', async () => {
    expect((await get('/farnwald/evse/DE*FRW*E2002*1/notice?plug=1')).headers.location).toContain('E2002*1?plug=1');
    expect((await get(`${BUSY}/notice?plug=9`)).headers.location).toBe('/en/farnwald/evse/DE*FRW*E2002*2');
    expect((await get('/farnwald/evse/DE*XXX*E1/notice')).status).toBe(404);
  });
});
