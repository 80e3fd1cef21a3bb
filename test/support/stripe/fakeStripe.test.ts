import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FakeStripe, startFakeStripe } from './fakeStripe.ts';

let peer: FakeStripe;
beforeAll(async () => {
  peer = await startFakeStripe();
});
afterAll(() => peer.close());

const call = async (path: string, form: Record<string, string>, key?: string) => {
  const headers = { authorization: 'Bearer sk_test_x', ...(key ? { 'idempotency-key': key } : {}) };
  const answer = await fetch(peer.origin + path, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as { id: string; error?: { code: string; param?: string } } };
};
const control = async (method: 'GET' | 'POST', what: string, body?: object) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await (await fetch(`${peer.origin}/control/${what}`, { method, ...sent })).json()) as unknown;
};
const PAGE = {
  mode: 'payment',
  ui_mode: 'hosted_page',
  success_url: 'https://charge.example/',
  cancel_url: 'https://charge.example/',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '8000',
  'line_items[0][price_data][product_data][name]': 'Blaufink',
  'payment_intent_data[capture_method]': 'manual',
  'payment_intent_data[metadata][paymentId]': 'p1',
};

it.each([
  [{ 'payment_method_types[0]': 'card' }, 'parameter_unknown', 'payment_method_types'],
  [{ 'line_items[0][nonsense]': '1' }, 'parameter_unknown', '/line_items/0/nonsense'],
  [{ 'line_items[0][quantity]': 'many' }, 'parameter_invalid', '/line_items/0/quantity'],
  [{ expires_at: '1' }, 'parameter_invalid', 'expires_at'],
])('The peer refuses %p, as Stripe does', async (more, code, param) => {
  expect((await call('/v1/checkout/sessions', { ...PAGE, ...more } as Record<string, string>)).body.error).toMatchObject({
    code,
    param,
  });
});

const LONG = 'x'.repeat(1201);
it.each([
  { 'payment_intent_data[capture_method]': 'manually' },
  { mode: 'pay' },
  { submit_type: 'booking' },
  { locale: 'xx' },
  { 'allowed_payment_method_types[0]': 'cards' },
  { ui_mode: 'hosted' },
  { client_reference_id: LONG },
  { 'metadata[paymentId]': LONG },
  { 'custom_text[submit][message]': LONG },
  { customer_email: 'ada' },
])('The peer refuses a word that Stripe does not list, and a text that is too long: %p', async more => {
  expect((await call('/v1/checkout/sessions', { ...PAGE, ...more } as Record<string, string>)).status).toBe(400);
});

it('The peer does not keep under a key what was refused before it began', async () => {
  expect((await call('/v1/checkout/sessions', { ...PAGE, nonsense: '1' }, 'k1')).status).toBe(400);
  const { status, body } = await call('/v1/checkout/sessions', PAGE, 'k1');
  expect(status).toBe(200);
  expect((await call('/v1/checkout/sessions', PAGE, 'k1')).body.id).toBe(body.id);
  expect((await call('/v1/checkout/sessions', { ...PAGE, locale: 'de' }, 'k1')).body.error?.code).toBe(
    'idempotency_key_mismatch',
  );
});

it('The peer, run by somebody else, goes wrong when told to and gives account of all money', async () => {
  await control('POST', 'faults', [{ call: 'sessions.create', kind: 'failed' }]);
  expect((await call('/v1/checkout/sessions', PAGE, 'k2')).status).toBe(500);
  expect((await call('/v1/checkout/sessions', PAGE, 'k2')).status).toBe(500);
  const { body } = await call('/v1/checkout/sessions', PAGE, 'k3');
  const card = new URLSearchParams({ email: 'ada@example.org', card: '4242424242424242' });
  await fetch(`${peer.origin}/c/pay/${body.id}`, { method: 'POST', redirect: 'manual', body: card });
  expect(await control('GET', 'ledger')).toMatchObject([{ move: 'held', page: body.id, paymentId: 'p1', amountMinor: 8000 }]);
  expect(await control('GET', 'payments')).toMatchObject([{ page: body.id, status: 'requires_capture', usedMinor: 0 }]);
  expect(await control('GET', 'notices')).toMatchObject([{ type: 'checkout.session.completed' }]);
});
