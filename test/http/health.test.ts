import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type OpenHouse, openHouse } from '../support/openHouse.ts';
import { POINTS, paidOrderAt } from '../support/orders.ts';

const TOKEN = 'a token of more than sixteen characters';

async function withHouse(work: (open: OpenHouse) => Promise<void>, env: Record<string, string> = {}): Promise<void> {
  const open = await openHouse({ env });
  try {
    await work(open);
  } finally {
    await open.close();
  }
}
const ask = ({ origin }: OpenHouse, path: string, token?: string, headers: Record<string, string> = {}) =>
  supertest(origin)
    .get(path)
    .set(token === undefined ? headers : { ...headers, Authorization: token });

describe('An operator', () => {
  it('who asks /health learns that the process lives and which build it is', () =>
    withHouse(async open => {
      const { status, body } = await ask(open, '/health');
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'up', build: expect.stringMatching(/^\w{6,}$/), uptimeS: expect.any(Number) });
    }));

  it('who asks /status without a token learns only whether all is well', () =>
    withHouse(
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
          const { status, body } = await ask(open, '/status', token);
          expect([token, status, body]).toEqual([token, 200, short]);
        }
      },
      { STATUS_TOKEN: TOKEN },
    ));

  it('who has no token set up learns no more from any', () =>
    withHouse(async open => {
      for (const token of ['Bearer ', 'Bearer null', 'Bearer undefined'])
        expect(Object.keys((await ask(open, '/status', token)).body as object)).toEqual(['status', 'build', 'uptimeS']);
    }));

  it('with the token sees every dependency, the sessions, the outbox and what needs attention', () =>
    withHouse(
      async open => {
        await paidOrderAt(open, POINTS.neverPlugsIn);
        const { status, body } = await ask(open, '/status', `Bearer ${TOKEN}`);
        expect(status).toBe(200);
        for (const name of ['store', 'payments', 'stations'])
          expect(body.dependencies).toContainEqual(
            expect.objectContaining({ name, status: 'up', latencyMs: expect.any(Number) }),
          );
        expect(body.sessions).toMatchObject({ starting: 1 });
        expect(body.outbox.depth).toBeGreaterThanOrEqual(1);
        expect(Object.keys(body)).toEqual(expect.arrayContaining(['attention', 'forwardedUntrusted']));
        expect(JSON.stringify(body)).not.toMatch(/Lovelace|ada@|\b4242\b/);
      },
      { STATUS_TOKEN: TOKEN },
    ));

  it('gets figures for Prometheus with the token, and none without', () =>
    withHouse(
      async open => {
        await paidOrderAt(open, POINTS.neverPlugsIn);
        for (const token of [undefined, `Bearer ${TOKEN}x`]) {
          const { status, text } = await ask(open, '/metrics', token);
          expect([token, status, text]).toEqual([token, 401, '']);
        }
        const { status, text, headers } = await ask(open, '/metrics', `Bearer ${TOKEN}`);
        expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
        expect(text).toContain('charging_sessions{state="starting"} 1');
        expect(text).toContain('charging_payments{state="authorised"} 1');
        expect(text).toContain('charging_streams_open 0');
        expect(text).toMatch(/charging_request_seconds_count\{method="POST",route="[\w.-]+",status="\d+"\} [1-9]/);
        expect(text).toMatch(/charging_resident_memory_bytes \d{7,}/);
        expect(text).not.toMatch(/Lovelace|ada@|\b4242\b/);
      },
      { STATUS_TOKEN: TOKEN },
    ));

  it('is warned when a proxy stands in front that nobody trusts', () =>
    withHouse(
      async open => {
        expect((await ask(open, '/status')).status).toBe(200);
        await ask(open, '/', undefined, { 'X-Forwarded-For': '203.0.113.9' });
        const { status, body } = await ask(open, '/status', `Bearer ${TOKEN}`);
        expect([status, body.status, body.forwardedUntrusted]).toEqual([503, 'down', true]);
        expect((await ask(open, '/ready')).status).toBe(200);
      },
      { STATUS_TOKEN: TOKEN },
    ));

  it('is not warned of a proxy that is trusted', () =>
    withHouse(
      async open => {
        await ask(open, '/', undefined, { 'X-Forwarded-For': '203.0.113.9' });
        expect((await ask(open, '/status')).status).toBe(200);
      },
      { TRUST_PROXY: '1' },
    ));
});

describe('Visitors', () => {
  it('are sent elsewhere while the house closes, but whoever is here is still served', () =>
    withHouse(async open => {
      expect((await ask(open, '/ready')).body).toEqual({ status: 'ready' });
      open.house.drain();
      expect(await ask(open, '/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } });
      expect(await ask(open, '/status')).toMatchObject({ status: 503, body: { status: 'down' } });
      expect((await ask(open, '/health')).status).toBe(200);
      expect((await ask(open, '/blaufink', undefined, { Accept: 'text/html' })).status).toBe(200);
    }));

  it('are told plainly when the database is gone, and operators too', () =>
    withHouse(
      async open => {
        await open.house.close();
        expect(await ask(open, '/ready')).toMatchObject({ status: 503, body: { status: 'not ready' } });
        expect((await ask(open, '/health')).status).toBe(200);
        const { status, body } = await ask(open, '/status', `Bearer ${TOKEN}`);
        expect(status).toBe(503);
        expect(body.status).toBe('down');
        expect(body.dependencies).toContainEqual(expect.objectContaining({ name: 'store', status: 'down' }));

        for (const [language, title] of [
          ['de', 'Interner Serverfehler'],
          ['en', 'Internal Server Error'],
        ] as const) {
          const page = await ask(open, language === 'de' ? '/blaufink' : '/en/blaufink', undefined, {
            Accept: 'text/html',
            'Accept-Language': language,
          });
          expect(page.status).toBe(500);
          expect(page.text).toContain(title);
          expect(page.text).toMatch(/\b[0-9a-f]{12}\b/);
          expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        }
        expect(await ask(open, '/api/demo-points')).toMatchObject({ status: 500, body: { problem: 'unexpected', fields: {} } });
      },
      { STATUS_TOKEN: TOKEN },
    ));
});
