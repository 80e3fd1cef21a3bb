import { DAY_MS } from '../../shared/model/time.ts';
import { readStoredList, writeStored } from './browserStorage.ts';

/** One session that a visitor wanted this device to remember: enough to find the way back, and no more. */
export interface RecentSession {
  clientId: string;
  sessionId: string;
  /** Street and city. */
  place: string;
  /** When it was remembered. */
  at: string;
  country: string;
  timeZone: string;
}

const KEY = 'recent-sessions';
const MAX_AGE_MS = 30 * DAY_MS;
const MAX_SESSIONS = 20;

/** What this device remembers, newest first, of the last thirty days. A browser may refuse: then it is nothing. */
export const recentSessions = (now = Date.now()): readonly RecentSession[] =>
  readStoredList(KEY, isRecent).filter(({ at }) => now - Date.parse(at) < MAX_AGE_MS);

/** @returns whether the browser keeps it */
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
