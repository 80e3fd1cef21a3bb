import { beforeAll, expect, it } from '@jest/globals';

const ORIGIN = 'https://charge.example';

interface FakeFetchEvent {
  request: { url: string; method: string; mode: string };
  preloadResponse: Promise<undefined>;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
const listeners = new Map<string, (event: FakeFetchEvent) => void>();

// Rejects like a browser that cannot open its cache, for example because the disk is full or damaged.
const broken = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
beforeAll(async () => {
  Object.assign(globalThis, {
    BUILD: 'test',
    caches: { open: broken, keys: broken },
    location: { origin: ORIGIN },
    navigator: { onLine: false },
    addEventListener: (kind: string, listener: (event: FakeFetchEvent) => void) => listeners.set(kind, listener),
  });
  await import('./worker.ts');
});

const answerTo = (path: string, mode: string): Promise<Response> =>
  new Promise(resolve => {
    listeners.get('fetch')?.({
      request: { url: ORIGIN + path, method: 'GET', mode },
      preloadResponse: Promise.resolve(undefined),
      waitUntil: () => undefined,
      respondWith: resolve,
    });
  });

it.each([
  ['a page', '/en/farnwald', 'navigate'],
  ['a file', '/assets/main.js', 'cors'],
])('what a worker cannot look up comes from the server all the same: %s', async (_, path, mode) => {
  globalThis.fetch = async () => new Response('from the server');
  expect(await (await answerTo(path, mode)).text()).toBe('from the server');
});

it('without a server either, the browser says so itself', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect((await answerTo('/en/farnwald', 'navigate')).type).toBe('error');
});
