import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { DESCRIPTION, listOperations } from '../../server/http/operatorApi/description.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { API_PATH } from '../../shared/console/api.ts';
import { SCOPES } from '../../shared/console/tokens.ts';
import { type ApiClient, addToken, createApiClient, mistyped } from '../support/apiClient.ts';
import { createHttpDriver } from '../support/httpDriver.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

const COMMAND_TOKEN = 'a-token-of-more-than-thirty-two-characters';
const POINT = 'DE*BLF*E1001*1';

let running: RunningApp;
let number: number;
let api: ApiClient;
beforeAll(async () => {
  running = await startApp({
    env: { OPERATOR_API_TOKEN: COMMAND_TOKEN, OPERATOR_MAX_REFUND: 'EUR=0.30', STATIONS: 'simulator,ocpp' },
  });
  const plainFetch = globalThis.fetch;
  const driver = createHttpDriver(running.origin);
  await driver.stops(await driver.charges({ clientId: 'blaufink', evseId: POINT }));
  globalThis.fetch = plainFetch;
  api = await clientOf({ scopes: SCOPES });
  const isCaptured = (line: { capturedMinor: number | null }) => line.capturedMinor !== null;
  const [line] = await until(
    async () => (await api.get('/sessions')).body.lines,
    ([newest]) => isCaptured(newest),
  );
  number = line.number;
}, 120_000);
afterAll(() => running.close());

type Added = Parameters<typeof addToken>[2];
const clientOf = async (added: Added) =>
  createApiClient(running.origin, (await addToken(running.origin, COMMAND_TOKEN, added)).secret);

test('the description is public', async () => {
  const served = await fetch(`${running.origin}${API_PATH}/openapi.json`);
  expect(await served.json()).toEqual(DESCRIPTION);
});

test('a page for people names every operation, field and schema of the description, and loads nothing', async () => {
  const served = await fetch(`${running.origin}${API_PATH}/`);
  expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const html = await served.text();
  for (const { id, at, scope } of listOperations()) {
    const [, operation = ''] = new RegExp(`<details id="${id}">(.*?)</details>`, 's').exec(html) ?? [];
    expect(operation).toContain(`<code>${API_PATH}${at}</code>`);
    expect(operation).toContain(`<code>${scope}</code>`);
  }
  const schemas = Object.entries(DESCRIPTION.components.schemas as Record<string, { properties?: object }>);
  for (const [name, { properties = {} }] of schemas) {
    const [, schema = ''] = new RegExp(`<div id="schema-${name}">(.*?)</details>`, 's').exec(html) ?? [];
    const fields = [...schema.matchAll(/<tr><td><code>(\w+)<\/code>/g)].map(([, field]) => field);
    expect([name, fields]).toEqual([name, Object.keys(properties)]);
  }
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, to]) => to);
  expect(links.filter(to => !ids.has(to))).toEqual([]);
  expect(html).not.toMatch(/<(script|link|img|iframe)\b/);
});

describe('Reads of a program', () => {
  const values = (): Readonly<Record<string, string>> => ({
    number: String(number),
    evseId: encodeURIComponent(POINT),
    tariff: 'blaufink-ac',
    period: new Date().toISOString().slice(0, 7),
  });
  const QUERIES: Readonly<Record<string, string>> = {
    '/tariffs/{tariff}/calculate': '?energyWh=20000&from=2026-12-01T10:00',
    '/points/labels/export': `?location=${encodeURIComponent('Köln, Neumarkt 18-24')}`,
    '/ledger/{period}/export': '?kind=csv',
    '/reports/{period}/export': '?kind=csv',
  };
  const filled = (at: string) =>
    at.replaceAll(/\{(\w+)\}/g, (_, name: string) => values()[name] ?? 'unknown') + (QUERIES[at] ?? '');

  it.each(
    listOperations()
      .filter(({ method }) => method === 'get')
      .map(({ at }) => at),
  )('%s: are described', async at => {
    const tariffs = (await api.get('/tariffs')).body.tariffs as readonly { id: string }[];
    const path = filled(at).replace('blaufink-ac', tariffs[0]?.id ?? '');
    const answer = await api.get(path);
    const isUnknown = path.includes('unknown');
    expect(answer.status).toBe(isUnknown ? 404 : 200);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('say the same as the console', async () => {
    const { body, headers } = await api.get(`/sessions/${number}`);
    expect(body.line).toMatchObject({ number, evseId: POINT, standing: 'billed' });
    expect(headers.get('etag')).toBe(`"${body.version}"`);
    expect((await api.get('/sessions')).body.lines[0]).toEqual(body.line);
    const page = await api.get(`/sessions?find=${number}`);
    expect(page.body.lines).toHaveLength(1);
    expect(body).not.toHaveProperty('receiptPath');
    expect((await api.get('/sessions?before=999999999')).body).toEqual({ lines: [], before: null });
  });

  it.each([
    ['/sessions/abc', '/number'],
    ['/sessions?before=x', '/before'],
    ['/sessions?unknown=1', ''],
    ['/sessions?before=1.5', '/before'],
    ['/audit?before=1e400', '/before'],
    ['/sessions?find=%00', '/find'],
    ['/ledger/2026-11/export?kind=exe', '/kind'],
  ])('%s: names what is wrong', async (path, pointer) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
  });

  it('give all charging points as a file, one row for each connector', async () => {
    const { text } = await api.get('/points/export?decimal=.');
    const rows = text.trim().split(/\r?\n/);
    expect(rows[0]).toContain('evse_id');
    const data = await readOperatorData('demo');
    expect(rows).toHaveLength(1 + data.points.reduce((sum, { connectors }) => sum + connectors.length, 0));
    expect(rows.filter(row => row.includes(POINT))).toHaveLength(
      data.points.find(({ evseId }) => evseId === POINT)?.connectors.length ?? 0,
    );
  });

  it('give an exported file, which the audit log names with the token', async () => {
    const file = await api.get('/sessions/export?decimal=.');
    expect(file.text).toContain(String(number));
    const [line] = (await api.get('/audit')).body.lines;
    expect(line).toMatchObject({ does: 'export', who: 'Petra Lindqvist', token: 'ERP' });
  });
});

describe('A token', () => {
  it('opens the operations of its scopes only', async () => {
    for (const scope of SCOPES) {
      const limited = await clientOf({ scopes: [scope] });
      const open: string[] = [];
      for (const { method, at, scope: needed } of listOperations()) {
        const path = at.replaceAll(/\{\w+\}/g, '1');
        const { status, body } = await (method === 'get' ? limited.get(path) : limited.post(`${path}?preview=true`, {}));
        if (status !== 403) open.push(needed);
        else expect(body.detail).toBe(`The token needs the scope ${needed}.`);
      }
      expect(new Set(open)).toEqual(new Set([scope]));
    }
  }, 120_000);

  it('is refused if it is missing, wrong, mistyped or revoked', async () => {
    const { id, secret } = await addToken(running.origin, COMMAND_TOKEN, { scopes: ['brands:read'] });
    const as = async (wrong: string | null) => (await createApiClient(running.origin, wrong).get('/brands')).body.code;
    expect(await as(secret)).toBeUndefined();
    expect(await as(null)).toBe('token-missing');
    expect(await as(mistyped(secret))).toBe('token-invalid');
    expect(await as(COMMAND_TOKEN)).toBe('token-invalid');
    const response = await fetch(`${running.origin}/operator-api/${encodeURIComponent('token revoke')}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${COMMAND_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ options: { token: id, who: 'Petra Lindqvist' } }),
    });
    expect(response.status).toBe(200);
    expect(await as(secret)).toBe('token-invalid');
  });

  it('ends when its person is signed out, by whichever spelling of the name', async () => {
    const { secret } = await addToken(running.origin, COMMAND_TOKEN, { scopes: ['brands:read'], who: 'Ada Lovelace' });
    const program = createApiClient(running.origin, secret);
    expect((await program.get('/brands')).status).toBe(200);
    const signOut = { options: { name: 'lovelace, ADA', who: 'Petra Lindqvist' } };
    const response = await fetch(`${running.origin}/operator-api/sign-out`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${COMMAND_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(signOut),
    });
    expect(response.status).toBe(200);
    expect((await program.get('/brands')).status).toBe(401);
  });

  it('does not open the command line, and the database has no secret', async () => {
    const { secret } = await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES });
    const response = await fetch(`${running.origin}/operator-api/attention`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(401);
  });
});

describe('Acts of a program', () => {
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
  const version = async () => ({ 'If-Match': (await api.get(`/sessions/${number}`)).headers.get('etag') ?? '' });
  const refund = (amountMinor: unknown, headers: Record<string, string>, client = api) =>
    client.post(`/sessions/${number}/refund`, { amountMinor, reason: 'Cable was defective' }, headers);
  const refunded = async () => (await api.get(`/sessions/${number}`)).body.line.refundedMinor as number;

  it('are previewed without being done', async () => {
    const { status, body } = await api.post(`/sessions/${number}/refund?preview=true`, { amountMinor: 10, reason: 'Cable' });
    expect([status, body.kind, body.steps.length > 0]).toEqual([200, 'possible', true]);
    expect(await refunded()).toBe(0);
  });

  it('are done once for each key, also if the key arrives several times at once', async () => {
    const headers = { ...key(), ...(await version()) };
    const answers = await Promise.all([1, 2, 3].map(() => refund(7, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ headers: sent }) => sent.get('idempotency-replayed') === 'true')).toHaveLength(2);
    const other = await refund(8, headers);
    expect([other.status, other.body.detail]).toEqual([409, 'This key has been used for another action.']);
    await until(refunded, sum => sum > 0);
    expect(await refunded()).toBe(7);
    const line = (await api.get('/audit')).body.lines.find(
      ({ does, isDone }: { does: string; isDone: boolean }) => does === 'refund' && isDone,
    );
    expect(line).toMatchObject({ number, amount: { amountMinor: 7 }, who: 'Petra Lindqvist', token: 'ERP', isDone: true });
  });

  it('on money need the version that the program has read, and are refused if the session has changed', async () => {
    expect(await refund(7, key())).toMatchObject({ status: 428, body: { code: 'version-missing' } });
    const old = await refund(7, { ...key(), 'If-Match': '"1"' });
    expect(old).toMatchObject({ status: 412, body: { code: 'changed', changedBy: { who: 'Petra Lindqvist' } } });
    expect(await refunded()).toBe(7);
  });

  it.each([
    [{ amountMinor: -5, reason: 'x' }],
    [{ amountMinor: 1.5, reason: 'x' }],
    [{ amountMinor: '5', reason: 'x' }],
    [{ amountMinor: 5 }],
    [{ amountMinor: 5, reason: 'x', seen: 1 }],
    [[1, 2]],
    ['all'],
  ])('with the body %j are refused', async body => {
    const { status } = await api.post(`/sessions/${number}/refund`, body, { ...key(), ...(await version()) });
    expect(status).toBe(422);
  });

  it('with the same values in another order are the same action', async () => {
    const headers = key();
    const note = (body: object) => api.post(`/sessions/${number}/note`, body, headers);
    expect((await note({ reason: 'Driver rang ' })).body.again).toBe(false);
    expect((await note({ reason: 'Driver rang' })).body.again).toBe(true);
  });

  it('that could not reach the partner can be sent again with the same key', async () => {
    const body = { versionsUrl: 'https://127.0.0.1:1/ocpi/versions', token: 'x', parties: ['DE*CPO'], hub: null, reason: 'New' };
    const headers = key();
    const connect = () => api.post('/stations/connections/town/add-connection', body, headers);
    const first = await connect();
    expect(first.status).toBeGreaterThanOrEqual(409);
    expect((await connect()).body.code).toBe(first.body.code);
  });

  it.each([
    ['/stations/HOTEL-1/add-station', { protocol: 'x', reason: 'r' }],
    [`/points/${encodeURIComponent(POINT)}/close-faults`, { outcome: 'fixed', until: 'garbage', reason: 'r' }],
    ['/sessions/100000001/note', { reason: 'a\u0000b' }],
    ['/tariffs/any/confirm-price', { reason: 'no revision' }],
  ])('%s with the body %j are refused before the database is asked', async (path, body) => {
    expect(await api.post(path, body, key())).toMatchObject({ status: 422, body: { code: 'invalid-request' } });
  });

  it('add a list of stations, whose passwords are in the first answer only', async () => {
    const list = {
      stations: [
        { identity: 'ROW-1', protocol: 'ocpp1.6' },
        { identity: 'ROW-2', protocol: null },
      ],
      newPasswords: false,
    };
    const headers = key();
    const add = () => api.post('/stations/add-stations', { ...list, reason: 'New street' }, headers);
    const { status, body } = await add();
    expect([status, body.accesses.map(({ identity }: { identity: string }) => identity)]).toEqual([200, ['ROW-1', 'ROW-2']]);
    expect((await add()).body).toEqual({ kind: 'done', again: true });
    const again = await api.post('/stations/add-stations', { ...list, reason: 'New street' }, key());
    expect([again.status, again.body.detail]).toEqual([
      409,
      'Already added: ROW-1, ROW-2. Use --new-passwords to set new passwords.',
    ]);
  });

  it('add a webhook endpoint, whose secret is in the first answer only', async () => {
    const body = { url: 'https://erp.example/hook', description: 'ERP', types: ['refund.done'], clients: [], reason: 'ERP' };
    const headers = key();
    const add = (changes: object = {}) => api.post('/webhooks/add-webhook', { ...body, ...changes }, headers);
    const added = (await add()).body;
    expect(added.webhookSecret.secret).toMatch(/^whsec_/);
    expect((await add()).body).not.toHaveProperty('webhookSecret');
    expect((await api.get('/webhooks')).body).toMatchObject([{ url: body.url, types: body.types }]);
    const wrong = await api.post('/webhooks/add-webhook', { ...body, types: ['a\u0000b'] }, key());
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/types/0']);
    expect((await api.post('/webhooks/add-webhook', { ...body, url: 'erp' }, key())).status).toBe(409);
  });

  it('revert the last import', async () => {
    const { body } = await api.get('/tariffs/last-import');
    const preview = await api.post('/tariffs/revert-import?preview=true', { reason: 'Wrong folder' });
    expect(preview.status).toBe(body.canRevert ? 200 : 409);
  });

  it('without a key are refused', async () => {
    expect(await refund(7, await version())).toMatchObject({ status: 422, body: { code: 'invalid-request' } });
  });

  it('that need two people need tokens of two people', async () => {
    const requested = await refund(20, { ...key(), ...(await version()) });
    expect(requested.status).toBe(200);
    await until(refunded, sum => sum > 20);
    const waiting = { ...key(), ...(await version()) };
    const waits = await refund('all', waiting);
    expect([waits.status, waits.body.waits]).toEqual([202, true]);
    const same = await clientOf({ name: 'Second program', scopes: SCOPES });
    const confirm = async (client: ApiClient) =>
      client.post(`/sessions/${number}/confirm-refund`, { reason: 'Seen' }, { ...key(), ...(await version()) });
    expect((await confirm(same)).status).toBe(409);
    const replayed = await refund('all', waiting);
    expect([replayed.status, replayed.body]).toMatchObject([202, { again: true, waits: true }]);
    const jonas = await clientOf({ scopes: SCOPES, who: 'Jonas Weber' });
    expect((await confirm(jonas)).status).toBe(200);
  });
});
