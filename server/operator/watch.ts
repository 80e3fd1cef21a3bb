import type { Session } from '../../shared/session.ts';
import { isOver } from '../../shared/session.ts';
import type { SessionWatchAsk } from '../backend.ts';
import type { Desk } from './parts.ts';
import { getRow } from './sessions.ts';
import { viewSession } from './views.ts';

/** Who wants to hear of which session. */
export interface Announcer {
  announce(sessionId: string): void;
  /** Resolves at the next announcement, or when `signal` aborts. */
  next(sessionId: string, signal: AbortSignal): Promise<void>;
}

export function createAnnouncer(): Announcer {
  const waiting = new Map<string, Set<() => void>>();
  return {
    announce(sessionId) {
      const listeners = waiting.get(sessionId);
      waiting.delete(sessionId);
      for (const tell of listeners ?? []) tell();
    },
    next: (sessionId, signal) =>
      new Promise<void>(resolve => {
        const listeners = waiting.get(sessionId) ?? new Set();
        waiting.set(sessionId, listeners.add(resolve));
        signal.addEventListener(
          'abort',
          () => {
            listeners.delete(resolve);
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
