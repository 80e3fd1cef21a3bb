import type { Session } from '../shared/session.ts';

const KEY = 'last-state';

/** The session as it was last known here; of the newest one only. A page that was kept is older than that. */
export function lastState(sessionId: string): Session | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? 'null');
    const { session }: { session?: Session } = Object(kept);
    return session?.sessionId === sessionId ? session : null;
  } catch {
    return null;
  }
}

export function keepState(session: Session): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify({ session }));
  } catch {
    // The page that was kept is shown as it was.
  }
}

export const forgetState = (): void => {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
};
