import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { makePrivateKey } from '../../server/adapters/webPush/webPush.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { POINTS, paidOrderAt } from '../support/orders.ts';
import { createSubscriber, openPushService, type PushService } from '../support/pushService.ts';

let service: PushService;
let open: RunningApp;
let sessionId: string;
beforeAll(async () => {
  service = await openPushService();
  open = await startApp({ speed: 1, env: { PUSH_PRIVATE_KEY: makePrivateKey() }, push: { origin: service.origin } });
  ({ sessionId } = await paidOrderAt(open, POINTS.plugsIn));
});
afterAll(async () => {
  await open.close();
  await service.close();
});

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = { Origin: open.origin }) =>
  supertest(open.origin).post(`/api/sessions/${path}`).set(headers).send(body);
const device = (endpoint = `${service.origin}/1`) => {
  const { p256dh, auth } = createSubscriber(endpoint);
  return { endpoint, p256dh, auth };
};
const pushKeyOn = async ({ origin }: RunningApp, path: string): Promise<unknown> => {
  const { text } = await supertest(origin).get(path).set({ Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' });
  const [, state = '{}'] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(text) ?? [];
  return (JSON.parse(state) as { visit: { pushKey: unknown } }).visit.pushKey;
};

describe('A device that asks to be told', () => {
  it('is refused where it is not one of a page of ours, or not well formed', async () => {
    expect((await post(`${sessionId}/push`, device(), { Origin: 'https://attacker.example' })).status).toBe(403);
    for (const broken of [
      {},
      { ...device(), endpoint: `${service.origin}/${'a'.repeat(1100)}` },
      { ...device(), endpoint: 'https://attacker.example/1' },
      { ...device(), endpoint: 'http://127.0.0.1:1/1' },
      { ...device(), auth: 'a'.repeat(200) },
      { ...device(), p256dh: '<script>' },
      { ...device(), more: 'x' },
    ])
      expect([broken, (await post(`${sessionId}/push`, broken)).status]).toEqual([broken, 400]);
  });

  it('is taken, taken again, and let go', async () => {
    const mine = device();
    for (let n = 0; n < 2; n++) expect((await post(`${sessionId}/push`, mine)).status).toBe(200);
    for (let n = 0; n < 2; n++) expect((await post(`${sessionId}/push/off`, { endpoint: mine.endpoint })).status).toBe(200);
  });

  it('is one of so many that a network may name', async () => {
    let status = 200;
    let requestCount = 0;
    for (; status === 200 && requestCount <= LIMITS.devicesPerNetwork.limit; requestCount++)
      ({ status } = await post(`${sessionId}/push`, device()));
    expect(status).toBe(429);
    expect(requestCount).toBeGreaterThan(LIMITS.devicesPerNetwork.limit / 2);
  });

  it('knows our public key from the page; without a key of ours there is none', async () => {
    expect(await pushKeyOn(open, `/blaufink/charging/${sessionId}`)).toMatch(/^[\w-]{87}$/);
    const without = await startApp({ speed: 1 });
    try {
      expect(await pushKeyOn(without, '/blaufink')).toBeNull();
    } finally {
      await without.close();
    }
  });
});
