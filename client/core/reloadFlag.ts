const KEY = 'reloadedAt';
/** If the page fails again within this time after a reload, the fault counts as permanent. */
const TTL_MS = 10_000;

interface ReloadParts {
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
  reload?: () => void;
  now?: number;
}

/**
 * Reloads the page, at most once within ten seconds, so that a permanent fault does not reload it forever.
 * @returns false if the page is not reloaded, so that the caller must show the fault; always false if the browser refuses
 * sessionStorage
 */
export function reloadOnce({ storage, reload = () => window.location.reload(), now = Date.now() }: ReloadParts = {}): boolean {
  try {
    const notes = storage ?? window.sessionStorage;
    const last = Number(notes.getItem(KEY));
    if (last > 0 && Math.abs(now - last) < TTL_MS) return false;
    notes.setItem(KEY, String(now));
  } catch {
    return false;
  }
  reload();
  return true;
}
