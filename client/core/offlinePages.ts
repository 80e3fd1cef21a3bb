import { WORKER_PATH } from '../../shared/charging/paths.ts';
import { forgetState } from './lastState.ts';
import type { OfflineWords, SavePageMessage, WorkerMessage } from './workerMessages.ts';

/** A browser that demands trusted addresses of scripts gets one. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

let registered: Promise<ServiceWorkerRegistration> | null = null;

/** Keeps this page, and what it has loaded, for the times without a connection. Where a browser cannot, nothing happens. */
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

/** The worker that keeps pages and takes messages; asked for again it is the same one. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  registered ??= navigator.serviceWorker.register(workerAddress());
  return registered;
}

/** Whether this device keeps a page, to be shown without a connection. What a browser cannot read is not kept. */
export async function isOfflinePage(path: string): Promise<boolean> {
  return 'caches' in window && (await window.caches.match(path).catch(() => undefined)) !== undefined;
}

/** Removes every page that was kept on this device. */
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
