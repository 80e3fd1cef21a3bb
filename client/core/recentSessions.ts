import { DAY_MS } from '../../shared/model/time.ts';
import { readStoredList, writeStored } from './browserStorage.ts';

/** A session that the visitor has saved on this device. It contains only what a link to the session needs. */
export interface RecentSession {
  clientId: string;
  sessionId: string;
  /** Street and city of the charging point. */
  place: string;
  /** Time at which the visitor saved the session. */
  at: string;
  country: string;
  timeZone: string;
}

const KEY = 'recent-sessions';
const MAX_AGE_MS = 30 * DAY_MS;
const MAX_SESSIONS = 20;

/** The saved sessions of the last thirty days, newest first. Empty if the browser refuses storage. */
export const recentSessions = (now = Date.now()): readonly RecentSession[] =>
  readStoredList(KEY, isRecent).filter(({ at }) => now - Date.parse(at) < MAX_AGE_MS);

/**
 * Saves a session on this device.
 * @returns false if the browser refuses storage
 */
export function remember(session: RecentSession): boolean {
  const others = recentSessions().filter(({ sessionId }) => sessionId !== session.sessionId);
  return writeStored(KEY, [session, ...others].slice(0, MAX_SESSIONS));
}

export function forgetSessions(isForgotten: (session: RecentSession) => boolean): void {
  writeStored(
    KEY,
    recentSessions().filter(session => !isForgotten(session)),
  );
}

function isRecent(entry: unknown): entry is RecentSession {
  const facts: Record<string, unknown> = Object(entry);
  const texts = ['clientId', 'sessionId', 'place', 'at', 'country', 'timeZone'];
  return texts.every(name => typeof facts[name] === 'string') && !Number.isNaN(Date.parse(String(facts.at)));
}
