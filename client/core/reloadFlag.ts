const KEY = 'reloadedAt';
/** A page that is still broken after a reload breaks again well within that time. */
const TTL_MS = 10_000;

interface ReloadParts {
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
  reload?: () => void;
  now?: number;
}

/**
 * Loads the page anew by itself, but at most once within ten seconds, so that a fault that stays never becomes a loop.
 * False: it did not, the visitor has to be told. A browser that keeps no note could loop, so there it never reloads.
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
