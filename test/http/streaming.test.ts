import { get, type IncomingHttpHeaders } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Problem } from '../../shared/model/problem.ts';
import { type FakeUpstream, json, METADATA, openFakeUpstream, upstreamEnv } from '../support/fakeUpstream.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

interface Arrival {
  text: string;
  ms: number;
}

interface Streamed {
  status: number;
  headers: IncomingHttpHeaders;
  /**
   * The decompressed parts of the response, as a browser receives them. Bytes that the app's compressor still holds back do not
   * count.
   */
  arrivals: readonly Arrival[];
  text: string;
}

const UNPACK = { gzip: () => createGunzip(), br: () => createBrotliDecompress() };
type Packing = keyof typeof UNPACK | 'identity';

/** Reads one page and records each part with its arrival time. */
async function read(address: string, { packing = 'identity', agent = 'Firefox/140.0' } = {}): Promise<Streamed> {
  const headers = {
    Accept: 'text/html',
    'User-Agent': `Mozilla/5.0 ${agent}`,
    'Accept-Encoding': packing,
  };
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Streamed>();
  get(address, { headers }, response => {
    const arrivals: Arrival[] = [];
    const unpack = UNPACK[packing as keyof typeof UNPACK];
    const readable = unpack ? response.pipe(unpack()) : response;
    readable.setEncoding('utf8');
    readable.on('data', (text: string) => void arrivals.push({ text, ms: performance.now() - began }));
    readable.on('error', reject);
    readable.on('end', () => {
      const text = arrivals.map(arrival => arrival.text).join('');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, arrivals, text });
    });
  }).on('error', reject);
  return promise;
}

/** Checks that the page contains each part once, in the given order. */
function expectInOrder(html: string, parts: readonly string[]): void {
  const positions = parts.map(part => html.indexOf(part));
  expect(parts.filter((_, place) => (positions[place] ?? -1) < 0)).toEqual([]);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  for (const part of ['<html', '<head>', '</head>', '<body', '<title>', '<header', '<main', '<footer', 'id="state"', '</html>'])
    expect({ part, times: html.split(part).length - 1 }).toEqual({ part, times: 1 });
}
/** Checks that the page contains no rule of the style sheet twice. */
function expectEachRuleOnce(html: string): void {
  const names = [...html.matchAll(/\/\*[\w-]+ ([\w,-]+)\*\//g)].flatMap(([, list = '']) => list.split(',').filter(Boolean));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
}

const LOADED = '/en/blaufink/terms';

const PACKINGS: readonly Packing[] = ['identity', 'gzip', 'br'];

describe('While the service that knows the brand hangs', () => {
  let peer: FakeUpstream;
  let open: RunningApp;
  beforeAll(async () => {
    peer = await openFakeUpstream();
    open = await startApp({ env: upstreamEnv(peer) });
    await read(`${open.origin}/en/warm/receipts`);
  });
  afterAll(async () => {
    await open.close();
    await peer.close();
  });
  beforeEach(() => {
    peer.metadata = () => undefined;
  });

  it.each(PACKINGS)('the opening of a page is there long before the rest (%s)', async packing => {
    const { status, headers, arrivals, text } = await read(`${open.origin}/en/hangs-${packing}/receipts`, { packing });
    expect([status, headers['content-encoding'] ?? 'identity', headers['x-accel-buffering']]).toEqual([200, packing, 'no']);
    const [first] = arrivals;
    expect(first?.text).toMatch(/^<!DOCTYPE html>.*rel="modulepreload"/s);
    expect(first?.text).not.toContain('</head>');
    // The last part arrives when the app stops waiting for the upstream service, after 1.5 seconds.
    expect((arrivals.at(-1)?.ms ?? 0) - (first?.ms ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(300);
    expectInOrder(text, ['<!DOCTYPE', 'modulepreload', '<title>', '--primary:', '</head>', '<header', '<main', '<h1', '<footer']);
    expectEachRuleOnce(text);
  });

  it('its brand is there when the service answers after all', async () => {
    const answer = Promise.withResolvers<void>();
    peer.metadata = async (...requested) => {
      await answer.promise;
      json(METADATA)(...requested);
    };
    setTimeout(answer.resolve, 300);
    const { arrivals, text } = await read(`${open.origin}/en/slow/imprint`);
    expect(arrivals.length).toBeGreaterThan(1);
    expectInOrder(text, [
      'modulepreload',
      '--primary:#00843d',
      '</head>',
      '<img src="/assets/logos/slow/',
      '<strong>Lindau</strong>',
    ]);
  });

  it('a page that does not exist, and one that leads elsewhere, say so', async () => {
    expect((await read(`${open.origin}/en/a.b/receipts`)).status).toBe(404);
    const { status, headers } = await read(`${open.origin}/en/elsewhere/receipts/results`);
    expect([status, headers.location]).toEqual([303, '/en/elsewhere/receipts']);
  });

  it('a robot gets the page whole', async () => {
    const { status, arrivals, text } = await read(`${open.origin}/en/robots/receipts`, { agent: 'Googlebot/2.1' });
    expect(status).toBe(200);
    expect(arrivals[0]?.text).toContain('</head>');
    expectInOrder(text, ['<title>', '</head>', '<main', '<h1']);
  });
});

describe('While the data of a page is late', () => {
  let open: RunningApp;
  let honest: Pick<RunningApp['app']['backend'], 'getLegalText' | 'getClient'>;
  beforeAll(async () => {
    open = await startApp();
    const { getLegalText, getClient } = open.app.backend;
    honest = { getLegalText, getClient };
    // Switches off the page cache, so that each request loads the data.
    open.app.backend.catalogueVersion = () => null;
    // The first streamed page is not measured, because its code has not been compiled yet.
    delayLegalText(100);
    await read(open.origin + LOADED);
    Object.assign(open.app.backend, honest);
  });
  afterEach(() => void Object.assign(open.app.backend, honest));
  afterAll(() => open.close());

  const later = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
  const delayLegalText = (ms: number, work: typeof honest.getLegalText = honest.getLegalText) => {
    open.app.backend.getLegalText = async options => {
      await later(ms);
      return work(options);
    };
  };

  it.each(PACKINGS)('brand and header are there long before it (%s)', async packing => {
    delayLegalText(600);
    const { status, arrivals, text } = await read(open.origin + LOADED, { packing });
    const before = arrivals.filter(({ ms }) => ms < (arrivals.at(-1)?.ms ?? 0) - 300).map(arrival => arrival.text);
    expect(status).toBe(200);
    expectInOrder(before.join('') + text.slice(before.join('').length), [
      'modulepreload',
      '--primary:',
      '</head>',
      '<header',
      '<img src="/assets/logos/blaufink/',
      '<title>',
      '<main',
      '<h1',
      '<footer',
      'id="state"',
    ]);
    expect(before.join('')).toContain('</header>');
    expect(before.join('')).not.toContain('<main');
    expectEachRuleOnce(text);
  });

  it('what is sent in pieces is what is sent whole', async () => {
    const bodyOf = (html: string) =>
      html
        .slice(html.indexOf('<body'))
        .replaceAll(/<style.*?<\/style>|<title>.*?<\/title>|<script.*?<\/script>|<meta[^>]*>/gs, '')
        .replaceAll(/nonce="[^"]*"/g, '');
    const whole = await read(open.origin + LOADED);
    delayLegalText(150);
    const pieces = await read(open.origin + LOADED);
    expect([whole.arrivals.length > 1, pieces.arrivals.length > 1]).toEqual([false, true]);
    expect(bodyOf(pieces.text)).toBe(bodyOf(whole.text));
  });

  it.each([
    ['stations-unavailable', 'Try again'],
    ['unexpected', 'Internal Server Error'],
  ] as const)('%s is told inside the frame when it fails in the end', async (code, words) => {
    delayLegalText(150, async () => {
      throw code === 'unexpected' ? new Error('The disk is gone') : new Problem(code);
    });
    const { status, text } = await read(open.origin + LOADED);
    expect(status).toBe(200);
    expectInOrder(text, ['</head>', '<img src="/assets/logos/blaufink/', '<main', '<footer']);
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).toContain(words);
    expect(text).not.toContain('disk');
    // An error page contains this element exactly once, so that search engines do not index it.
    expect(text.split('<meta name="robots" content="noindex">').length - 1).toBe(1);
  });

  it('an unknown client is not found, however late that is known', async () => {
    open.app.backend.getClient = async options => {
      await later(150);
      return honest.getClient(options);
    };
    delayLegalText(300);
    expect((await read(`${open.origin}/en/nobody/terms`)).status).toBe(404);
  });

  it('a visitor who leaves meanwhile leaves no work and no error behind', async () => {
    delayLegalText(200);
    const request = get(open.origin + LOADED, {
      headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0' },
    });
    request.on('error', () => undefined).on('response', response => response.once('data', () => request.destroy()));
    await later(400);
    expect((await read(open.origin + LOADED)).status).toBe(200);
  });
});
