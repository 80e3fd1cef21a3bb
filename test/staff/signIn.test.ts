import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

describe('The console of a demo', () => {
  let running: RunningApp;
  const visitor = () => new ConsoleVisitor(running.origin);
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('sends whoever is not signed in to the page where one signs in', async () => {
    for (const path of ['/operator', '/operator/menu', '/operator/nowhere', '/operator/sessions/123456789/refund']) {
      const answer = await visitor().get(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, '/operator/sign-in']);
    }
  });

  it('lets everybody in by one press, shows the frame, and keeps nothing of it anywhere', async () => {
    const petra = visitor();
    const entered = await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/operator']);
    expect(entered.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Strict/);
    const today = await petra.get('/operator', { 'Accept-Language': 'en' });
    expect(today.status).toBe(200);
    expect(today.headers.get('cache-control')).toBe('no-store');
    expect(today.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(today.headers.get('content-security-policy')).not.toContain('script-src');
    const html = await today.text();
    expect(html).toContain('<h1>Overview</h1>');
    expect(html).not.toContain('<script');
  });

  it('speaks German and English, by the browser and by choice', async () => {
    const anna = visitor();
    expect(await (await anna.get('/operator/sign-in', { 'Accept-Language': 'de-AT,de;q=0.9' })).text()).toContain('Anmelden');
    const chosen = await anna.get('/operator/sign-in?language=en');
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/operator/sign-in']);
    expect(await (await anna.get('/operator/sign-in', { 'Accept-Language': 'de' })).text()).toContain('Sign in');
  });

  it('knows pages that do not exist, and what was not sent from them', async () => {
    const petra = visitor();
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    expect((await petra.get('/operator/nowhere')).status).toBe(404);
    expect((await petra.post('/operator/sign-out', {})).status).toBe(403);
    expect((await petra.get('/operator')).status).toBe(200);
  });

  it('lets somebody leave, here and everywhere', async () => {
    const [phone, stationAdmin] = [visitor(), visitor()];
    for (const device of [phone, stationAdmin]) await device.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    const cookiesBefore = new Map(phone.cookies);
    await phone.send('/operator/menu', {}, '/operator/sign-out');
    expect((await phone.get('/operator')).status).toBe(303);
    for (const [name, value] of cookiesBefore) phone.cookies.set(name, value);
    expect((await phone.get('/operator')).status).toBe(303);
    expect((await stationAdmin.get('/operator')).status).toBe(200);
    await phone.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    await phone.send('/operator/menu', {}, '/operator/sign-out-everywhere');
    expect((await stationAdmin.get('/operator')).status).toBe(303);
  });
});

describe('The console of a shop that nobody has switched it on for', () => {
  it('is not there', async () => {
    const running = await startApp({ env: { OPERATOR_CONSOLE: 'off' } });
    try {
      expect((await new ConsoleVisitor(running.origin).get('/operator/sign-in')).status).toBe(404);
    } finally {
      await running.close();
    }
  });
});
