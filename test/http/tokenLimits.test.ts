import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { SCOPES } from '../../shared/console/tokens.ts';
import { type ApiClient, addToken, createApiClient } from '../support/apiClient.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { createHttpDriver } from '../support/httpDriver.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

const COMMAND_TOKEN = 'a-token-of-more-than-thirty-two-characters';

let running: RunningApp;
let store: Store;
let number: number;
beforeAll(async () => {
  running = await startApp({ env: { OPERATOR_API_TOKEN: COMMAND_TOKEN } });
  store = openStore(running.config);
  const plainFetch = globalThis.fetch;
  const driver = createHttpDriver(running.origin);
  await driver.stops(await driver.charges({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' }));
  globalThis.fetch = plainFetch;
  const api = await clientOf({ scopes: ['sessions:read'] });
  const [line] = await until(
    async () => (await api.get('/sessions')).body.lines,
    ([newest]) => newest?.capturedMinor !== null,
  );
  number = line.number;
}, 120_000);
afterAll(async () => {
  await store.close();
  await running.close();
});

type Added = Parameters<typeof addToken>[2];
const added = (options: Added) => addToken(running.origin, COMMAND_TOKEN, options);
const clientOf = async (options: Added) => createApiClient(running.origin, (await added(options)).secret);

describe('A token of some networks', () => {
  it('is valid from these networks only', async () => {
    const read = async (networks: string) =>
      (await (await clientOf({ scopes: ['brands:read'], networks })).get('/brands')).status;
    expect(await read('127.0.0.0/8, 2001:db8::/32')).toBe(200);
    expect(await read('203.0.113.0/24')).toBe(401);
  });

  it('is refused if a network is unreadable', async () => {
    await expect(added({ scopes: ['brands:read'], networks: '203.0.113.0/99' })).rejects.toThrow('addresses and networks');
  });
});

describe('A token with a maximum refund of one day', () => {
  /** Refunds, and waits until the payment provider has refunded. */
  const refund = async (client: ApiClient, amountMinor: number) => {
    const version = (await client.get(`/sessions/${number}`)).headers.get('etag') ?? '';
    const headers = { 'Idempotency-Key': crypto.randomUUID(), 'If-Match': version };
    const reason = `Cable ${crypto.randomUUID()}`;
    const answer = await client.post(`/sessions/${number}/refund`, { amountMinor, reason }, headers);
    await until(
      () => store.db.selectFrom('refunds').select('state').execute(),
      refunds => refunds.every(({ state }) => state === 'done'),
    );
    return answer;
  };
  const preview = (client: ApiClient, amountMinor: number) =>
    client.post(`/sessions/${number}/refund?preview=true`, { amountMinor, reason: 'Cable' });

  it('refunds up to the maximum, and no other token uses the maximum up', async () => {
    const client = await clientOf({ scopes: SCOPES, 'max-refund': 'EUR=0.05' });
    expect((await refund(client, 3)).status).toBe(200);
    expect((await preview(client, 2)).status).toBe(200);
    expect((await preview(client, 2)).status).toBe(200);
    for (const refused of [await preview(client, 3), await refund(client, 3)])
      expect([refused.status, refused.body.detail]).toEqual([409, 'This token may refund 0.05 EUR a day.']);
    expect((await refund(await clientOf({ scopes: SCOPES, 'max-refund': 'EUR=0.03' }), 3)).status).toBe(200);
    expect((await refund(client, 2)).status).toBe(200);
    expect((await refund(client, 1)).status).toBe(409);
    expect((await refund(await clientOf({ scopes: SCOPES }), 1)).status).toBe(200);
  });

  it('reads that a refund is possible, although the maximum does not allow the whole amount', async () => {
    const client = await clientOf({ scopes: ['sessions:read', 'money:write'], 'max-refund': 'EUR=0.01' });
    const { can } = (await client.get(`/sessions/${number}`)).body;
    expect(can.map(({ does }: { does: string }) => does)).toContain('refund');
  });

  it('refunds nothing in a currency without a maximum', async () => {
    expect((await refund(await clientOf({ scopes: SCOPES, 'max-refund': 'CHF=100' }), 1)).status).toBe(409);
  });

  it('refunds up to the maximum again on the next day', async () => {
    const { id, secret } = await added({ scopes: SCOPES, 'max-refund': 'EUR=0.01' });
    const client = createApiClient(running.origin, secret);
    expect([(await refund(client, 1)).status, (await refund(client, 1)).status]).toEqual([200, 409]);
    const refunded = JSON.stringify({ day: '2026-01-01', amounts: { EUR: 1 } });
    await store.db.updateTable('api_tokens').set({ refunded }).where('id', '=', id).execute();
    expect([(await refund(client, 1)).status, (await refund(client, 1)).status]).toEqual([200, 409]);
  });

  it('is refused if the maximum is unreadable', async () => {
    await expect(added({ scopes: SCOPES, 'max-refund': '200' })).rejects.toThrow('maximum of one day');
  });
});

it('The console adds a token with limits, and lists the limits', async () => {
  const petra = new ConsoleVisitor(running.origin);
  await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  const values = { name: 'Refund desk', days: '30', 'money:write': 'on', reason: 'New' };
  const refused = await petra.send('/operator/tokens/add', {
    ...values,
    networks: 'here',
    'maxRefund.EUR': '200,00',
    brand: 'farnwald',
  });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain('Geben Sie höchstens 20 Adressen oder Netze an');
  expect(page).toContain('name="maxRefund.EUR"');
  expect(page).toContain('value="200,00"');
  // Brands are chosen by name, and the choice stays.
  expect(page).toMatch(
    /type="radio" name="brand" checked="" value="farnwald"|type="radio" name="brand" value="farnwald" checked=""/,
  );
  expect(page).toMatch(/value="blaufink"[\s\S]{0,120}Blaufink Ladenetz/);
  expect(
    (await petra.send('/operator/tokens/add', { ...values, networks: '127.0.0.1', 'maxRefund.EUR': '200 EUR' })).status,
  ).toBe(409);
  const done = await petra.send('/operator/tokens/add', {
    ...values,
    ...{ networks: '127.0.0.1', 'maxRefund.EUR': '200', 'maxRefund.CHF': '99,50', brand: 'blaufink' },
  });
  expect(await done.text()).toContain('charging_');
  const list = (await petra.page('/operator/tokens')).replaceAll('\u00a0', ' ');
  expect(list).toContain('nur Marke blaufink; 127.0.0.1; 200,00 €, 99,50 CHF am Tag');
  const listed = await runCommand({ store, now: running.app.clock.now() }, { name: 'token list', options: {} });
  const limits = '--brand blaufink --networks 127.0.0.1 --max-refund EUR=200.00,CHF=99.50';
  expect(listed?.lines.join('\n')).toContain(limits);
});

it('The console offers the brands of a webhook endpoint by name, and stores the chosen ones', async () => {
  const petra = new ConsoleVisitor(running.origin);
  await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  const page = await petra.page('/operator/webhooks/add');
  expect(page).toMatch(/type="checkbox" name="client\.blaufink"[\s\S]{0,120}Blaufink Ladenetz/);
  expect(page).not.toContain('name="clients"');

  const done = await petra.send('/operator/webhooks/add', {
    ...{ url: 'https://erp.example/', description: 'ERP', 'client.blaufink': 'on', 'client.farnwald': 'on', reason: 'New' },
  });

  expect(done.status).toBe(200);
  const { clients } = await store.db.selectFrom('webhook_endpoints').select('clients').executeTakeFirstOrThrow();
  expect(JSON.parse(clients ?? '')).toEqual(['blaufink', 'farnwald']);
});
