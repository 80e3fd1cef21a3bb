import type { Session } from '../../shared/charging/session.ts';
import { readStored, writeStored } from './browserStorage.ts';

const KEY = 'last-state';

/**
 * The last state of a session that this device has received, which is newer than the stored offline page. Only one session is
 * stored. Null: another session, or none, is stored.
 */
export function lastState(sessionId: string): Session | null {
  const { session }: { session?: Session } = Object(readStored(KEY));
  return session?.sessionId === sessionId ? session : null;
}

export const saveState = (session: Session): boolean => writeStored(KEY, { session });
export const forgetState = (): boolean => writeStored(KEY, null);
