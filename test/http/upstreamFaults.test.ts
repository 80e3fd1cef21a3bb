import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Behaviour, type FakeUpstream, json, openFakeUpstream, upstreamEnv } from '../support/fakeUpstream.ts';
import { CANARY, FAULTS } from '../support/faults.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

/**
 * Limit of a response in milliseconds. The app gives up after six seconds, and a busy machine adds to that. An app that waited
 * for the faulty service would never respond.
 */
const MAX_MS = 15_000;
const FAILED = 'The search could not be performed. Please try again.';

interface Answer {
  status: number;
  text: string;
  ms: number;
}

/** The responses to a visitor while the upstream service has one kind of fault. */
interface Ordeal {
  page: Answer;
  pageAgain: Answer;
  client: Answer;
  searchPage: Answer;
  searchJson: Answer;
  log: string;
  left: number;
}

const timed = async (address: string, init: RequestInit = {}): Promise<Answer> => {
  const began = performance.now();
  const answer = await fetch(address, { redirect: 'manual', ...init });
  const text = await answer.text();
  return { status: answer.status, text, ms: performance.now() - began };
};
const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const searchPage = (origin: string) =>
  timed(`${origin}/en/lindau/receipts`, {
    method: 'POST',
    headers: BROWSER,
    body: new URLSearchParams({ country: 'de', date: '2026-11-20', creditCard: '4242', price: '12,34' }),
  });
const searchJson = (origin: string) =>
  timed(`${origin}/api/clients/lindau/session-search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ country: 'de', date: '2026-11-20', lastDigits: '4242', price: '12,34' }),
  });
const page = (origin: string) => timed(`${origin}/en/lindau/receipts`, { headers: BROWSER });

interface Broken {
  open: RunningApp;
  peer: FakeUpstream;
  log: string[];
  close(): Promise<void>;
}

/** Opens an app with its own faulty upstream service, so that each kind of fault has its own circuit breaker. */
async function openBroken(search: Behaviour | null, metadata: Behaviour | null, baseUrl?: string): Promise<Broken> {
  const peer = await openFakeUpstream();
  Object.assign(peer, search && { search }, metadata && { metadata });
  const log: string[] = [];
  const env = { ...upstreamEnv({ baseUrl: baseUrl ?? peer.baseUrl }), LOG_LEVEL: 'warn' };
  const open = await startApp({ env, logTo: { write: line => void log.push(line) } });
  return { open, peer, log, close: () => Promise.all([open.close(), peer.close()]).then(() => undefined) };
}

async function undergo({ open, peer, log, close }: Broken): Promise<Ordeal> {
  try {
    // These are the first requests of the app, so they also wait for the data of the brand.
    const [onPage, overJson, firstPage] = await Promise.all([
      searchPage(open.origin),
      searchJson(open.origin),
      page(open.origin),
    ]);
    const client = await timed(`${open.origin}/api/clients/lindau`);
    const pageAgain = await page(open.origin);
    await until(
      async () => peer.waiting(),
      waiting => waiting === 0,
    );
    const left = peer.waiting();
    return { page: firstPage, pageAgain, client, searchPage: onPage, searchJson: overJson, log: log.join(''), left };
  } finally {
    await close();
  }
}

/** @returns an address at which no server listens */
async function deserted(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

const KINDS = ['refused', ...Object.keys(FAULTS)];
let ordeals: ReadonlyMap<string, Ordeal>;
beforeAll(async () => {
  const broken: (readonly [string, Broken])[] = [];
  for (const kind of KINDS) {
    const fault = FAULTS[kind] ?? null;
    const app = await openBroken(fault, fault, fault ? undefined : await deserted());
    // The first page of an app takes longer than all later ones, so it is loaded before the measurement.
    await timed(`${app.open.origin}/en`, { headers: BROWSER });
    broken.push([kind, app]);
  }
  // Tests all faults nearly at the same time, because they mostly wait for services that do not respond.
  const all = broken.map(async ([kind, app], place) => {
    await new Promise(resolve => setTimeout(resolve, 150 * place));
    return [kind, await undergo(app)] as const;
  });
  ordeals = new Map(await Promise.all(all));
}, 60_000);
const ordeal = (kind: string): Ordeal => {
  const met = ordeals.get(kind);
  if (!met) throw new Error('Not undergone');
  return met;
};

describe.each(KINDS)('A service that fails: %s', kind => {
  it('gives the words for a failed search on the page, with what was typed', () => {
    const { searchPage } = ordeal(kind);
    expect(searchPage.status).toBe(502);
    expect(searchPage.text).toContain(FAILED);
    expect(searchPage.text).toContain('value="12,34"');
    expect(searchPage.ms).toBeLessThan(MAX_MS);
  });

  it('gives the same as JSON', () => {
    const { searchJson } = ordeal(kind);
    expect(searchJson.status).toBe(502);
    expect(JSON.parse(searchJson.text)).toMatchObject({ problem: 'search-failed' });
    expect(searchJson.ms).toBeLessThan(MAX_MS);
  });

  it('leaves the pages in default colours, and in time', () => {
    const { page, pageAgain, client } = ordeal(kind);
    for (const { status, text } of [page, pageAgain]) {
      expect(status).toBe(200);
      expect(text).toContain('--primary:#1770f0');
    }
    expect(JSON.parse(client.text)).toMatchObject({ id: 'lindau', uuid: 'lindau', isDefault: true, currency: 'EUR' });
    for (const { ms } of [page, pageAgain]) expect(ms).toBeLessThan(MAX_MS);
  });

  it('is logged without what drivers typed, shown to nobody, and leaves nothing hanging', () => {
    const { log, left, ...answers } = ordeal(kind);
    expect(log).toContain('"call":"search"');
    expect(log).toContain('"call":"metadata"');
    // Excludes times and request ids, because their digits may look like a price or the digits of a card.
    expect(log.replaceAll(/"(time|request)":"[^"]*"/g, '')).not.toMatch(/4242|12[.,]34|jo@example|"bug"/);
    for (const { text } of Object.values(answers)) expect(text).not.toContain(CANARY.slice(0, 9));
    expect(left).toBe(0);
  });
});

describe('A service that works again', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('is asked once more after a %s, and the receipt is found', async status => {
    const { open, peer, close } = await openBroken(null, null);
    const { search } = peer;
    let requestCount = 0;
    peer.search = (response, request) => (requestCount++ === 0 ? json({}, { status }) : search)(response, request);
    expect((await searchPage(open.origin)).status).toBe(303);
    expect(requestCount).toBe(2);
    await close();
  });

  it.each([400, 401, 404, 410, 413, 501])('is not asked once more after a %s', async status => {
    let requestCount = 0;
    const { open, close } = await openBroken(response => {
      requestCount++;
      json({}, { status })(response, { path: '', query: {}, headers: {} });
    }, null);
    expect((await searchPage(open.origin)).status).toBe(502);
    expect(requestCount).toBe(1);
    await close();
  });

  it('tells of a refusal and of no data as of a failure, without asking again', async () => {
    for (const answer of [{ success: false, error: CANARY, data: [] }, { success: true, data: null }, {}]) {
      let requestCount = 0;
      const { open, close } = await openBroken((response, request) => {
        requestCount++;
        json(answer)(response, request);
      }, null);
      const { status, text } = await searchPage(open.origin);
      expect([status, requestCount]).toEqual([502, 1]);
      expect(text).toContain(FAILED);
      expect(text).not.toContain(CANARY.slice(0, 9));
      await close();
    }
  });

  it('has its brand’s icons again: those that stood in for them were not kept', async () => {
    const { open, peer, close } = await openBroken(null, null);
    const { metadata } = peer;
    peer.metadata = FAULTS['status 500'] ?? metadata;
    const keeping = async (brand: string) => {
      const files = ['favicon.ico', 'touch-icon.png', 'manifest.webmanifest'];
      const answers = await Promise.all(files.map(file => fetch(`${open.origin}/${file}?client=${brand}`)));
      return answers.map(({ headers }) => headers.get('cache-control'));
    };
    expect(await keeping('lindau')).toEqual(['no-cache', 'no-cache', 'no-cache']);
    peer.metadata = metadata;
    const cacheControl = 'public, max-age=86400';
    for (const brand of ['konstanz', 'house']) expect(await keeping(brand)).toEqual([cacheControl, cacheControl, cacheControl]);
    await close();
  });

  it('is searched under the client’s id while its metadata fails', async () => {
    const { open, peer, close } = await openBroken(null, FAULTS['status 500'] ?? null);
    expect((await searchPage(open.origin)).status).toBe(200);
    expect(peer.seen.find(({ path }) => path.endsWith('/adhoc/sessions'))?.query.clientUuid).toBe('lindau');
    await close();
  });
});

describe('A service that is down', () => {
  let broken: Broken;
  beforeAll(async () => {
    broken = await openBroken(FAULTS['status 500'] ?? null, FAULTS['status 500'] ?? null);
  });
  afterAll(() => broken.close());

  it('is left alone after ten failures at most, and /status says so', async () => {
    const { open, peer } = broken;
    for (let search = 0; search < 10; search++) expect((await searchJson(open.origin)).status).toBe(502);
    const requestCount = peer.seen.filter(({ path }) => path.endsWith('/adhoc/sessions')).length;
    const { status, ms } = await searchPage(open.origin);
    expect(status).toBe(502);
    expect(ms).toBeLessThan(MAX_MS / 4);
    expect(peer.seen.filter(({ path }) => path.endsWith('/adhoc/sessions'))).toHaveLength(requestCount);
    expect((await timed(`${open.origin}/status`)).status).toBe(503);
    expect((await timed(`${open.origin}/ready`)).status).toBe(200);
  });
});
