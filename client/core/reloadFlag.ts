const KEY = 'reloadedAt';
/** If a page fails again within this time after a reload, another reload would not help. */
const TTL_MS = 10_000;

interface ReloadParts {
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
  reload?: () => void;
  now?: number;
}

/**
 * Reloads the page, but not a second time within ten seconds: a permanent error would otherwise reload it for ever.
 * @returns false if the page is not reloaded, so that the caller must show the error; always false if the browser refuses
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
