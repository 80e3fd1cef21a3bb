import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { translator as wordsOf } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const POINT = '/en/farnwald/evse/DE*FRW*E2002*1';
const fetchEstimate = async (query: string) => {
  const answer = await supertest(open.origin).get(`${POINT}?plug=1${query}`).set({ Accept: 'text/html' });
  expect(answer.status).toBe(200);
  // Returns the visible text: without scripts and comments, and with ordinary spaces.
  const [, body = ''] = answer.text.split('<body');
  return body
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<!--.*?-->/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&nbsp;', ' ');
};
const words: typeof wordsOf = (...request) => wordsOf(...request).replaceAll('\u00a0', ' ');
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('Asking what it will cost without JavaScript', () => {
  it('finds suggestions on the page, the middle one chosen', async () => {
    const html = await fetchEstimate('');
    for (const kwh of [10, 20, 40]) expect(textOf(html)).toContain(`${kwh} kWh ≈`);
    expect(html).toMatch(
      /<input[^>]*name="energy"[^>]*checked=""[^>]*value="20"|<input[^>]*name="energy"[^>]*value="20"[^>]*checked=""/,
    );
  });

  it('gets another amount line by line, keeps what was typed, and has a hold checked that is enough', async () => {
    const html = await fetchEstimate('&energy=40&kwh=90,5&minutes=600');
    expect(textOf(html)).toContain('90.5 kWh ≈');
    expect(textOf(html)).toContain('Energy: 90.5 kWh ×');
    expect(textOf(html)).toContain('Blocking fee: 360 min ×');
    expect(textOf(html)).toContain(words('en', 'estimate.total'));
    expect(textOf(html)).toMatch(/The blocking fee begins after 240 min\. If you plug in now, that is at \d\d:\d\d\./);
    expect(html).toMatch(/name="kwh"[^>]*value="90,5"|value="90,5"[^>]*name="kwh"/);
    expect(html).not.toMatch(/<input[^>]*name="energy"[^>]*checked=""/);
    expect(html).toMatch(/<input[^>]*name="limit"[^>]*checked=""[^>]*value="8000"/);
  });

  it('is told what was wrong beside the field, with the value kept', async () => {
    const html = await fetchEstimate('&kwh=full&minutes=1e9');
    expect(textOf(html)).toContain(words('en', 'estimate.error.energy', { min: 1, max: 500 }));
    expect(textOf(html)).toContain(words('en', 'estimate.error.minutes', { min: 1, max: 2880 }));
    expect(html).toMatch(/value="full"/);
  });

  it('sends it in a form of its own: the order is never inside it', async () => {
    const html = await fetchEstimate('');
    expect(html).toMatch(/<form id="estimate-form"[^>]*action="[^"]*#estimate" method="get"/);
    for (const [form] of html.matchAll(/<form.*?<\/form>/gs)) expect(form.slice(5)).not.toContain('<form');
  });
});

describe('The camera', () => {
  const policy = async (path: string) =>
    (await supertest(open.origin).get(path).set({ Accept: 'text/html' })).headers['permissions-policy'];

  it('may be asked for on home pages only', async () => {
    for (const path of ['/en', '/en/farnwald', '/en/e?evse=nonsense']) expect(await policy(path)).toContain('camera=(self)');
    for (const path of [POINT, '/en/farnwald/receipts', '/en/farnwald/terms', '/api/demo-points', '/en/no/such/page'])
      expect(await policy(path)).toContain('camera=()');
  });
});
