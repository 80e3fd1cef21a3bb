import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebhookSender } from '../../server/adapters/webhookSender/webhookSender.ts';
import { performAct } from '../../server/staff/acts/actService.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';
import { RETRY_MS } from '../../server/staff/webhooks/sendWebhook.ts';
import { listDeliveries, listEndpoints } from '../../server/store/jobs/webhookRows.ts';
import { findSession, transitionSession } from '../../server/store/shop/sessions.ts';
import type { Act } from '../../shared/console/acts.ts';
import type { WebhookSecret } from '../../shared/console/webhooks.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MINUTE_S } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';
import { until } from '../support/until.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhookReceiver.ts';

const SECRET = 'a secret of thirty-two characters';
let shop: OpenOperator;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await openWebhookReceiver();
  shop = await openOperator({ webhooks: createWebhookSender({ place: receiver }) });
});
afterEach(async () => {
  receiver.hangUp();
  await shop.close();
  await receiver.close();
});

let forms = 0;
async function act(input: Act): Promise<WebhookSecret | undefined> {
  const { does, ...fields } = input;
  const dependencies = {
    ...{ store: shop.store, clock: shop.clock, holidays: { isHoliday: () => false }, wake: () => undefined },
    ...{ readSecret: () => SECRET, webhooks: createWebhookSender({ place: receiver }) },
  };
  const who = { name: 'Petra Lindqvist', may: 'act', by: 'link' } as const;
  const request = { does, row: ACTS[does], fields, seen: null, form: `form-${++forms}` };
  return (await performAct(dependencies, { who, requestId: 'request' }, request)).webhookSecret;
}

/** Adds an endpoint for the receiver. */
async function add(more: { types?: string[]; clients?: string[] } = {}): Promise<string> {
  const shown = await act({
    ...{ does: 'add-webhook', url: receiver.url, description: '', types: [], clients: [], reason: '', ...more },
  });
  receiver.secret = shown?.secret ?? '';
  return shown?.webhook ?? '';
}
const on = (does: 'remove-webhook' | 'test-webhook' | 'rotate-webhook-secret' | 'switch-webhook-on', webhook: string) =>
  act({ does, webhook, reason: '' });
const command = (name: string, options: Record<string, string>) =>
  linesOf({ store: shop.store, now: shop.clock.now(), secret: () => SECRET }, name, options);
const types = () => receiver.received.map(({ event }) => event.type);
const deliveries = async (endpointId: string) => (await listDeliveries(shop.store.db, { endpointId, limit: 100 })).toReversed();
const endpoint = async () => (await listEndpoints(shop.store.db))[0];
const jobs = () => shop.store.db.selectFrom('outbox').selectAll().where('kind', '=', 'send-webhook').execute();
/** Sends a test event, and waits for the answer. */
async function test(webhook: string) {
  await on('test-webhook', webhook);
  await shop.pass(5);
}
/** Makes an event that is repeated until it is delivered. */
const fault = (words = '') =>
  shop.operator.reportFault({
    ...{ ...PLAIN, kind: 'plug', words, email: 'ada@example.org', photo: null, locale: 'de', formToken: `${++forms}` },
  });

/** Returns the fields of an event as docs/contracts/webhooks.md lists them. */
function fieldsOf(type: string): string[] {
  const [, cell = ''] = new RegExp(`^\\| \`${type}\` \\| [^|]+ \\| (.+) \\|$`, 'm').exec(CONTRACT) ?? [];
  const [, other] = /^as `([^`]+)`/.exec(cell) ?? [];
  const own = [...cell.matchAll(/`([^`]+)`/g)].map(([, field = '']) => field).filter(field => field !== other);
  return [...(other === undefined ? [] : fieldsOf(other)), ...own];
}
const CONTRACT = readFileSync('docs/contracts/webhooks.md', 'utf8');

describe('An endpoint', () => {
  it('receives the events of a paid session and of its refund in their order, signed and without personal data', async () => {
    await add();
    const ordered = await shop.charging();
    await shop.stations.meter(ordered.authorizationReference, {
      ...{ at: shop.clock.now(), energyWh: 100, powerW: 0, isCharging: false },
    });
    await billed(shop, ordered);
    const { number } = await shop.session(ordered);
    await act({ does: 'refund', number, amountMinor: 100, reason: 'Ada Lovelace asked' });
    await fault('I am Ada, ada@example.org');
    await until(
      async () => {
        await shop.pass(5);
        return types();
      },
      seen => seen.includes('refund.done') && seen.includes('fault.reported'),
    );
    const own = receiver.received.filter(({ event }) => event.data.session === number).map(({ event }) => event.type);
    expect(own.filter(type => type !== 'document.issued')).toEqual([
      ...['payment.held', 'session.started', 'session.paused', 'session.completed', 'payment.captured'],
      ...['refund.requested', 'refund.done'],
    ]);
    expect(own.filter(type => type === 'document.issued')).toHaveLength(2);
    expect(types()).toEqual(expect.arrayContaining(['fault.reported', 'attention.opened']));
    const bodies = receiver.received.map(({ body }) => body).join('\n');
    const { sessionId, orderId } = ordered;
    for (const personal of ['Ada', 'Lovelace', 'ada@example.org', '4242', sessionId, orderId])
      expect(bodies).not.toContain(personal);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
    for (const { event } of receiver.received)
      expect([event.type, Object.keys(event.data)]).toEqual([event.type, fieldsOf(event.type)]);
    const captured = receiver.received.find(({ event }) => event.type === 'payment.captured');
    expect(captured?.event.data).toMatchObject({ client: 'blaufink', captured: { amountMinor: 853, currency: 'EUR' } });
    expect(await jobs()).toEqual([]);
  });

  it('receives only the events and brands that were chosen', async () => {
    const id = await add({ types: ['payment.held'], clients: ['farnwald'] });
    await shop.charging();
    await shop.charging({ clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' });
    await shop.pass(5);
    expect(receiver.received.map(({ event }) => [event.type, event.data.client])).toEqual([['payment.held', 'farnwald']]);
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('receives what a station reports about a plug, once per change', async () => {
    await add({ types: ['point.available', 'point.occupied', 'point.out_of_order'] });
    const plug = { evseId: PLAIN.evseId, connector: PLAIN.connector };
    for (const state of ['preparing', 'charging', 'available', 'unavailable', 'unavailable'] as const)
      await shop.operator.reportPlug({ ...plug, state });
    await shop.pass(10);
    expect(types()).toEqual(['point.occupied', 'point.available', 'point.out_of_order']);
  });

  it('receives nothing of a change that is rolled back', async () => {
    const ordered = await shop.charging();
    const id = await add();
    const session = await findSession(shop.store.db, ordered.sessionId);
    const failing = shop.store.inTransaction(async trx => {
      await transitionSession(trx, session!, 'paused');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await deliveries(id)).toEqual([]);
    await shop.store.inTransaction(async trx => void (await transitionSession(trx, session!, 'paused')));
    expect(await deliveries(id)).toMatchObject([{ type: 'session.paused' }]);
  });

  it('that is removed receives nothing more, and leaves nothing behind', async () => {
    const id = await add({ types: ['fault.reported'] });
    receiver.answers = [500];
    await fault();
    await shop.pass(1);
    await on('remove-webhook', id);
    await shop.pass(HOUR_S);
    expect(receiver.received).toHaveLength(1);
    expect([await deliveries(id), await jobs()]).toEqual([[], []]);
  });
});

describe('A delivery', () => {
  it('is repeated with the same id and the same bytes until an attempt succeeds', async () => {
    const id = await add({ types: ['fault.reported'] });
    receiver.answers = [500, response => response.destroy(), 302];
    await fault();
    await shop.pass(40 * MINUTE_S);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ id, body }) => id + body)).size).toBe(1);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 4, lastStatus: 204 }]);
    expect(await endpoint()).toMatchObject({ failingSince: null });
  });

  it('shows the first characters of the last answer', async () => {
    const id = await add({ types: ['fault.reported'] });
    receiver.answers = [response => response.writeHead(503).end(`no\u0000 ${'x'.repeat(999)}`)];
    await fault();
    await shop.pass(1);
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: 'waiting', lastStatus: 503, lastAnswer: `no ${'x'.repeat(197)}` });
    const printed = (await command('webhook', { webhook: id })).join('\n');
    expect(printed).toContain('503');
    expect(printed).not.toContain('whsec_');
  });

  it('waits as long as Retry-After asks, but at most a day', async () => {
    await add({ types: ['fault.reported'] });
    receiver.answers = [
      response => response.writeHead(429, { 'retry-after': String(HOUR_S) }).end(),
      response => response.writeHead(503, { 'retry-after': String(30 * DAY_S) }).end(),
    ];
    await fault();
    await shop.pass(HOUR_S - MINUTE_S);
    expect(receiver.received).toHaveLength(1);
    await shop.pass(2 * MINUTE_S);
    expect(receiver.received).toHaveLength(2);
    await shop.clock.passAsleep(DAY_MS - HOUR_MS);
    expect(receiver.received).toHaveLength(2);
    await shop.clock.passAsleep(HOUR_MS);
    expect(receiver.received).toHaveLength(3);
  });

  it('follows no redirect, and reads no huge answer', async () => {
    const id = await add({ types: ['fault.reported'] });
    const huge = 'x'.repeat(200_000);
    receiver.answers = [
      response => response.writeHead(307, { location: `${receiver.origin}/other` }).end(),
      response => response.writeHead(500).end(huge),
      response => response.writeHead(200).end(huge),
    ];
    await fault();
    await shop.pass(1);
    expect(await deliveries(id)).toMatchObject([{ state: 'waiting', lastStatus: 307 }]);
    await shop.pass(10);
    expect(await deliveries(id)).toMatchObject([{ state: 'waiting', lastStatus: 500, lastAnswer: 'too large' }]);
    await shop.pass(6 * MINUTE_S);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', lastStatus: 200 }]);
    expect(receiver.received).toHaveLength(3);
  });

  it('about a session waits for the earlier one', async () => {
    await add({ types: ['session.started', 'session.paused', 'session.completed'] });
    receiver.answers = [500, 500];
    const ordered = await shop.charging();
    await shop.pass(1);
    await billed(shop, ordered);
    await shop.pass(10 * MINUTE_S);
    expect(types()).toEqual(['session.started', 'session.started', 'session.started', 'session.completed']);
  });

  it('is sent again with the same id when its process dies before the answer is recorded', async () => {
    const id = await add({ types: ['fault.reported'] });
    receiver.answers = ['silent'];
    await fault();
    await until(
      async () => receiver.received.length,
      count => count === 1,
    );
    // The process is gone, and its lease of the job expires. The call of the dead process stays open.
    await shop.store.db.updateTable('outbox').set({ claimed_until: 0 }).where('kind', '=', 'send-webhook').execute();
    const other = shop.restart();
    await until(
      async () => receiver.received.length,
      count => count === 2,
    );
    receiver.hangUp();
    await other;
    await shop.pass(1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }]);
  });

  it('is sent again on request, one or all since a time', async () => {
    const id = await add({ types: ['fault.reported'] });
    await fault();
    await shop.pass(1);
    await fault('again');
    await shop.pass(1);
    const [first] = await deliveries(id);
    await act({ does: 'redeliver-webhook', webhook: id, delivery: first!.id, since: null, reason: '' });
    await shop.pass(3);
    expect(receiver.received.map(({ id }) => id)).toEqual([...receiver.received.slice(0, 2).map(({ id }) => id), first!.eventId]);
    await command('redeliver-webhook', { webhook: id, since: '2026-01-01T00:00:00Z', who: 'Petra Lindqvist' });
    await shop.pass(10);
    expect(receiver.received).toHaveLength(5);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });

  it('is deleted after seven days', async () => {
    const id = await add({ types: ['fault.reported'] });
    await fault();
    await shop.clock.passAsleep(6 * DAY_MS);
    expect(await deliveries(id)).toHaveLength(1);
    await shop.clock.passAsleep(2 * DAY_MS);
    expect(await deliveries(id)).toEqual([]);
  });
});

describe('An endpoint is switched off', () => {
  it('when it answers 410, with an alert that ends when it is switched on', async () => {
    const id = await add({ types: ['fault.reported'] });
    receiver.answers = [410];
    await fault();
    await shop.pass(1);
    expect(await endpoint()).toMatchObject({ isOn: false, offWhy: 'gone' });
    expect(await shop.attention()).toContain('a webhook endpoint is switched off');
    expect((await command('attention', {})).join('\n')).toContain('127.0.0.1');
    await fault('unheard');
    await shop.pass(5);
    expect(receiver.received).toHaveLength(1);
    await on('switch-webhook-on', id);
    expect((await command('attention', {})).join('\n')).not.toContain('webhook endpoint');
    await fault('heard');
    await shop.pass(5);
    expect(receiver.received).toHaveLength(2);
  });

  it('after three days of failure', async () => {
    await add({ types: ['fault.reported'] });
    receiver.answers = Array.from({ length: 20 }, () => 500);
    await fault();
    await shop.pass(1);
    for (const [index, waitMs] of RETRY_MS.entries()) {
      expect(await endpoint()).toMatchObject({ isOn: true });
      expect(receiver.received.length).toBe(index + 1);
      await shop.clock.passAsleep(1.1 * waitMs + 1000);
    }
    expect(await endpoint()).toMatchObject({ isOn: false, offWhy: 'failing' });
    expect(receiver.received.length).toBe(RETRY_MS.length + 1);
    expect(await shop.attention()).toContain('a webhook endpoint is switched off');
    expect(await jobs()).toEqual([]);
  });
});

it('A failed test event changes nothing about its endpoint', async () => {
  const id = await add();
  receiver.answers = [500, 410];
  await test(id);
  await test(id);
  expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 1],
    ['failed', 1],
  ]);
  expect(await endpoint()).toMatchObject({ isOn: true, failingSince: null });
});

describe('A secret', () => {
  it('signs for a day beside the new one', async () => {
    const id = await add();
    const old = receiver.secret;
    const rotated = (await on('rotate-webhook-secret', id))?.secret ?? '';
    expect(rotated).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await test(id);
    receiver.secret = rotated;
    await test(id);
    expect(receiver.received.map(({ signature }) => signature.split(' ').length)).toEqual([2, 2]);
    await shop.clock.passAsleep(DAY_MS);
    await test(id);
    receiver.secret = old;
    await test(id);
    expect(receiver.received.map(({ signature }) => signature.split(' ').length)).toEqual([2, 2, 1]);
    expect((await deliveries(id)).at(-1)).toMatchObject({ state: 'failed', lastStatus: 401 });
  });

  it('is stored encrypted', async () => {
    await add();
    const stored = JSON.stringify(await shop.store.db.selectFrom('webhook_endpoints').selectAll().execute());
    expect(stored).not.toContain(receiver.secret);
    expect(stored).not.toContain('whsec_');
  });
});

describe('Addresses', () => {
  it.each(['http://erp.example/', 'ftp://erp.example/', 'https://user:word@erp.example/', 'nonsense'])(
    '%s is refused',
    async url => {
      const adding = act({ does: 'add-webhook', url, description: '', types: [], clients: [], reason: '' });
      await expect(adding).rejects.toThrow('Invalid address');
    },
  );

  it.each([
    'https://127.0.0.1:9/',
    'https://localhost:9/',
    'https://10.0.0.1/',
    'https://[::1]:9/',
    'https://169.254.169.254/',
    'https://2130706433/',
  ])('of a private network are not connected to: %s', async url => {
    const answer = await createWebhookSender().send({
      url,
      id: 'evt_1',
      body: '{}',
      secrets: [receiver.secret ?? 'whsec_c2VjcmV0'],
    });
    expect(answer).toEqual({ status: null, text: 'ERR_IP_BLOCKED', retryAfterMs: null });
  });
});

it('At most two events are sent to one endpoint at the same time, and a backlog is sent completely', async () => {
  const slow = await openWebhookReceiver({ delayMs: 20 });
  await shop.close();
  shop = await openOperator({ webhooks: createWebhookSender({ place: slow }) });
  const { secret } = (await act({
    ...{ does: 'add-webhook', url: 'https://erp.example/', description: '', types: [], clients: [], reason: '' },
  })) ?? { secret: '' };
  slow.secret = secret;
  await shop.store.db.updateTable('webhook_endpoints').set({ url: slow.url }).execute();
  for (let n = 0; n < 40; n++) await act({ does: 'test-webhook', webhook: (await endpoint())!.id, reason: '' });
  await until(
    async () => {
      await shop.pass(1);
      return slow.received.length;
    },
    count => count === 40,
  );
  expect(slow.peak).toBe(2);
  await slow.close();
});
