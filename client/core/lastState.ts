import type { Session } from '../../shared/charging/session.ts';
import { readStored, writeStored } from './browserStorage.ts';

const KEY = 'last-state';

/**
 * Returns the last state of a session that this device has received. It is newer than the stored offline page. The device stores
 * the state of one session only. Null: it is not this session.
 */
export function lastState(sessionId: string): Session | null {
  const { session }: { session?: Session } = Object(readStored(KEY));
  return session?.sessionId === sessionId ? session : null;
}

export const saveState = (session: Session): boolean => writeStored(KEY, { session });
export const forgetState = (): boolean => writeStored(KEY, null);
