import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createManualClock } from '../support/clock.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { orderAt, POINTS } from '../support/orders.ts';
import { startFakeStripe } from '../support/stripe/fakeStripe.ts';
import { signatureOf } from '../support/stripe/notices.ts';
import { STRIPE_ENV } from '../support/stripe/stripeEnv.ts';

const TOKEN = 'a token of more than sixteen characters';
const BLOCKS = 1_000_000;

/** Returns the data of a file system with 4 KiB blocks and `bavail` free blocks. */
const diskOf = (bavail: number) => ({ bsize: 4096, blocks: BLOCKS, bavail });

interface Seen {
  /** The HTTP status of /status, and the entry of the tested check in its response. */
  status: number;
  check: Record<string, unknown>;
  /** Lines of the response of /metrics. */
  figures: readonly string[];
}

async function readStatus({ origin }: RunningApp, name: string): Promise<Seen> {
  const get = (path: string) => supertest(origin).get(path).set('Authorization', `Bearer ${TOKEN}`);
  const { status, body } = await get('/status');
  const { dependencies } = body as { dependencies: Record<string, unknown>[] };
  const { text } = await get('/metrics');
  return { status, check: dependencies.find(one => one.name === name) ?? {}, figures: text.split('\n') };
}

const withApp = async (
  work: (open: RunningApp, reported: () => readonly string[]) => Promise<void>,
  options: Parameters<typeof startApp>[0],
): Promise<void> => {
  const lines: { msg: string }[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) };
  const open = await startApp({ env: { STATUS_TOKEN: TOKEN, LOG_LEVEL: 'warn' }, logTo, ...options });
  await work(open, () => lines.map(({ msg }) => msg)).finally(open.close);
};

describe('An operator whose disk', () => {
  it('is nearly full is told before anything fails, and again when nothing can be written', async () => {
    let free = BLOCKS / 2;
    const clock = createManualClock();
    await withApp(
      async (open, reported) => {
        const well = await readStatus(open, 'disk');
        expect(well).toMatchObject({ status: 200, check: { status: 'up', degraded: null, freePercent: 50 } });
        expect(well.figures).toContain('charging_disk_free_ratio 0.5');
        expect(well.figures).toContain(`charging_disk_free_bytes ${free * 4096}`);

        free = BLOCKS * 0.05;
        await clock.pass(10_000);
        const tight = await readStatus(open, 'disk');
        expect(tight).toMatchObject({ status: 200, check: { status: 'up', degraded: 'nearly full', freePercent: 5 } });
        expect(tight.figures).toContain('charging_dependency_degraded{dependency="disk"} 1');
        expect(tight.figures).toContain('charging_dependency_up{dependency="disk"} 1');

        free = 100;
        await clock.pass(10_000);
        const full = await readStatus(open, 'disk');
        expect(full).toMatchObject({ status: 503, check: { status: 'down' } });
        expect(full.figures).toContain('charging_dependency_up{dependency="disk"} 0');
        expect(reported()).toEqual(['dependency down']);
        // The app stays ready, because a restart would free no disk space.
        expect((await supertest(open.origin).get('/ready')).status).toBe(200);
      },
      { clock, readDisk: async () => diskOf(free) },
    );
  });
});

describe('An operator whose clock', () => {
  it.each([
    ['is set back by an hour', -3600],
    ['is set forward by a day', 86_400],
  ])('%s is told for an hour', async (_, byS) => {
    let [wallMs, countedMs] = [Date.parse('2026-11-20T10:00:00Z'), 0];
    const machineClocks = { wallMs: () => wallMs, countedMs: () => countedMs };
    const pass = (ms: number) => {
      wallMs += ms;
      countedMs += ms;
    };
    await withApp(
      async (open, reported) => {
        pass(5_000_000);
        expect(await readStatus(open, 'clock')).toMatchObject({ status: 200, check: { degraded: null } });
        wallMs += byS * 1000;
        pass(60_000);
        const jumped = await readStatus(open, 'clock');
        expect(jumped).toMatchObject({ status: 200, check: { degraded: 'jumped', jumpedByS: byS } });
        expect(jumped.figures).toContain(`charging_clock_jump_seconds ${byS}`);
        expect(jumped.figures).toContain('charging_dependency_degraded{dependency="clock"} 1');
        pass(3_500_000);
        expect((await readStatus(open, 'clock')).check).toMatchObject({ degraded: 'jumped' });
        pass(200_000);
        expect((await readStatus(open, 'clock')).check).toMatchObject({ degraded: null });
        expect(reported()).toEqual(['clock jumped']);
      },
      { machineClocks },
    );
  });
});

describe('Figures for Prometheus', () => {
  it('say that the database is gone, and no more that all is well', () =>
    withApp(async open => {
      expect((await readStatus(open, 'store')).figures).toContain('charging_attention 0');
      await open.app.close();
      const { text } = await supertest(open.origin).get('/metrics').set('Authorization', `Bearer ${TOKEN}`);
      expect(text).toContain('charging_dependency_up{dependency="store"} 0');
      expect(text).not.toMatch(/^charging_(attention|outbox_depth|unsettled_seconds) /m);
    }, {}));

  it('say that no page can be rendered', async () => {
    const clock = createManualClock();
    await withApp(
      async open => {
        Object.assign(open.app.backend, { findDemoPoints: () => Promise.reject(new Error('A bug')) });
        await clock.pass(60_000);
        const { status, figures } = await readStatus(open, 'pages');
        expect(status).toBe(503);
        expect(figures).toContain('charging_dependency_up{dependency="pages"} 0');
      },
      { clock },
    );
  });
});

describe('An operator whose payment provider sends no notices', () => {
  const SECRET = 'whsec_of_the_test';
  const env = { ...STRIPE_ENV, STRIPE_WEBHOOK_SECRET: SECRET, STATUS_TOKEN: TOKEN, LOG_LEVEL: 'warn' };

  it('is told when holds were found without one, and no more when one has come', async () => {
    const clock = createManualClock();
    const peer = await startFakeStripe({ clock });
    const stripe = { apiOrigin: peer.origin, pageOrigin: peer.origin };
    await withApp(
      async open => {
        await clock.pass(3_600_000);
        // As long as there is no payment, the app expects no webhook.
        expect((await readStatus(open, 'notices')).check).toMatchObject({ status: 'up', degraded: null, silentS: 0 });
        const { url, orderId } = await orderAt(open, POINTS.neverPlugsIn);
        await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ email: 'ada@example.org', card: '4242424242424242' }),
        });
        await open.app.backend.refreshOrder({ orderId });
        const payload = peer.notices.at(-1)?.payload ?? '';
        await clock.pass(20 * 60_000);
        const silent = await readStatus(open, 'notices');
        expect(silent).toMatchObject({
          status: 200,
          check: { status: 'up', degraded: expect.stringMatching(/^none for \d+ min$/) },
        });
        expect(silent.figures).toContain('charging_dependency_degraded{dependency="notices"} 1');
        expect(silent.figures.find(line => line.startsWith('charging_notices_silent_seconds '))).toMatch(/ 1[12]\d\d$/);

        const atS = Math.floor(clock.now().getTime() / 1000);
        const webhookResponse = await fetch(`${open.origin}/webhooks/stripe`, {
          method: 'POST',
          headers: { 'stripe-signature': signatureOf({ payload, secret: SECRET, atS }) },
          body: payload,
        });
        expect(webhookResponse.status).toBe(204);
        expect((await readStatus(open, 'notices')).check).toMatchObject({ degraded: null, silentS: 0 });
      },
      { env, speed: 1, clock, stripe },
    ).finally(peer.close);
  });
});
