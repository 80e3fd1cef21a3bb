import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { findRoute } from '../../client/core/routes.ts';
import type { Clock } from '../../server/core/ports/ports.ts';
import { toCacheableRequest } from '../../server/http/pages/pageCache.ts';
import type { Visitor } from '../../server/http/request/visitor.ts';
import type { Operator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { LOCALES, withLocale } from '../../shared/model/locales.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

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
  sent: number;
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: bytes => zlib.brotliDecompressSync(bytes),
  gzip: bytes => zlib.gunzipSync(bytes),
  deflate: bytes => zlib.inflateSync(bytes),
};

let folder: string;
let open: RunningApp;
/** Null: a file. */
let databaseUrl: string | null = null;
/** Stands still, whoever waits for it. */
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
    const env = { ...settings, OPERATOR_DATA: folder, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
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
  // Taken for a robot's, so that a page is awaited whole however busy the machine is.
  const sent = { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html', 'Accept-Encoding': packing, ...headers, Cookie };
  get(open.origin + address, { headers: sent }, response => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => void chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const unpack = UNPACK[response.headers['content-encoding'] ?? ''];
      const html = (unpack ? unpack(bytes) : bytes).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, html, sent: bytes.length });
    });
  }).on('error', reject);
  return promise;
}

/** As a visitor gets it who brings something from a station's screen, whatever it is worth: rendered for them alone. */
const anew = (address: string, asked: PageRequest = {}) => read(address, { ...asked, cookie: 'code=nothing' });
/** As it is loaded and rendered while the backend does not say whether anything has changed. */
async function loadedAnew(address: string, asked: PageRequest = {}): Promise<Got> {
  const { catalogueVersion } = open.app.backend;
  Object.assign(open.app.backend, { catalogueVersion: async () => null });
  try {
    return await anew(address, asked);
  } finally {
    Object.assign(open.app.backend, { catalogueVersion });
  }
}
/** Without what belongs to one answer alone. */
function withoutOwn({ html, headers }: Got): string {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none';
  expect(html.includes(`nonce="${nonce}"`)).toBe(true);
  return html
    .replaceAll(nonce, 'NONCE')
    .replaceAll(/"requestId":"[0-9a-f]{12} *"/g, '"requestId":"ID"')
    .replaceAll(/[\w-]{22}\.[0-9a-z]{5,6}\.[\w-]{22}/g, 'TOKEN');
}
async function expectAsAnew(address: string, asked: PageRequest = {}): Promise<string> {
  const [kept, fresh] = [await read(address, asked), await anew(address, asked)];
  expect([address, kept.status]).toEqual([address, 200]);
  expectSame(withoutOwn(kept), withoutOwn(fresh));
  expectSame(withoutOwn(kept), withoutOwn(await loadedAnew(address, asked)));
  return withoutOwn(kept);
}

/** A page is long: what is told of a difference is where it begins. */
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

describe('A page that is kept, behind a proxy that gives requests ids of its own', () => {
  openShopOn('sqlite', { TRUST_PROXY: '1' });

  it.each(['short-id', '4bf92f3577b34da6a3ce929d0e0e4736', 'b0b5c2a1-7a5e-4f51-9d2b-0c6b1f9b0f11'])(
    'is sent as small as others, with that id: %s',
    async id => {
      const headers = { 'X-Request-Id': id };
      await read(POINT, { headers });
      const { html, headers: sent } = await read(POINT, { headers });
      expect(sent['content-encoding']).toBe('br');
      expect(sent['content-length']).toBeDefined();
      expect(/"requestId":"([^"]*)"/.exec(html)?.[1]?.trim()).toBe(id);
    },
  );
});

describe('A page that is kept', () => {
  openShopOn('sqlite');

  it('is what would have been rendered, whoever asks, in whatever order', async () => {
    const fresh = new Map<string, Promise<string>>();
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ address, locale, theme, packing }) => {
        const location = withLocale(locale, address);
        const variant = { ...(theme ? { theme } : {}), packing };
        const name = `${location} ${theme}`;
        if (!fresh.has(name)) fresh.set(name, anew(location, variant).then(withoutOwn));
        const cached = await read(location, variant);
        expect(cached.status).toBe(200);
        expectSame(withoutOwn(cached), (await fresh.get(name)) ?? '');
      }),
      { numRuns: 1500 },
    );
  }, 180_000);

  it('has a nonce, an id and a form token of its own each time', async () => {
    const ownOf = async () => {
      const { html } = await read(POINT);
      const nonces = new Set([...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce));
      const tokens = new Set([...html.matchAll(/[\w-]{22}\.[0-9a-z]{5,6}\.[\w-]{22}/g)].map(([token]) => token));
      expect([nonces.size, tokens.size]).toEqual([1, 1]);
      return [...nonces, ...tokens, /"requestId":"([0-9a-f]{12}) *"/.exec(html)?.[1]];
    };
    const own = (await Promise.all([ownOf(), ownOf(), ownOf()])).flat();
    expect(new Set(own).size).toBe(9);
    expect(own).not.toContain(undefined);
  });

  it('says how long it is and that compression matters, and sets no cookie', async () => {
    const { headers, sent } = await read('/en/blaufink/terms', { packing: 'gzip, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(sent),
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'private, no-cache',
    });
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('knows nothing of who asks but the address, the language and the colours', async () => {
    const visitor = { nonce: 'n', requestId: 'r', isBot: false, origin: 'http://localhost', theme: 'dark' as const };
    const person: Visitor & { cookies: string } = { ...visitor, locale: 'en', path: '/blaufink', query: {}, cookies: 'mine' };
    const cacheRequest = toCacheableRequest(person, findRoute('/blaufink'));
    expect(Object.keys(cacheRequest ?? {}).sort()).toEqual(['locale', 'origin', 'params', 'path', 'query', 'route', 'theme']);

    const mark = 'smuggled0815';
    for (const address of ADDRESSES) {
      const headers = Object.fromEntries(
        [
          'Referer',
          'User-Agent',
          'X-Forwarded-For',
          'X-Forwarded-Host',
          'X-Request-Id',
          'From',
          'Authorization',
          'Accept-Language',
        ].map(name => [name, `${mark} Mozilla/5.0`]),
      );
      const also = `${address}${address.includes('?') ? '&' : '?'}limit=${mark}&email=${mark}`;
      await read(also, { headers, cookie: `found=${mark}; session=${mark}; code=${mark}` });
      await read(address, { headers, cookie: `found=${mark}; session=${mark}` });
      expect((await read(address)).html.includes(mark)).toBe(false);
    }
  });

  it('is the same with names in its query that the page does not read, and repeats none of them', async () => {
    const { backend } = open.app;
    const { getClient } = backend;
    for (const address of ADDRESSES) {
      const plain = await read(address);
      let loads = 0;
      const counted: typeof getClient = request => {
        loads++;
        return getClient(request);
      };
      Object.assign(backend, { getClient: counted });
      const pages = await Promise.all(
        [1, 2, 3].map(n => read(`${address}${address.includes('?') ? '&' : '?'}utm_source=x${n}&fbclid=y`)),
      );
      Object.assign(backend, { getClient });
      for (const page of pages) expectSame(withoutOwn(page), withoutOwn(plain));
      expect([address, loads]).toEqual([address, 0]);
    }
  });

  it('is never one of an error, nor of what was typed', async () => {
    for (const address of ['/nobody/terms', '/blaufink/evse/DE*BLF*E9999*9', '/nothing/here']) {
      // A robot would get no page.
      const headers = { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
      const pages = [await read(`/en${address}`, { headers }), await read(`/en${address}`, { headers })];
      expect(pages.map(({ status }) => status)).toEqual([404, 404]);
      expectSame(...(pages.map(withoutOwn) as [string, string]));
    }
    const typed = `${POINT}?plug=1&kwh=13,5`;
    expect((await read(typed)).html.includes('13,5')).toBe(true);
    expect((await read(`${POINT}?plug=1`)).html.includes('value="13,5"')).toBe(false);
  });
});

const pass = (ms: number) => {
  now += ms;
};

describe.each(['sqlite', 'postgres'] as const)('What a page is made of changes, and with it the page, at once: %s', engine => {
  openShopOn(engine);

  const operator = () => open.app.backend as Operator;
  /** What everybody gets before and after; each time as it would be rendered. */
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

  if (engine === 'postgres')
    it('what another process writes', async () => {
      const other = new pg.Client({ connectionString: databaseUrl ?? '' });
      await other.connect();
      await operator().reportPlug({ evseId: 'DE*BLF*E1001*1', connector: '1', state: 'available' });
      for (const state of ['unavailable', 'available'])
        await expectChange(POINT, () => other.query('update plugs set state = $1 where evse_id = $2', [state, 'DE*BLF*E1001*1']));
      await expectChange('/en/blaufink', () => other.query("update clients set json = replace(json, 'Blaufink', 'Blaumeise')"));
      await expectChange('/en/blaufink', () => other.query("update clients set json = replace(json, 'Blaumeise', 'Blaufink')"));
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
    for (let look = 0; look < 3; look++) {
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
