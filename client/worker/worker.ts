// The service worker. It stores the pages of the driver's own sessions for use without a connection. With a connection, every
// page comes from the server.
import { DAY_MS } from '../../shared/model/time.ts';
import { within } from '../../shared/util/within.ts';
import type { OfflineWords, SavePageMessage, WorkerMessage } from '../core/workerMessages.ts';
import { type NotificationEvents, type NotificationScope, openPage, showMessage } from './notifications.ts';
import { type OfflinePage, offlinePage } from './offlinePage.ts';

/** Id of the build, set by esbuild. When a new build's worker starts, it deletes the caches of older builds. */
declare const BUILD: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface WorkerEvents extends NotificationEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { data: WorkerMessage };
}
interface WorkerScope {
  addEventListener<K extends keyof WorkerEvents>(kind: K, listener: (event: WorkerEvents[K]) => void): void;
  skipWaiting(): Promise<void>;
  registration: { navigationPreload?: { enable(): Promise<void> } } & NotificationScope['registration'];
  clients: NotificationScope['clients'];
  location: Location;
  navigator: { onLine: boolean };
}
const scope = globalThis as unknown as WorkerScope;

const CACHE = `kept-${BUILD}`;
const WORDS = '/kept/words';
const PAGES = '/kept/pages';
const MAX_PAGES = 6;
const MAX_AGE_MS = 7 * DAY_MS;
/** If the server has not responded after this time, the worker shows the stored page. */
const PATIENCE_MS = 6000;
/** Returns true for a file whose name contains a hash of its content. */
const isFile = (path: string) => path.startsWith('/assets/');

interface Listed extends OfflinePage {
  at: number;
}

/** Finds the cached response to a request. Returns undefined if there is none, or if the browser cannot read its cache. */
const matchCache = (requested: Request | string): Promise<Response | undefined> =>
  caches
    .open(CACHE)
    .then(cache => cache.match(requested))
    .catch(() => undefined);
const jsonAt = async <T>(path: string, otherwise: T): Promise<T> => {
  const found = await matchCache(path);
  return found ? ((await found.json()) as T) : otherwise;
};
const listed = async () => (await jsonAt<readonly Listed[]>(PAGES, [])).filter(({ at }) => Date.now() - at < MAX_AGE_MS);

async function forgetAll(except?: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('kept-') && name !== except).map(name => caches.delete(name)));
}

async function savePage({ page, name, files, words }: SavePageMessage): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing = await Promise.all(files.filter(isFile).map(async file => ((await cache.match(file)) ? [] : [file])));
  // A page of an earlier build sends no brand.
  const { logo, logoDark } = words.brand ?? { logo: null, logoDark: null };
  const logos = [logo, logoDark].filter(file => file !== null);
  await Promise.all([...missing.flat(), ...logos].map(file => cache.add(file).catch(() => undefined)));
  const response = await fetch(page, { headers: { Accept: 'text/html' } });
  if (!isOurs(response)) return;
  await cache.put(page, response);
  const before = (await listed()).filter(({ path }) => path !== page);
  const pages = [{ path: page, name, at: Date.now() }, ...before].slice(0, MAX_PAGES);
  for (const { path } of before) if (!pages.some(stored => stored.path === path)) await cache.delete(path);
  await cache.put(PAGES, Response.json(pages));
  await cache.put(WORDS, Response.json(words));
}

const isOurs = (response: Response) => response.ok && !response.redirected;

/** Responds with the page from the server, otherwise with its stored copy. A response from the server updates the copy. */
async function page({ request, preloadResponse }: FetchEvent, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isSaved = (await listed()).some(({ path }) => path === pathname);
  const fetched = (async () => (await preloadResponse) ?? (await fetch(request)))();
  try {
    const response = await (isSaved ? within(fetched, PATIENCE_MS) : fetched);
    if (isSaved && isOurs(response)) {
      const copy = response.clone();
      waitUntil(caches.open(CACHE).then(cache => cache.put(pathname, copy)));
    }
    return response;
  } catch {
    return (isSaved ? await matchCache(pathname) : undefined) ?? (await nothing());
  }
}

async function nothing(): Promise<Response> {
  const words = await jsonAt<OfflineWords | null>(WORDS, null);
  // Words that an earlier build has stored have no brand.
  if (!words?.brand) return Response.error();
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
  };
  const { logo, logoDark } = words.brand;
  const brand = { ...words.brand, logo: await dataUrl(logo), logoDark: await dataUrl(logoDark) };
  return new Response(offlinePage({ ...words, brand }, await listed()), { status: 503, headers });
}

/** Returns a stored file as a data URL. Null: this device has not stored the file. */
async function dataUrl(path: string | null): Promise<string | null> {
  const found = path === null ? undefined : await matchCache(path);
  if (!found) return null;
  const bytes = Array.from(new Uint8Array(await found.arrayBuffer()), byte => String.fromCharCode(byte));
  return `data:${found.headers.get('Content-Type') ?? 'image/png'};base64,${btoa(bytes.join(''))}`;
}

async function file(request: Request): Promise<Response> {
  return (await matchCache(request)) ?? fetch(request);
}

scope.addEventListener('install', event => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', event => {
  const ready = [forgetAll(CACHE), scope.registration.navigationPreload?.enable()];
  event.waitUntil(Promise.all(ready));
});
scope.addEventListener('message', event => {
  const { data } = event;
  event.waitUntil(data.kind === 'keep' ? savePage(data) : forgetAll());
});
scope.addEventListener('push', event => event.waitUntil(showMessage(scope, event)));
scope.addEventListener('notificationclick', event => event.waitUntil(openPage(scope, event)));
scope.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event, work => event.waitUntil(work)));
  // Uses stored files only without a network. With a network, the browser's HTTP cache already has them, and preloads keep
  // working.
  else if (isFile(pathname) && !scope.navigator.onLine) event.respondWith(file(request));
});
