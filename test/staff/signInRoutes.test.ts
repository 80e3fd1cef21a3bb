import { describe, expect, it } from '@jest/globals';
import { printLink } from '../../server/staff/console/signIns.ts';
import { openStore } from '../../server/store/openStore.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

const PETRA = { who: { name: 'Petra', may: 'act', by: 'command' }, requestId: '' } as const;

/** Settings of an app that is reached over HTTPS through one proxy, which forwards the visitor's address. */
const PUBLISHED = {
  DEMO: '1',
  SECRET: 's'.repeat(32),
  OPERATOR_DATA: 'demo',
  PUBLIC_ORIGIN: 'https://charge.example',
  OPERATOR_CONSOLE: 'on',
  TRUST_PROXY: '1',
};
const through = (host: string) => ({ Host: host, 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.7' });

async function withShop(env: Record<string, string>, work: (running: RunningApp) => Promise<void>): Promise<void> {
  const running = await startApp({ speed: 1, env: { ...PUBLISHED, ...env } });
  try {
    await work(running);
  } finally {
    await running.close();
  }
}

async function linkFor({ app, config }: RunningApp): Promise<string> {
  const store = openStore(config);
  try {
    const token = await printLink({ store, now: app.clock.now() }, { name: 'Petra', may: 'act', asker: PETRA });
    return `/operator/sign-in/${token}`;
  } finally {
    await store.close();
  }
}

describe('The console of a shop on the internet', () => {
  it('lets nobody in by the press that opens a demo on local addresses', () =>
    withShop({}, async ({ origin }) => {
      const petra = new ConsoleVisitor(origin, through('charge.example'));
      const page = await petra.page('/operator/sign-in');
      expect(page).toContain('</h1>');
      expect(page).not.toContain('/operator/sign-in/demo');
      // The request contains a valid form token, taken from the page of a sign-in link.
      const entered = await petra.send('/operator/sign-in/any', {}, '/operator/sign-in/demo');
      expect(entered.headers.getSetCookie().join()).not.toContain('operator=');
      const [, form = ''] = /name="form" value="([^"]+)"/.exec(await petra.page('/operator/sign-in/any')) ?? [];
      expect(form).not.toBe('');
      expect((await petra.post('/operator/sign-in/demo', { form })).status).toBe(410);
      expect((await petra.get('/operator')).headers.get('location')).toBe('/operator/sign-in');
    }));

  it('keeps who is signed in in a cookie of this host alone, over https alone, which no script reads', () =>
    withShop({}, async running => {
      const petra = new ConsoleVisitor(running.origin, through('charge.example'));
      const link = await linkFor(running);
      const entered = await petra.send(link, {}, link);
      expect(entered.status).toBe(303);
      const [cookie = '', ...others] = entered.headers.getSetCookie();
      expect(others).toEqual([]);
      const [value, ...flags] = cookie.split('; ').filter(part => !/^(Max-Age|Expires)=/.test(part));
      expect(value).toMatch(/^__Host-operator=[\w-]{43}$/);
      expect(flags.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
      expect((await petra.get('/operator')).status).toBe(200);
      // A page over HTTP could set a cookie without the prefix `__Host-`, so the app ignores a cookie of this name.
      const mallory = new ConsoleVisitor(running.origin, through('charge.example'));
      mallory.cookies.set('operator', petra.cookies.get('__Host-operator') ?? '');
      expect((await mallory.get('/operator')).status).toBe(303);
    }));

  it('stays on drivers’ host when it has none of its own', () =>
    withShop({}, async ({ origin }) => {
      expect((await new ConsoleVisitor(origin, through('charge.example')).get('/operator/sign-in')).status).toBe(200);
      expect((await new ConsoleVisitor(origin, through('charge.example')).get('/en/blaufink')).status).toBe(200);
    }));
});

describe('The console on a host of its own', () => {
  const OWN = { OPERATOR_ORIGIN: 'https://desk.example' };

  it('is not on drivers’ host, not even for somebody who is signed in', () =>
    withShop(OWN, async running => {
      const operatorVisitor = new ConsoleVisitor(running.origin, through('desk.example'));
      const link = await linkFor(running);
      expect((await operatorVisitor.send(link, {}, link)).status).toBe(303);
      expect((await operatorVisitor.get('/operator')).status).toBe(200);
      for (const host of ['charge.example', 'evil.example', 'desk.example.evil.example', 'desk.example:8443']) {
        const otherVisitor = new ConsoleVisitor(running.origin, through(host));
        for (const [name, value] of operatorVisitor.cookies) otherVisitor.cookies.set(name, value);
        for (const path of ['/operator', '/operator/sign-in', link, '/operator/menu']) {
          const answer = await otherVisitor.get(path, { 'Accept-Language': 'en' });
          const html = await answer.text();
          expect([host, path, html.includes('class="gate"'), html.includes('/operator/sign-out')]).toEqual([
            host,
            path,
            false,
            false,
          ]);
          expect([host, path, answer.headers.get('location')]).not.toEqual([host, path, '/operator/sign-in']);
        }
        expect([host, (await otherVisitor.post(link, {})).headers.getSetCookie().join()]).not.toContain('operator');
      }
    }));

  it('leads to drivers’ pages on the host that has them', () =>
    withShop(OWN, async running => {
      const operatorVisitor = new ConsoleVisitor(running.origin, through('desk.example'));
      const link = await linkFor(running);
      await operatorVisitor.send(link, {}, link);
      const point = '/operator/stations/points/DE*BLF*E1003*1';
      for (const path of ['/operator/brands/blaufink', point, '/operator/prices/DE*BLF*plain']) {
        const links = [...(await operatorVisitor.page(path)).matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, href = '']) => href);
        expect([path, links.filter(href => !/^\/operator(\/|\?|$)|^https:\/\/charge\.example\//.test(href))]).toEqual([path, []]);
        const drivers = links.find(href => href.startsWith('https://charge.example/')) ?? '';
        const visitor = new ConsoleVisitor(running.origin, through('charge.example'));
        expect([path, (await visitor.get(drivers.replace('https://charge.example', ''))).status]).toEqual([path, 200]);
      }
    }));

  it('shares it with no page for drivers', () =>
    withShop(OWN, async ({ origin }) => {
      const operatorVisitor = new ConsoleVisitor(origin, through('desk.example'));
      const home = await operatorVisitor.get('/');
      expect([home.status, home.headers.get('location')]).toEqual([303, '/operator']);
      for (const path of ['/en', '/en/blaufink', '/de/blaufink/receipts', '/api/clients/blaufink', '/sandbox-pay/hold_1']) {
        const answer = await operatorVisitor.get(path);
        expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'Only the console is here: /operator']);
      }
      expect((await operatorVisitor.get('/ready')).status).toBe(200);
      // The page cache serves the second request before most other checks of the app run.
      for (let times = 0; times < 2; times++)
        expect((await new ConsoleVisitor(origin, through('charge.example')).get('/en/blaufink')).status).toBe(200);
      expect((await operatorVisitor.get('/en/blaufink')).status).toBe(404);
    }));
});
