import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import type { Clock } from '../../server/core/ports/ports.ts';
import type { Operator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { LOCALES, withLocale } from '../../shared/model/locales.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { inDatabase } from '../support/inDatabase.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { POINTS, paidOrderAt, sessionUntil } from '../support/orders.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

interface PageRequest {
  theme?: 'light' | 'dark';
  packing?: string;
  headers?: Readonly<Record<string, string>>;
  cookie?: string;
}

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  html: string;
  bytes: Buffer;
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: bytes => zlib.brotliDecompressSync(bytes),
  gzip: bytes => zlib.gunzipSync(bytes),
  deflate: bytes => zlib.inflateSync(bytes),
};

let folder: string;
let open: RunningApp;
/** Null: the app uses an SQLite file. */
let databaseUrl: string | null = null;
/** Time of the app's clock, which advances only when a test sets it. */
let now = 0;
const clock: Clock = {
  now: () => new Date(now),
  sleepUntil: (_at, signal) =>
    new Promise(resolve => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    }),
};

function openShopOn(engine: 'sqlite' | 'postgres', settings: Readonly<Record<string, string>> = {}): void {
  let server: PostgresServer | null = null;
  beforeAll(async () => {
    now = Date.parse('2026-11-23T10:00:20.000Z');
    folder = mkdtempSync(path.join(tmpdir(), 'shop-'));
    cpSync('demo', folder, { recursive: true });
    server = engine === 'postgres' ? await startPostgres() : null;
    databaseUrl = server && (await server.createDatabase());
    const env = {
      ...settings,
      OPERATOR_DATA: folder,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, DATABASE_LISTEN_URL: databaseUrl } : {}),
    };
    open = await startApp({ clock, env });
  }, 120_000);
  afterAll(async () => {
    await open.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function read(address: string, { theme, packing = 'br', cookie = '', headers = {} }: PageRequest = {}): Promise<Got> {
  const [, locale = 'de'] = /^\/([a-z]{2})(?=\/|$)/.exec(address) ?? [];
  const Cookie = [`locale=${locale}`, theme ? `theme=${theme}` : '', cookie].filter(Boolean).join('; ');
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  // The app takes this user agent for a bot and sends it the complete page at once, however busy the machine is.
  const sent = { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html', 'Accept-Encoding': packing, ...headers, Cookie };
  get(open.origin + address, { headers: sent }, response => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => void chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const unpack = UNPACK[response.headers['content-encoding'] ?? ''];
      const html = (unpack ? unpack(bytes) : bytes).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, html, bytes });
    });
  }).on('error', reject);
  return promise;
}

/**
 * Requests the page with the cookie of a scanned QR code, so that it is rendered anew. Such pages bypass the cache even if the
 * code is invalid.
 */
const anew = (address: string, requested: PageRequest = {}) => read(address, { ...requested, cookie: 'code=nothing' });
/** Removes the parts of a page that differ between responses or visitors. */
const withoutOwn = ({ html }: Got): string =>
  html
    .replaceAll(/<meta property="csp-nonce"[^>]*>| nonce="[^"]*"|<input type="hidden" name="formToken"[^>]*>/g, '')
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":""')
    .replaceAll(/"formToken":"[^"]*"/g, '"formToken":null');
/** Returns true if the page is the same for every visitor. Such a page contains no nonce. */
const isShared = ({ headers }: Got): boolean => !String(headers['content-security-policy']).includes('nonce-');
async function expectAsAnew(address: string, requested: PageRequest = {}): Promise<string> {
  const [cached, fresh] = [await read(address, requested), await anew(address, requested)];
  expect([address, cached.status, isShared(cached), isShared(fresh)]).toEqual([address, 200, true, false]);
  expectSame(withoutOwn(cached), withoutOwn(fresh));
  return withoutOwn(cached);
}

/** Compares two pages. A failure shows only the text around the first difference, because pages are long. */
function expectSame(page: string, other: string): void {
  const location = page === other ? -1 : [...page].findIndex((sign, index) => sign !== other[index]);
  const there = (html: string) => (location < 0 ? '' : html.slice(Math.max(0, location - 60), location + 60));
  expect([location, there(page)]).toEqual([-1, there(other)]);
}

const POINT = '/blaufink/evse/DE*BLF*E1001*1';
const TWO_PLUGS = '/blaufink/evse/DE*BLF*E1002*1';
const ADDRESSES = [
  '/',
  '/terms',
  '/privacy',
  '/imprint',
  '/accessibility',
  '/blaufink',
  '/farnwald',
  '/blaufink/terms',
  '/canarybolt/privacy',
  '/farnwald/imprint',
  '/farnwald/info',
  '/blaufink/accessibility',
  '/blaufink/receipts',
  '/canarybolt/receipts',
  POINT,
  TWO_PLUGS,
  `${POINT}?plug=1`,
  `${TWO_PLUGS}?plug=1`,
  `${TWO_PLUGS}?plug=2`,
  `${TWO_PLUGS}?plug=9`,
];

const anyRequest = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  locale: fc.constantFrom(...LOCALES.slice(0, 2)),
  theme: fc.constantFrom(undefined, 'dark' as const),
  packing: fc.constantFrom('br', 'gzip', 'gzip, deflate, br', 'identity', 'deflate', ''),
});

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('A cached page', () => {
  openShopOn('sqlite', { TRUST_PROXY: '1' });

  it('equals the page rendered for one visitor, in every language, theme and encoding', async () => {
    const fresh = new Map<string, Promise<string>>();
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ address, locale, theme, packing }) => {
        const location = withLocale(locale, address);
        const variant = { ...(theme ? { theme } : {}), packing };
        const name = `${location} ${theme}`;
        if (!fresh.has(name)) fresh.set(name, anew(location, variant).then(withoutOwn));
        const cached = await read(location, variant);
        expect([cached.status, isShared(cached)]).toEqual([200, true]);
        expectSame(withoutOwn(cached), (await fresh.get(name)) ?? '');
      }),
      { numRuns: 1500 },
    );
  }, 180_000);

  it('is byte for byte the same for two visitors, and contains nothing that they sent', async () => {
    const mark = 'smuggled0815';
    const names = ['Referer', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Request-Id', 'From', 'Authorization', 'Accept-Language'];
    const headers = Object.fromEntries([...names, 'User-Agent'].map(name => [name, `${mark} Mozilla/5.0`]));
    for (const address of ADDRESSES) {
      const also = `${address}${address.includes('?') ? '&' : '?'}utm_source=${mark}&email=${mark}`;
      const first = await read(also, { headers, cookie: `found=${mark}; session=${mark}; form=${mark}` });
      const second = await read(address);
      expect([address, first.status, isShared(first), first.bytes.equals(second.bytes)]).toEqual([address, 200, true, true]);
      expect(first.headers['content-security-policy']).toBe(second.headers['content-security-policy']);
      expect(JSON.stringify(first.headers) + first.html).not.toContain(mark);
    }
  });

  it('is sent again without loading anything', async () => {
    const { backend } = open.app;
    const { getClient } = backend;
    for (const address of ADDRESSES) await read(address);
    let loads = 0;
    const counted: typeof getClient = request => {
      loads++;
      return getClient(request);
    };
    Object.assign(backend, { getClient: counted });
    for (const address of ADDRESSES) await read(`${address}${address.includes('?') ? '&' : '?'}fbclid=y`);
    Object.assign(backend, { getClient });
    expect(loads).toBe(0);
  });

  it('permits its own inline parts by their hashes', async () => {
    for (const address of ADDRESSES) {
      const { html, headers } = await read(address);
      const [, scripts = ''] = /script-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
      const [, styles = ''] = /style-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
      const inline = (name: string) =>
        [...html.matchAll(new RegExp(`<${name}(?! type="application/json")[^>]*>(.*?)</${name}>`, 'gs'))].map(([, text = '']) =>
          sha256(text),
        );
      expect([inline('script').length, inline('style').length]).toEqual([1, 2]);
      expect(scripts).toBe(`'self' ${inline('script').join(' ')} 'strict-dynamic'`);
      // The hash of the empty text allows the empty style element to which the browser adds rules.
      expect(styles).toBe(`'self' ${[sha256(''), ...inline('style')].join(' ')}`);
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(html).not.toContain('nonce');
    }
  });

  it('has its length and encoding in the headers, and no cookie where it has no form', async () => {
    const { headers, bytes } = await read('/en/blaufink/terms', { packing: 'gzip, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(bytes.length),
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'private, no-cache',
    });
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('gives the form of a charging point a new token with each load, in a cookie of that page', async () => {
    const cookies = [await read(`/en${POINT}`), await read(`/en${POINT}?plug=1`)].map(({ headers }) => headers['set-cookie']);
    const attributes = /^form=[\w.-]+; Path=\/en\/blaufink\/evse\/DE\*BLF\*E1001\*1; HttpOnly; SameSite=Strict$/;
    for (const cookie of cookies) expect(cookie).toEqual([expect.stringMatching(attributes)]);
    expect(new Set(cookies.flat()).size).toBe(2);
  });

  it('is never one of an error, nor of what was typed', async () => {
    for (const address of ['/nobody/terms', '/blaufink/evse/DE*BLF*E9999*9', '/nothing/here']) {
      // A browser's user agent, because bots get an error without a page at this address.
      const page = await read(`/en${address}`, { headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' } });
      expect([page.status, isShared(page)]).toEqual([404, false]);
    }
    const typed = await read(`${POINT}?plug=1&kwh=13,5`);
    expect([typed.html.includes('13,5'), isShared(typed)]).toEqual([true, false]);
    expect((await read(`${POINT}?plug=1`)).html.includes('value="13,5"')).toBe(false);
  });
});

const pass = (ms: number) => {
  now += ms;
};

describe.each(['sqlite', 'postgres'] as const)('What a page is made of changes, and with it the page, at once: %s', engine => {
  openShopOn(engine);

  const operator = () => open.app.backend as Operator;
  /** Checks the cached page before and after a change. Both must equal a newly rendered page. */
  async function expectChange(address: string, change: () => Promise<unknown> | unknown): Promise<void> {
    const before = await expectAsAnew(address);
    expectSame(await expectAsAnew(address), before);
    await change();
    expect((await expectAsAnew(address)) === before).toBe(false);
  }
  const rewrite = (file: string, from: string | RegExp, to: string) => {
    const at = path.join(folder, file);
    const text = readFileSync(at, 'utf8');
    expect(text.replace(from, to) === text).toBe(false);
    writeFileSync(at, text.replace(from, to));
  };

  it('the language, the colours that were chosen, the plug', async () => {
    const pages = [await expectAsAnew('/en/blaufink'), await expectAsAnew('/fr/blaufink')];
    pages.push(await expectAsAnew('/en/blaufink', { theme: 'dark' }), await expectAsAnew('/en/blaufink', { theme: 'light' }));
    pages.push(await expectAsAnew(`${TWO_PLUGS}?plug=1`), await expectAsAnew(`${TWO_PLUGS}?plug=2`));
    expect(new Set(pages).size).toBe(6);
  });

  it('the state of a plug, and back', async () => {
    const plug = { evseId: 'DE*BLF*E1001*1', connector: '1' };
    const before = await expectAsAnew(POINT);
    for (const state of ['occupied', 'unavailable'] as const)
      await expectChange(POINT, () => operator().reportPlug({ ...plug, state }));
    await expectChange(POINT, () => operator().reportPlug({ ...plug, state: 'available' }));
    expectSame(await expectAsAnew(POINT), before);
  });

  it('a location that a platform pushes again; pages of other points stay in the cache', async () => {
    const { points, tariffs } = await readOperatorData(folder);
    const like = points.find(({ evseId }) => evseId === 'DE*BLF*E1001*1');
    const sold = tariffs.find(({ id }) => id === like?.connectors[0]?.tariffId);
    const [connector] = like?.connectors ?? [];
    if (!like || !sold || !connector) throw new Error('The demo shop has lost a point');
    const at = { source: 'ocpi:town', location: 'DE*BLF*L7' };
    const station = { source: at.source, countryCode: 'DE', partyId: 'BLF', locationId: 'L7', evseUid: 'U7', chargePoint: null };
    const tariffId = `${at.source}/T1`;
    const pushed = { ...like, evseId: 'DE*BLF*E7001*1', state: 'available' as const, station };
    const push = (street: string) =>
      operator().catalogue.putLocation({
        ...at,
        points: [{ ...pushed, street, connectors: [{ ...connector, tariffId }] }],
        tariffs: [{ ...sold, id: tariffId, from: null, until: null }],
        refused: [],
      });
    await push('Ringstraße 1');
    const address = '/blaufink/evse/DE*BLF*E7001*1';
    await read(POINT);
    const { backend } = open.app;
    const { getChargingPoint } = backend;
    let loads = 0;
    backend.getChargingPoint = options => {
      loads++;
      return getChargingPoint(options);
    };
    for (let street = 2; street < 12; street++) {
      await push(`Ringstraße ${street}`);
      await read(POINT);
    }
    backend.getChargingPoint = getChargingPoint;
    expect(loads).toBe(0);
    await expectChange(address, () => push('Ringstraße 12'));
    await operator().catalogue.removeLocation(at);
    expect((await anew(address)).status).toBe((await read(address)).status);
    expect((await read(address)).status).not.toBe(200);
  });

  it('a plug that changes while the page is loaded', async () => {
    const { backend } = open.app;
    const { getChargingPoint } = backend;
    const plug = { evseId: 'DE*BLF*E1001*1', connector: '1' };
    await operator().reportPlug({ ...plug, state: 'unavailable' });
    backend.getChargingPoint = async options => {
      const point = await getChargingPoint(options);
      await operator().reportPlug({ ...plug, state: 'available' });
      return point;
    };
    const outdated = await read(POINT);
    backend.getChargingPoint = getChargingPoint;
    expect((await expectAsAnew(POINT)) === withoutOwn(outdated)).toBe(false);
  });

  it('a session that begins and ends at the plug', async () => {
    const address = '/blaufink/evse/DE*BLF*E1002*1';
    let sessionId = '';
    await expectChange(address, async () => {
      ({ sessionId } = await paidOrderAt(open, POINTS.neverPlugsIn));
    });
    await expectChange(address, async () => {
      await operator().cancelStart({ sessionId });
      await sessionUntil(open, sessionId, ({ kind }) => kind === 'cancelled');
    });
  });

  it('five seconds later, what another process writes without announcing it', async () => {
    const statement = "update clients set json = replace(json, 'Blaufink', 'Blaumeise')";
    const other = databaseUrl === null ? null : new pg.Client({ connectionString: databaseUrl });
    await other?.connect();
    await expectChange('/en/blaufink', async () => {
      if (other) await other.query(statement);
      else await inDatabase(open.config.dataDir, db => db.exec(statement));
      pass(5000);
    });
    await other?.end();
  });

  if (engine === 'postgres')
    it('what another process announces; and no page is cached while announcements are interrupted', async () => {
      const other = new pg.Client({ connectionString: databaseUrl ?? '' });
      await other.connect();
      await expectAsAnew(POINT);
      await other.query("update plugs set state = 'unavailable' where evse_id = 'DE*BLF*E1001*1'");
      await other.query("select pg_notify('charging', 'other plugs DE*BLF*E1001*1')");
      await until(
        () => read(POINT),
        ({ html }) => html.includes('"state":"unavailable"'),
      );
      await other.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'charging news'");
      await until(
        () => read(POINT),
        page => !isShared(page),
      );
      await until(() => read(POINT), isShared);
      await operator().reportPlug({ evseId: 'DE*BLF*E1001*1', connector: '1', state: 'available' });
      await other.end();
    });

  it('the brand, after its files were read again', async () => {
    const everywhere = ['/en/blaufink', '/en/blaufink/receipts', POINT];
    for (const [place, address] of everywhere.entries()) {
      await expectChange(address, async () => {
        rewrite('clients.json', /Blaufink Ladenetz( \d)?/, `Blaufink Ladenetz ${place}`);
        await open.app.reload();
      });
    }
  });

  it('a legal text, after it was read again', async () => {
    await expectChange('/en/blaufink/terms', async () => {
      rewrite('legal/blaufink.terms.en.html', /<p>/, '<p>Read this. ');
      await open.app.reload();
    });
  });

  it('the minute, the hour, the day, a holiday', async () => {
    for (let check = 0; check < 3; check++) {
      now += MINUTE_MS;
      await expectAsAnew(`${POINT}?plug=1`);
    }
    now += 9 * HOUR_MS;
    await expectAsAnew(`${POINT}?plug=1`);
    await expectChange('/en/blaufink/receipts', () => pass(DAY_MS));
    await expectChange(POINT, () => pass(2 * DAY_MS));
    now = Date.parse('2026-12-25T09:00:00Z');
    await expectAsAnew(POINT);
  });

  it('a price that was announced, at its instant', async () => {
    const data = await readOperatorData(folder);
    const point = data.points.find(({ evseId }) => evseId === 'DE*BLF*E1001*1');
    const sold = data.tariffs.find(({ id }) => id === point?.connectors[0]?.tariffId);
    if (!sold) throw new Error('The point has lost its tariff');
    const tariff = structuredClone(sold.tariff);
    for (const { components } of tariff.elements) for (const component of components) component.priceMicro += 10_000;
    await operator().importData({
      ...data,
      tariffs: [...data.tariffs, { ...sold, version: 'dearer', tariff, from: now + 30_000 }],
    });
    now += 29_000;
    const before = await expectAsAnew(POINT);
    now += 1000;
    expect((await expectAsAnew(POINT)) === before).toBe(false);
  });
});
