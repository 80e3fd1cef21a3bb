import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const search = async (fields: Record<string, string>, headers: Record<string, string> = {}, { origin } = open) => {
  const form = { country: 'de', date: '2026-11-20', creditCard: '4242', price: '12,34', ...fields };
  const answer = await fetch(`${origin}/en/farnwald/receipts`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox', Cookie: 'locale=en', ...headers },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
};

describe('A receipt search', () => {
  it('asks for the charging point too when one day and price have been guessed at too often', async () => {
    for (let guess = 0; guess < 5; guess++) expect((await search({ creditCard: `000${guess}` })).status).toBe(200);
    const sixth = await search({ creditCard: '0005' });
    expect(sixth.status).toBe(422);
    expect(sixth.text).toContain('Enter the ID of the charging point too.');
    expect(sixth.text).toContain('name="evse"');
    const named = await search({ creditCard: '0005', evse: 'de frw e2001 1' });
    expect(named.status).toBe(200);
    expect(named.text).toContain('No charging process found');
  });

  it('is refused after ten misses from one address, which are thirty tries, and a forged forwarding header does not help', async () => {
    // The previous tests have already counted six searches without a result.
    for (let guess = 6; guess < 10; guess++) expect((await search({ price: `${guess},00` })).status).toBe(200);
    for (const headers of [{}, { 'X-Forwarded-For': '203.0.113.7' }, { Forwarded: 'for=203.0.113.8' }]) {
      const refused = await search({ price: '99,00' }, headers as Record<string, string>);
      expect(refused.status).toBe(429);
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect(refused.text).toContain('Too many searches.');
    }
    const overJson = await fetch(`${open.origin}/api/clients/farnwald/session-search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: open.origin },
      body: JSON.stringify({ country: 'de', date: '2026-11-20', price: '1,00', lastDigits: '4242' }),
    });
    expect(overJson.status).toBe(429);
  });
});

describe('The address that a receipt search is counted by', () => {
  /**
   * @returns the statuses of 14 wrong searches from one network, each with a different forged address in the header
   * X-Forwarded-For
   */
  const forged = async (TRUST_PROXY: string) => {
    const app = await startApp({ env: { TRUST_PROXY } });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 14; n++) {
        const fields = { price: `${n},00`, date: `2026-10-${10 + n}` };
        statuses.push((await search(fields, { 'X-Forwarded-For': `203.0.${n}.7` }, app)).status);
      }
      return statuses.filter(status => status === 429).length;
    } finally {
      await app.close();
    }
  };

  it('is that of the connection where the peer is no trusted proxy, whatever X-Forwarded-For says', async () => {
    expect(await forged('10.0.0.0/8')).toBe(4);
  });

  it('is that of X-Forwarded-For where the peer is a trusted proxy', async () => {
    expect(await forged('loopback')).toBe(0);
  });
});

describe('Several processes on one PostgreSQL', () => {
  const STATUS_TOKEN = 'a token for the details';
  let server: PostgresServer;
  let url: string;
  let houses: readonly RunningApp[];
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    const env = { DATABASE_URL: url, SECRET: 'one secret for all the processes', STATUS_TOKEN };
    houses = [await startApp({ env }), await startApp({ env })];
  });
  afterAll(async () => {
    for (const app of houses) await app.close();
    await server.close();
  });

  it('count the misses of a search together, and keep nobody’s address', async () => {
    for (let guess = 0; guess < 5; guess++)
      expect((await search({ creditCard: `000${guess}` }, {}, houses[guess % 2])).status).toBe(200);
    for (const app of houses) expect((await search({ creditCard: '0005' }, {}, app)).status).toBe(422);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ key: string }>('select key from search_limits');
    await client.end();
    expect(new Set(rows.map(({ key }) => key.split(':')[0]))).toEqual(new Set(['address', 'day', 'price']));
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
  });

  it('write nothing for a try that is refused', async () => {
    for (let guess = 0; guess < 10; guess++) await search({ price: `${guess + 20},00` }, {}, houses[guess % 2]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // PostgreSQL changes the `ctid` of a row on each write, so equal rows show that nothing was written.
    const rows = async () => (await client.query('select key, points, ctid, xmin from search_limits order by key')).rows;
    const before = await rows();
    for (let guess = 0; guess < 10; guess++)
      expect((await search({ price: `${guess + 50},00`, date: '2026-10-10' }, {}, houses[guess % 2])).status).toBe(429);
    expect(await rows()).toEqual(before);
    await client.end();
  });

  it('say in /status that live updates are looked for, because nothing listens', async () => {
    const answer = await fetch(`${houses[0]!.origin}/status`, { headers: { Authorization: `Bearer ${STATUS_TOKEN}` } });
    const { dependencies } = (await answer.json()) as { dependencies: readonly { name: string }[] };
    const store = dependencies.find(({ name }) => name === 'store');
    expect(store).toMatchObject({ status: 'up', engine: 'postgres', liveUpdates: 'polled' });
  });
});
