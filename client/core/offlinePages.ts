import { WORKER_PATH } from '../../shared/charging/paths.ts';
import { forgetState } from './lastState.ts';
import type { OfflineWords, SavePageMessage, WorkerMessage } from './workerMessages.ts';

/** The part of the Trusted Types API that registering a service worker needs. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

let registered: Promise<ServiceWorkerRegistration> | null = null;

/**
 * Stores the current page and its files on the device, for use without a connection. Does nothing if the browser has no service
 * workers.
 */
export async function saveOfflinePage({ name, words }: { name: string; words: OfflineWords }): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await registerWorker();
  const files = performance.getEntriesByType('resource').flatMap(entry => {
    const { origin, pathname } = new URL(entry.name);
    return origin === window.location.origin ? [pathname] : [];
  });
  const message: SavePageMessage = { kind: 'keep', page: window.location.pathname, name, files: [...new Set(files)], words };
  await postToWorker(message);
}

/** Registers the service worker, which stores pages and receives push messages. Later calls return the first registration. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  registered ??= navigator.serviceWorker.register(workerAddress());
  return registered;
}

/**
 * Returns true if this device has stored the page for use without a connection. Returns false if the browser cannot read its
 * cache.
 */
export async function isOfflinePage(path: string): Promise<boolean> {
  return 'caches' in window && (await window.caches.match(path).catch(() => undefined)) !== undefined;
}

/** Removes all pages and session states that this device has stored. */
export async function forgetPages(): Promise<void> {
  forgetState();
  if ('serviceWorker' in navigator && (await navigator.serviceWorker.getRegistration())) await postToWorker({ kind: 'forget' });
}

async function postToWorker(message: WorkerMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

function workerAddress(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('service-worker', { createScriptURL: url => url }).createScriptURL(WORKER_PATH) ?? WORKER_PATH
  );
}
