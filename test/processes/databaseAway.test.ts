import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createStore } from '../../server/store/store.ts';
import { FORM_TOKEN_PATH } from '../../shared/charging/paths.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { translator } from '../support/invoiceFacts.ts';
import { lockDatabase } from '../support/lockDatabase.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { CONTACT } from '../support/orders.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const POINT = '/blaufink/evse/DE*BLF*E1006*1';
const API = '/api/clients/blaufink/charging-points/DE*BLF*E1006*1';
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', Accept: 'text/html' };
const TOKEN = 'a token for those who run the shop';
const LIMIT_MS = 6000;
const words = (key: string) => translator('de', key);

let open: RunningApp;
let lines: { msg: string; [fact: string]: unknown }[] = [];
const start = async (env: Record<string, string> = {}) => {
  lines = [];
  open = await startApp({
    env: { LOG_LEVEL: 'info', STATUS_TOKEN: TOKEN, ...env },
    logTo: { write: line => void lines.push(JSON.parse(line)) },
  });
};
const linesOf = (msg: string) => lines.filter(line => line.msg === msg);

interface Answered {
  status: number;
  retryAfter: string | null;
  location: string | null;
  text: string;
  ms: number;
}
async function fetchTimed(address: string, init: RequestInit = {}): Promise<Answered> {
  const began = performance.now();
  const headers = { ...BROWSER, Origin: open.origin, ...(init.headers as Record<string, string>) };
  const response = await fetch(open.origin + address, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  const { status } = response;
  const of = (name: string) => response.headers.get(name);
  return { status, retryAfter: of('Retry-After'), location: of('Location'), text, ms: performance.now() - began };
}
const post = (address: string, body: URLSearchParams) => fetchTimed(address, { method: 'POST', body });

/** @returns the fields that a browser would send for the first POST form of a page */
function formOf(text: string): URLSearchParams {
  const form = /<form\b[^>]*method="post"[^>]*>[\s\S]*?<\/form>/.exec(text)?.[0] ?? '';
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) => {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '';
    return { name: of('name'), value: of('value'), isSent: of('type') !== 'radio' || /\bchecked\b/.test(input) };
  });
  return new URLSearchParams(inputs.filter(({ name, isSent }) => name && isSent).map(({ name, value }) => [name, value]));
}

async function filledIn(): Promise<URLSearchParams> {
  const { plugs } = JSON.parse((await fetchTimed(API)).text) as { plugs: [{ id: string }] };
  const page = await until(
    () => fetchTimed(`${POINT}?plug=${plugs[0].id}`),
    ({ text }) => text.includes('name="tariffVersion"'),
  );
  const form = formOf(page.text);
  form.set('formToken', JSON.parse((await fetchTimed(FORM_TOKEN_PATH)).text).formToken);
  for (const [name, value] of Object.entries(CONTACT)) form.set(name, value);
  form.set('acceptTerms', 'yes');
  form.set('acceptPrivacy', 'yes');
  return form;
}

/** Checks that the response is an error page in the visitor's language with a `Retry-After` header. */
function expectTurnedAway({ status, retryAfter, text, ms }: Answered): void {
  expect(text).toContain(`<title>${words('failure.unavailable.title')} – Blaufink Ladenetz</title>`);
  expect(text).toContain(words('failure.unavailable.text'));
  expect(text).toContain('<html lang="de"');
  expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
  expect(ms).toBeLessThan(LIMIT_MS);
}

/** Checks that the error page contains a form with all submitted fields, which one press of a button submits again. */
function expectFormPreserved(answer: Answered, sent: URLSearchParams): void {
  expect(answer.text).toContain(words('failure.unavailable.kept'));
  expect(Object.fromEntries(formOf(answer.text))).toEqual(Object.fromEntries(sent));
}

/** Checks that the log has one line at the start and one at the end of the outage, however many requests arrived. */
async function expectLoggedOnce(): Promise<void> {
  const [over] = await until(
    async () => linesOf('requests accepted: database available'),
    ({ length }) => length > 0,
    60_000,
  );
  const requests = linesOf('request').filter(({ status, route }) => status === 503 && route !== 'status' && route !== 'ready');
  expect(over).toMatchObject({ requests: requests.length });
  expect(linesOf('requests rejected: database unavailable')).toHaveLength(1);
  expect(linesOf('bug')).toEqual([]);
}

describe('While PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    await start({ DATABASE_URL: url, DATABASE_LISTEN_URL: url });
  }, 60_000);
  afterAll(async () => {
    await open.close();
    await server.close();
  });

  it('says nothing any more, everybody is told so in time, loses nothing typed, and goes on when it is back', async () => {
    const form = await filledIn();
    const colleague = new ConsoleVisitor(open.origin);
    const store = createStore(openPostgres(url));
    await colleague.signInByLink(store, open.app.clock.now(), { name: 'Ada', may: 'act' });
    await store.close();
    expect((await colleague.get('/operator')).status).toBe(200);
    server.freeze();
    try {
      const [order, ...pages] = await Promise.all([post(POINT, form), ...Array.from({ length: 30 }, () => fetchTimed(POINT))]);
      for (const page of [order, ...pages]) expectTurnedAway(page);
      expectFormPreserved(order, form);
      const status = await fetchTimed('/status', { headers: { Authorization: `Bearer ${TOKEN}`, Accept: 'application/json' } });
      expect(JSON.parse(status.text)).toMatchObject({ status: 'down' });
      expect(status.ms).toBeLessThan(LIMIT_MS);
      const later = await fetchTimed('/blaufink/receipts');
      expectTurnedAway(later);
      // This form may come from a different site. The error page must not offer to submit it again, because the second request
      // would count as the app's own form.
      const unproven = { method: 'POST', body: new URLSearchParams({ name: 'Mallory' }), headers: { Origin: 'null' } };
      const doubtful = await fetchTimed('/blaufink/charging/AbCdEfGhIjKlMnOpQrStUv/withdrawal', unproven);
      expectTurnedAway(doubtful);
      expect(doubtful.text).not.toContain('Mallory');
      const began = performance.now();
      const consoleAnswer = await colleague.get('/operator', { 'Accept-Language': 'en' });
      expect([consoleAnswer.status, Number(consoleAnswer.headers.get('Retry-After')) > 0]).toEqual([503, true]);
      expect(await consoleAnswer.text()).toMatch(/<main id="main"><div class="gate">.*The database is unavailable/);
      expect(performance.now() - began).toBeLessThan(LIMIT_MS);
      const asJson = await fetchTimed(API, { headers: { Accept: 'application/json' } });
      expect(asJson.ms).toBeLessThan(LIMIT_MS);
      const stream = await fetchTimed(`${API}/events`);
      expect(stream.ms).toBeLessThan(LIMIT_MS);
    } finally {
      server.thaw();
    }
    const again = await until(
      () => post(POINT, form),
      ({ status }) => status !== 503,
      60_000,
    );
    expect([again.status, again.location]).toEqual([303, expect.stringContaining('/sandbox-pay/')]);
    await expectLoggedOnce();
  }, 120_000);

  it('is gone, everybody is told so at once', async () => {
    const form = await filledIn();
    lines.length = 0;
    await server.kill();
    const order = await post(POINT, form);
    expectTurnedAway(order);
    expectFormPreserved(order, form);
    expectTurnedAway(await fetchTimed(POINT));
    for (let n = 0; n < 20; n++) await fetchTimed(API, { headers: { Accept: 'application/json' } });
    expect(linesOf('requests rejected: database unavailable')).toHaveLength(1);
    expect(linesOf('bug')).toEqual([]);
  }, 60_000);
});

describe('While another program', () => {
  beforeAll(() => start());
  afterAll(() => open.close());

  it('keeps the file locked, pages are served, and a form that cannot be taken is kept', async () => {
    const form = await filledIn();
    const letGo = await lockDatabase(open.config.dataDir);
    try {
      const order = await post(POINT, form);
      expectTurnedAway(order);
      expectFormPreserved(order, form);
      expect(await fetchTimed(POINT)).toMatchObject({ status: 200 });
    } finally {
      letGo();
    }
    const again = await post(POINT, form);
    expect([again.status, again.location]).toEqual([303, expect.stringContaining('/sandbox-pay/')]);
    await expectLoggedOnce();
  }, 120_000);
});
