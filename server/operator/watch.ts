import type { Session } from '../../shared/session.ts';
import { isOver } from '../../shared/session.ts';
import type { SessionWatchAsk } from '../backend.ts';
import type { Desk } from './parts.ts';
import { getRow } from './sessions.ts';
import { GAP, type News, WORK } from './store/news.ts';
import { versionsOf } from './store/sessions.ts';
import { viewSession } from './views.ts';

/** Who wants to hear of which session. */
export interface Announcer {
  /** Tells everybody who waits for this session, also at other processes. */
  announce(sessionId: string): void;
  /** Resolves at the next announcement, or when `signal` aborts. */
  next(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Sessions that somebody here waits for. */
  awaited(): readonly string[];
  /** The session has changed elsewhere: wakes only whoever waits here. */
  wake(sessionId: string): void;
}

export function createAnnouncer(news: News): Announcer {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (sessionId: string) => {
    const listeners = waiting.get(sessionId);
    waiting.delete(sessionId);
    for (const tell of listeners ?? []) tell();
  };
  news.hear(what => {
    if (what === GAP) for (const sessionId of [...waiting.keys()]) wake(sessionId);
    else if (what !== WORK) wake(what);
  });
  return {
    wake,
    announce: news.tell,
    awaited: () => [...waiting.keys()],
    next: (sessionId, signal) =>
      new Promise<void>(resolve => {
        const listeners = waiting.get(sessionId) ?? new Set();
        waiting.set(sessionId, listeners.add(resolve));
        signal.addEventListener(
          'abort',
          () => {
            listeners.delete(resolve);
            if (listeners.size === 0 && waiting.get(sessionId) === listeners) waiting.delete(sessionId);
            resolve();
          },
          { once: true },
        );
      }),
  };
}

/** Fees run on between two meter values: a view is never older than this. */
const OLDEST_MS = 15_000;

/** Each change of a session, beginning with how it is now; ends when nothing will change any more. */
export async function* watchSession(desk: Desk, { signal, ...whose }: SessionWatchAsk): AsyncIterable<Session> {
  const { id } = await getRow(desk, whose);
  while (!signal.aborted) {
    const turn = new AbortController();
    const changed = desk.announcer.next(id, turn.signal);
    const row = await getRow(desk, whose);
    const session = await viewSession(desk, row, 'watchId' in whose ? 'watcher' : 'stream');
    yield session;
    if (isOver(session.kind) && session.refreshAfterMs === 0) {
      turn.abort();
      return;
    }
    const stop = () => turn.abort();
    signal.addEventListener('abort', stop, { once: true });
    // Whoever left while the view was made has not been heard by the listener.
    if (signal.aborted) stop();
    const timer = setTimeout(stop, OLDEST_MS);
    await changed;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    turn.abort();
  }
}

const POLL_MS = 2000;

/**
 * While news of other processes does not arrive: looks every two seconds whether sessions that are awaited here have changed.
 * Answers how to stop it.
 */
export function pollVersions({ store, announcer }: Desk): () => void {
  if (store.news.arrival() === 'one process') return () => undefined;
  let seen: ReadonlyMap<string, number> = new Map();
  const look = async () => {
    if (store.news.arrival() !== 'polled') return;
    const now = await versionsOf(store.db, announcer.awaited()).catch(() => seen);
    // One that is new here may have changed since it was shown.
    for (const [id, version] of now) if (seen.get(id) !== version) announcer.wake(id);
    seen = now;
  };
  const timer = setInterval(() => void look(), POLL_MS);
  return () => clearInterval(timer);
}
