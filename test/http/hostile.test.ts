import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROUTES } from '../../client/core/routes.ts';
import { FORM_PATHS } from '../../server/http/forms/forms.ts';
import { ENDPOINTS, SESSION_EVENTS, WATCH_EVENTS } from '../../shared/charging/charging.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { mintFormToken, POINTS, paidOrderAt } from '../support/orders.ts';

/** The test title contains the seed. The same seed sends the same requests again. */
const SEED = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const REQUESTS = 1500;
const AT_ONCE = 24;

let open: RunningApp;
let sessionId: string;
const bugs: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void (line.includes('"bug"') && bugs.push(line)) };
  open = await startApp({ logTo, env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } });
  ({ sessionId } = await paidOrderAt(open, POINTS.neverPlugsIn));
});
afterAll(() => open.close());

/** A reproducible random number generator (mulberry32). */
function createChance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, of: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T };
}
type Chance = ReturnType<typeof createChance>;

const PATTERNS: readonly string[] = [
  ...[...Object.values(ENDPOINTS).map(([, path]) => path), SESSION_EVENTS, WATCH_EVENTS],
  ...[...ROUTES.map(({ path }) => path), ...FORM_PATHS],
  ...['/api/receipts/:receipt/invoice', '/api/receipts/:receipt/invoice/:document', '/api/receipts/:receipt/calibration-data'],
  ...[
    '/health',
    '/ready',
    '/status',
    '/metrics',
    '/csp',
    '/robots.txt',
    '/favicon.ico',
    '/builds/latest.json',
    '/e',
    '/q/:evseId',
  ],
  ...['/assets/:name', '/assets/logos/:clientId/:hash', '/sandbox-pay/:ref', '/sandbox-pay/:ref/challenge', '/webhooks/stripe'],
];
const UNUSUAL_METHODS = ['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
const NASTY: readonly string[] = [
  ...['', '/', '//', '\\', '..', '../../etc/passwd', '%', '%zz', '%00', '%2f%2f', '%ff', '%c0%ae', '.', '~', '*', '?', '#', ' '],
  ...['constructor', '__proto__', 'toString', 'null', 'undefined', 'NaN', '-1', '1e999', '9007199254740993', '0x10', '٣', '½'],
  ...['<script>alert(1)</script>', "' or 1=1 --", '<%= 7*7 %>', '{{7*7}}', 'a\u0000b', '\ud800', '💥', '\u202e', 'İ', 'ß'],
  ...[
    'x'.repeat(300),
    'x'.repeat(9000),
    '9'.repeat(400),
    '((((((((((a))))))))))',
    'r.',
    'r.AAAA',
    'a,b@c.example',
    '<a@b.example>',
  ],
  ...[
    '+275760-09-12',
    '-271821-04-20',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    '+275760-09-13T00:00:00Z',
    '1969-12-31T23:59:59Z',
  ],
];
const KNOWN = ['blaufink', 'farnwald', 'house', 'DE*BLF*E1001*1', 'DE*BLF*E1005*1', '1', 'terms', 'AAAAAAAAAAAAAAAAAAAAAA'];
/** Valid values of path parameters, so that requests reach the code behind the parameters. */
const FITTING: Readonly<Record<string, string>> = { ':clientId': 'blaufink', ':evseId': 'DE*BLF*E1001*1', ':kind': 'terms' };
const FIELDS = [
  ...['date', 'price', 'lastDigits', 'creditCard', 'country', 'evseId', 'evse', 'link', 'text', 'kind', 'locale', 'connector'],
  ...['energyWh', 'minutes', 'startAt', 'limitMinor', 'limit', 'contact', 'consents', 'tariffVersion', 'intent', 'company'],
  ...['name', 'email', 'emailConfirmation', 'firstName', 'acceptTerms', 'receipt', 'document', 'lang', 'theme', 'cardnumber'],
  ...['plug', '__proto__', 'constructor', 'toString', 'companyName', 'vatId', 'cancelled', 'csp-report'],
];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: ['text/html', 'application/json', '*/*', ';;;', 'text/html;q=x', 'x'.repeat(2000)],
  'Accept-Language': ['de', 'en;q=0.1', '*', 'xx-'.repeat(500), ';q=;', 'hu,,,,', '-'],
  'Accept-Encoding': ['gzip', 'br', 'zstd;q=1.5', '*;q=0', ','],
  'User-Agent': ['Mozilla/5.0 Firefox/140.0', 'Googlebot', '', 'x'.repeat(3000)],
  Cookie: [
    'locale=en',
    'locale=%',
    'found=%E0%A4%A',
    'found=2026-11-20/4242 r.x',
    'theme=dark; theme=x',
    '=;=;',
    'locale=__proto__',
  ],
  'Content-Type': [
    ...[
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      'application/json; charset=x',
    ],
    ...['application/csp-report', 'application/reports+json', ';', 'application/x-www-form-urlencoded; charset=utf-7'],
  ],
  'Content-Encoding': ['gzip', 'br', 'x', 'identity'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'x'],
  'X-Forwarded-For': ['1.2.3.4', ':::::', 'x'.repeat(500), '::ffff:1.2.3.4.5'],
  Authorization: ['Bearer x', 'Bearer', 'Basic %%%'],
  Range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'],
  'If-None-Match': ['*', '"x"'],
  'If-Modified-Since': ['never', '99999999999'],
  'Last-Event-ID': ['-1', 'x'],
};

function value(chance: Chance): string {
  const kind = chance.next();
  if (kind < 0.4) return chance.of(KNOWN);
  if (kind < 0.6) return sessionId;
  return chance.of(NASTY);
}

function thing(chance: Chance, depth = 0): unknown {
  const kind = chance.next();
  if (kind < 0.55 || depth > 3) return value(chance);
  if (kind < 0.7) return chance.of([null, true, 0, -1, 1.5, 1e308, 8000, [], {}]);
  if (kind < 0.8) return [thing(chance, depth + 1)];
  return Object.fromEntries([...FIELDS].filter(() => chance.next() < 0.15).map(field => [field, thing(chance, depth + 1)]));
}

/** Valid values of all required fields, so that requests reach the check of the one invalid field. */
const sound = (chance: Chance): Record<string, unknown> => ({
  country: 'de',
  date: '2026-11-20',
  price: '12,34',
  lastDigits: '4242',
  creditCard: '4242',
  locale: 'de',
  connector: '1',
  limitMinor: null,
  tariffVersion: 'v',
  formToken: mintFormToken(open),
  energyWh: 1000,
  text: 'DE*BLF*E1001*1',
  name: 'A',
  email: 'a@b.example',
  consents: { acceptTerms: true, acceptPrivacy: true },
  contact: { firstName: 'A', lastName: 'B', email: 'a@b.example', emailConfirmation: 'a@b.example' },
  ...(chance.next() < 0.8 ? { [chance.of(FIELDS)]: thing(chance) } : {}),
});

interface Hostile {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

function hostile(chance: Chance): Hostile {
  const method = chance.next() < 0.1 ? chance.of(UNUSUAL_METHODS) : chance.of(['GET', 'POST']);
  const pattern = chance.of(PATTERNS);
  const filled = pattern.replace(/:\w+/g, name => {
    const text = chance.next() < 0.6 ? (FITTING[name] ?? value(chance)) : value(chance);
    return chance.next() < 0.8 ? encodeURIComponent(text.toWellFormed()) : text.replace(/[^!-~]/g, '_');
  });
  const prefix = chance.next() < 0.8 ? '' : chance.of(['/en', '/hu', '/de', '/xx', '/', '//', '/\\']);
  const only = chance.next() < 0.5 ? sound(chance) : { [chance.of(FIELDS)]: thing(chance) };
  const chosen = Object.entries(only).filter(() => chance.next() < 0.7);
  const query = new URLSearchParams(
    chosen.map(([name, one]) => [name, (typeof one === 'string' ? one : JSON.stringify(one)).toWellFormed()]),
  ).toString();
  // Most requests accept JSON. Pages take long to render, and most responses would be the same error page.
  const accept = chance.next() < 0.2 ? 'text/html' : 'application/json';
  const headers: Record<string, string> = { Origin: open.origin, 'Content-Type': 'application/json', Accept: accept };
  for (const [name, values] of Object.entries(HEADERS)) if (chance.next() < 0.12) headers[name] = chance.of(values);
  if (pattern.startsWith('/api/') && chance.next() < 0.8) headers['Content-Type'] = 'application/json';
  const isJson = headers['Content-Type']?.includes('json');
  const whole = isJson ? JSON.stringify(chance.next() < 0.85 ? only : thing(chance)) : query;
  const body = chance.next() < 0.1 ? whole.slice(0, Math.floor(chance.next() * whole.length)) : whole;
  return { method, path: `${prefix}${filled}${chance.next() < 0.4 ? `?${query}` : ''}` || '/', headers, body };
}

/**
 * Sends the bytes over a plain socket, because HTTP clients normalize requests.
 * @returns the status, or 0 if the connection was closed
 */
async function send({ method, path, headers, body }: Hostile): Promise<number> {
  const { hostname, port, host } = new URL(open.origin);
  const bytes = Buffer.from(method === 'GET' || method === 'HEAD' || method === 'TRACE' ? '' : body);
  const lines = Object.entries({ Host: host, ...headers, Connection: 'close' }).map(([name, text]) => `${name}: ${text}`);
  const length = bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : [];
  const socket = connect(Number(port), hostname);
  socket.setTimeout(5000, () => socket.destroy());
  socket.write(
    Buffer.concat([Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines, ...length].join('\r\n')}\r\n\r\n`), bytes]),
  );
  try {
    for await (const chunk of socket) {
      socket.destroy();
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(chunk))?.[1] ?? 0);
    }
  } catch {
    // The app closed the connection, which also counts as a response.
  }
  return 0;
}

/** Returns public requests in which every field but one is valid. */
function hostileFields(): Hostile[] {
  const headers = { Origin: open.origin, 'Content-Type': 'application/json', Accept: 'application/json' };
  const search = { country: 'de', date: '2026-11-20', price: '12,34', lastDigits: '4242' };
  const searches = Object.keys(search).flatMap(field =>
    NASTY.map((unusual, n) => ({
      method: 'POST',
      path: '/api/clients/blaufink/session-search',
      body: JSON.stringify({ ...search, [field]: unusual }),
      headers: { ...headers, 'X-Forwarded-For': `10.${field.length}.${n}.1` },
    })),
  );
  const point = '/api/clients/blaufink/charging-points/DE*BLF*E1001*1/estimate';
  const estimates = ['connector', 'energyWh', 'minutes', 'startAt'].flatMap(field =>
    NASTY.map(unusual => {
      const query = new URLSearchParams({ connector: '1', energyWh: '1000', [field]: unusual.toWellFormed() });
      return { method: 'GET', path: `${point}?${query}`, body: '', headers };
    }),
  );
  return [...searches, ...estimates];
}

it(`answers hostile requests to every address without a fault of its own (HOSTILE_SEED=${SEED})`, async () => {
  const chance = createChance(SEED);
  const failed: string[] = [];
  const statuses = new Map<number, number>();
  const requests = [...hostileFields(), ...Array.from({ length: REQUESTS }, () => hostile(chance))];
  for (let sent = 0; sent < requests.length; sent += AT_ONCE) {
    await Promise.all(
      requests.slice(sent, sent + AT_ONCE).map(async request => {
        const status = await send(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) failed.push(`${status} ${JSON.stringify(request).slice(0, 400)}`);
      }),
    );
  }
  expect({ failed: failed.slice(0, 10), bugs: bugs.slice(0, 3) }).toEqual({ failed: [], bugs: [] });
  // Checks that the requests reach more code than the first check of the app, and that few connections were closed.
  for (const status of [200, 400, 404, 405]) expect(statuses.get(status)).toBeGreaterThan(10);
  expect(statuses.get(0) ?? 0).toBeLessThan(REQUESTS / 20);
  expect((await fetch(`${open.origin}/health`)).status).toBe(200);
}, 120_000);

it.each(['/assets', '/assets/logos', '/en', '/blaufink'])(
  'a request line that names another host leads nobody there: %s',
  async path => {
    const { hostname, port } = new URL(open.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET http://elsewhere.example${path} HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3}/);
    expect(answer).not.toMatch(/^location:.*elsewhere/im);
  },
);
