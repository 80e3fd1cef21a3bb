import type { Session } from '../../shared/charging/session.ts';
import { readStored, writeStored } from './browserStorage.ts';

const KEY = 'last-state';

/** The session as it was last known here; of the newest one only. A page that was kept is older than that. */
export function lastState(sessionId: string): Session | null {
  const { session }: { session?: Session } = Object(readStored(KEY));
  return session?.sessionId === sessionId ? session : null;
}

export const saveState = (session: Session): boolean => writeStored(KEY, { session });
export const forgetState = (): boolean => writeStored(KEY, null);
