import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { VERSION } from '../../server/platform/version.ts';
import { createManualClock, type ManualClock } from '../support/clock.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { POINTS, paidOrderAt } from '../support/orders.ts';
import { type FakeStripe, startFakeStripe } from '../support/stripe/fakeStripe.ts';
import { STRIPE_ENV } from '../support/stripe/stripeEnv.ts';
import { until } from '../support/until.ts';

const TOKEN = 'a token of more than sixteen characters';

async function withApp(
  work: (open: RunningApp) => Promise<void>,
  env: Record<string, string> = {},
  runtimeOptions: Omit<Parameters<typeof startApp>[0] & {}, 'env'> = {},
): Promise<void> {
  const open = await startApp({ env, ...runtimeOptions });
  try {
    await work(open);
  } finally {
    await open.close();
  }
}
const getPath = ({ origin }: RunningApp, path: string, token?: string, headers: Record<string, string> = {}) =>
  supertest(origin)
    .get(path)
    .set(token === undefined ? headers : { ...headers, Authorization: token });

describe('An operator', () => {
  it('who asks /health learns that the process lives and which build it is', () =>
    withApp(async open => {
      const { status, body } = await getPath(open, '/health');
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'up', build: expect.stringMatching(/^\w{6,}$/), uptimeS: expect.any(Number) });
    }));

  it('who asks /status without a token learns only whether all is well', () =>
    withApp(
      async open => {
        const short = { status: 'up', build: expect.any(String), uptimeS: expect.any(Number) };
        for (const token of [
          undefined,
          '',
          TOKEN,
          `Bearer ${TOKEN}x`,
          `Bearer ${TOKEN.slice(1)}`,
          `bearer ${TOKEN}`,
          'Bearer ',
          'Basic eDp5',
        ]) {
          const { status, body } = await getPath(open, '/status', token);
          expect([token, status, body]).toEqual([token, 200, short]);
        }
      },
      { STATUS_TOKEN: TOKEN },
    ));

  it('who has no token set up learns no more from any', () =>
    withApp(async open => {
      for (const token of ['Bearer ', 'Bearer null', 'Bearer undefined'])
        expect(Object.keys((await getPath(open, '/status', token)).body as object)).toEqual(['status', 'build', 'uptimeS']);
    }));

  it('with the token sees every dependency, the sessions, the outbox and what needs attention', () =>
    withApp(
      async open => {
        await paidOrderAt(open, POINTS.neverPlugsIn);
        const { status, body } = await getPath(open, '/status', `Bearer ${TOKEN}`);
        expect(status).toBe(200);
        for (const name of ['store', 'payments', 'stations'])
          expect(body.dependencies).toContainEqual(
            expect.objectContaining({ name, status: 'up', latencyMs: expect.any(Number) }),
          );
        expect(body.sessions).toMatchObject({ starting: 1 });
        expect(body.version).toBe(VERSION);
        expect(body.outbox.depth).toBeGreaterThanOrEqual(1);
        expect(Object.keys(body)).toEqual(expect.arrayContaining(['attention', 'forwardedUntrusted']));
        expect(JSON.stringify(body)).not.toMatch(/Lovelace|ada@|\b4242\b/);
      },
      { STATUS_TOKEN: TOKEN },
    ));

  it('gets figures for Prometheus with the token, and none without', () =>
    withApp(
      async open => {
        await paidOrderAt(open, POINTS.neverPlugsIn);
        for (const token of [undefined, `Bearer ${TOKEN}x`]) {
          const { status, text } = await getPath(open, '/metrics', token);
          expect([token, status, text]).toEqual([token, 401, '']);
        }
        const { status, text, headers } = await getPath(open, '/metrics', `Bearer ${TOKEN}`);
        expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
        expect(text).toContain('charging_sessions{state="starting"} 1');
        expect(text).toContain('charging_payments{state="authorised"} 1');
        expect(text).toContain('charging_streams_open 0');
        expect(text).toMatch(new RegExp(`charging_build_info\\{version="${VERSION}",build="\\w{6,}"\\} 1`));
        expect(text).toMatch(/charging_request_seconds_count\{method="POST",route="[\w.-]+",status="\d+"\} [1-9]/);
        expect(text).toMatch(/charging_resident_memory_bytes \d{7,}/);
        expect(text).not.toMatch(/Lovelace|ada@|\b4242\b/);
      },
      { STATUS_TOKEN: TOKEN },
    ));

  describe('when a proxy stands in front', () => {
    const through = { 'X-Forwarded-For': '203.0.113.9' };
    /**
     * @returns the responses of /status and /ready, and the number of log lines, if the requests have a forwarding header of a
     * proxy
     */
    async function readStatusWith(env: Record<string, string>) {
      const lines: string[] = [];
      const logTo = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) };
      let reported = {};
      await withApp(
        async open => {
          for (let n = 0; n < 3; n++) await getPath(open, '/', undefined, through);
          const answers = [await getPath(open, '/status', undefined, through), await getPath(open, '/ready', undefined, through)];
          const { status, body } = await getPath(open, '/status', `Bearer ${TOKEN}`);
          const page = await getPath(open, '/status', `Bearer ${TOKEN}`, { Accept: 'text/html' });
          reported = {
            answers: answers.map(answer => answer.status),
            details: [status, body.status, body.forwardedUntrusted],
            isNamed: page.text.includes('set TRUST_PROXY to the addresses or the number of the proxies'),
            lines: lines.filter(line => line === 'forwarding header not trusted').length,
          };
        },
        { STATUS_TOKEN: TOKEN, LOG_LEVEL: 'warn', ...env },
        { logTo },
      );
      return reported;
    }

    it('that nobody trusts, is told so once, and no stranger can have a house that works taken for down', async () => {
      expect(await readStatusWith({})).toEqual({ answers: [200, 200], details: [200, 'up', true], isNamed: true, lines: 1 });
    });

    it('that is trusted, is told nothing', async () => {
      const nothing = { answers: [200, 200], details: [200, 'up', false], isNamed: false, lines: 0 };
      expect(await readStatusWith({ TRUST_PROXY: '1' })).toEqual(nothing);
    });
  });
});

describe('Visitors', () => {
  it('are sent elsewhere while the app closes, but whoever is here is still served', () =>
    withApp(async open => {
      expect((await getPath(open, '/ready')).body).toEqual({ status: 'ready' });
      open.app.drain();
      expect(await getPath(open, '/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } });
      expect(await getPath(open, '/status')).toMatchObject({ status: 503, body: { status: 'down' } });
      expect((await getPath(open, '/health')).status).toBe(200);
      expect((await getPath(open, '/blaufink', undefined, { Accept: 'text/html' })).status).toBe(200);
    }));

  it('are told plainly when the database is gone, and operators too', () =>
    withApp(
      async open => {
        await open.app.close();
        expect(await getPath(open, '/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } });
        expect((await getPath(open, '/health')).status).toBe(200);
        const { status, body } = await getPath(open, '/status', `Bearer ${TOKEN}`);
        expect(status).toBe(503);
        expect(body.status).toBe('down');
        for (const name of ['store', 'stations'])
          expect(body.dependencies).toContainEqual(expect.objectContaining({ name, status: 'down' }));

        for (const [language, title] of [
          ['de', 'Interner Serverfehler'],
          ['en', 'Internal Server Error'],
        ] as const) {
          const page = await getPath(open, language === 'de' ? '/blaufink' : '/en/blaufink', undefined, {
            Accept: 'text/html',
            'Accept-Language': language,
          });
          expect(page.status).toBe(500);
          expect(page.text).toContain(title);
          expect(page.text).toMatch(/\b[0-9a-f]{12}\b/);
          expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        }
        expect(await getPath(open, '/api/demo-points')).toMatchObject({
          status: 500,
          body: { problem: 'unexpected', fields: {} },
        });
      },
      { STATUS_TOKEN: TOKEN },
    ));

  describe('while no page can be rendered', () => {
    const brokenBrand = { id: 'house', name: {}, colors: { primary: null, secondary: null }, logo: null, languages: null };
    const BUGS: Readonly<Record<string, object>> = {
      'because the neutral brand is missing': { getClient: () => Promise.reject(new Error('no-client')) },
      'because React cannot': { getClient: async () => brokenBrand },
      'because its data cannot be read': { findDemoPoints: () => Promise.reject(new Error('A bug')) },
    };

    it.each(Object.keys(BUGS))('are sent elsewhere, and again when it can: %s', async why => {
      const clock = createManualClock();
      const lines: { msg: string; dependency?: string }[] = [];
      const reported = () => lines.flatMap(({ msg, dependency }) => (dependency === undefined ? [] : [`${msg}: ${dependency}`]));
      await withApp(
        async open => {
          expect((await getPath(open, '/ready')).status).toBe(200);
          const { backend } = open.app;
          const whole = { ...backend };
          Object.assign(backend, BUGS[why]);
          // The check reuses its last rendering for a while, so that frequent requests to /ready cause no rendering.
          expect((await getPath(open, '/ready')).status).toBe(200);
          await clock.pass(60_000);
          for (let n = 0; n < 5; n++)
            expect(await getPath(open, '/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } });
          const { status, body } = await getPath(open, '/status', `Bearer ${TOKEN}`);
          expect([status, body.status]).toEqual([503, 'down']);
          expect(body.dependencies).toContainEqual(expect.objectContaining({ name: 'pages', status: 'down' }));
          expect((await getPath(open, '/health')).status).toBe(200);
          await clock.pass(10_000);
          expect((await getPath(open, '/ready')).status).toBe(503);
          expect(reported()).toEqual(['dependency down: pages']);

          Object.assign(backend, whole);
          await clock.pass(10_000);
          expect((await getPath(open, '/ready')).body).toEqual({ status: 'ready' });
          expect(reported()).toEqual(['dependency down: pages', 'dependency up again: pages']);
        },
        { STATUS_TOKEN: TOKEN, LOG_LEVEL: 'info' },
        { clock, logTo: { write: line => void lines.push(JSON.parse(line) as { msg: string }) } },
      );
    });
  });

  it('are never shown the first page that a process has to render: it was rendered for nobody before', () => {
    const clock = createManualClock();
    return withApp(
      async open => {
        const { backend } = open.app;
        let questions = 0;
        const { findDemoPoints } = backend;
        Object.assign(backend, {
          findDemoPoints: (...requested: Parameters<typeof findDemoPoints>) => {
            questions++;
            return findDemoPoints(...requested);
          },
        });
        for (let n = 0; n < 20; n++) expect((await getPath(open, '/ready')).status).toBe(200);
        expect(questions).toBe(0);
        await clock.pass(61_000);
        await Promise.all(Array.from({ length: 20 }, () => getPath(open, '/ready')));
        expect(questions).toBe(1);
      },
      {},
      { clock },
    );
  });
});

describe('The payment provider', () => {
  const KEY = 'sk_test_a_key_that_nobody_may_see';
  const env = { ...STRIPE_ENV, STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: 'whsec_that_nobody_may_see', STATUS_TOKEN: TOKEN };
  const open = async (work: (parts: { peer: FakeStripe; clock: ManualClock; open: RunningApp }) => Promise<void>) => {
    const clock = createManualClock();
    const peer = await startFakeStripe({ clock });
    const stripe = { apiOrigin: peer.origin, pageOrigin: peer.origin };
    await withApp(app => work({ peer, clock, open: app }), env, { speed: 1, clock, stripe }).finally(peer.close);
  };
  const questions = (peer: FakeStripe) => peer.received.filter(({ call }) => call === 'sessions.list').length;
  const paymentsIn = (body: { dependencies: readonly { name: string }[] }) =>
    body.dependencies.find(({ name }) => name === 'payments');

  it('that cannot be reached makes /status say so, until it can be again', () =>
    open(async ({ peer, clock, open: app }) => {
      const status = () => getPath(app, '/status', `Bearer ${TOKEN}`);
      const before = await status();
      expect([before.status, paymentsIn(before.body)]).toEqual([
        200,
        { name: 'payments', status: 'up', provider: 'stripe', latencyMs: expect.any(Number) },
      ]);

      // Injects two faults, because Stripe's SDK repeats a request once after a cut connection.
      for (let n = 0; n < 2; n++) peer.trouble({ call: 'sessions.list', kind: 'refused' });
      await clock.pass(60_000);
      const down = await status();
      expect([down.status, paymentsIn(down.body)]).toEqual([
        503,
        { name: 'payments', status: 'down', latencyMs: expect.any(Number) },
      ]);
      const { body } = await getPath(app, '/status');
      expect(Object.keys(body as object)).toEqual(['status', 'build', 'uptimeS']);
      expect(body.status).toBe('down');
      for (const secret of [KEY, env.STRIPE_WEBHOOK_SECRET, 'sk_']) expect(JSON.stringify(down.body)).not.toContain(secret);
      // The app stays ready, because charging sessions and pages work without the payment provider.
      expect((await getPath(app, '/ready')).status).toBe(200);

      await clock.pass(60_000);
      expect(await status()).toMatchObject({ status: 200, body: { status: 'up' } });
    }));

  it('where cards are switched off is named with the brands whose payment pages do not open', () =>
    open(async ({ peer, clock, open: app }) => {
      peer.books.acceptsCards = false;
      const degraded = () =>
        getPath(app, '/status', `Bearer ${TOKEN}`).then(({ status, body }) => [status, paymentsIn(body)] as const);
      const [status, payments] = await until(
        async () => {
          await clock.pass(60_000);
          return degraded();
        },
        ([, found]) => found !== undefined && 'degraded' in found,
      );
      expect(status).toBe(200);
      expect(payments).toMatchObject({ status: 'up', degraded: expect.stringMatching(/^cards are disabled .*blaufink/) });
    }));

  it('whose key is not valid any more counts as down', () =>
    open(async ({ peer, clock, open: app }) => {
      expect((await getPath(app, '/status')).status).toBe(200);
      peer.refuseKeys();
      await clock.pass(60_000);
      expect((await getPath(app, '/status')).status).toBe(503);
    }));

  it('is asked once a minute, however often and by how many /status is', () =>
    open(async ({ peer, clock, open: app }) => {
      for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, () => getPath(app, '/status')));
      expect(questions(peer)).toBe(1);
      await clock.pass(59_000);
      await getPath(app, '/status');
      expect(questions(peer)).toBe(1);
      await clock.pass(1000);
      await Promise.all(Array.from({ length: 50 }, () => getPath(app, '/status')));
      expect(questions(peer)).toBe(2);
    }));
});
